"""Fit: beside what resembles the content, and in the usual order of a paper."""

import pytest

from backend.document.blocks import read
from backend.placement.content import Content
from backend.placement.fit import fitting, rank
from backend.placement.scene import Scene
from backend.placement.spots import Spots

PAPER = (
    "# On ice\n\n## Introduction\n\nRivers carry ice in spring.\n\n## Methods\n\nWe drilled cores with an auger.\n\n"
    "Each core was weighed and cut [@smith].\n\n## Results\n\nIce thinned by a tenth.\n\n## References\n\n[@smith]\n"
)


def best(text, content):
    return fitting(Spots(Scene(read(text)), Content(content)))[0]


@pytest.mark.parametrize(
    ("content", "section"),
    [
        ("The auger drilled cores of river ice.", "Methods"),
        ("After being weighed, cores were split [@smith].", "Methods"),
        ("A tenth of the ice thinned.", "Results"),
    ],
)
def test_a_paragraph_goes_to_its_like(content, section):
    assert best(PAPER, content).section == ("On ice", section)


@pytest.mark.parametrize(
    ("heading", "after"),
    [
        ("Abstract", None),
        ("Related work", "Introduction"),
        ("Discussion", "Results"),
        ("Fazit", "Results"),
        ("Acknowledgements", "Results"),
        ("Appendix", "References"),
    ],
)
def test_a_section_goes_to_its_usual_place(heading, after):
    placement = best(PAPER, f"## {heading}\n\nText.")
    if after is None:
        assert placement.place == "before section" and placement.section[-1] == "Introduction"
    else:
        assert placement.place == "after section" and placement.section[-1] == after


def test_methods_told_last_draw_nothing_behind_them():
    text = "# Introduction\n\nx\n\n# Results\n\ny\n\n# Methods\n\nz\n"
    assert best(text, "# Discussion\n\nw").section == ("Results",)


def test_an_empty_document_and_one_with_nothing_alike():
    assert best("---\na: b\n---\n", "text").operation == "append_to_document"
    assert best("# A\n\nx\n", "wholly different").confidence <= 0.45


def test_a_summary_comes_first_unless_there_is_an_abstract():
    assert rank("Summary") < rank("Introduction") < rank("Summary", ["Abstract"])
    assert rank("Wombats") is None
