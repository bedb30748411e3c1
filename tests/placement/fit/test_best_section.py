"""Fit: beside what resembles the content, and in the usual order of a paper."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import Scene
from backend.placement.content import Content
from backend.placement.fit.best_section import fitting, rank
from backend.placement.fit.candidates import Spots

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


def test_what_talks_like_a_chapter_goes_into_it():
    told = "We counted {} eggs in {} nests. They were weighed, marked and photographed within {} days.\n\n"
    thought = "Nests may well differ in {}, and this could suggest that birds would rather move than {}.\n\n"
    methods = "".join(told.format(n, n + 2, n + 5) for n in range(3, 7))
    ideas = "".join(
        thought.format(a, b) for a, b in (("size", "wait"), ("shape", "rest"), ("age", "feed"), ("use", "fly"))
    )
    text = f"# Birds\n\n## A\n\n{methods}## B\n\n{ideas}"
    assert best(text, "Larvae were measured and dried, and 12 of them were sequenced.").section[-1] == "A"
    assert best(text, "Larvae might also adapt, which could mean that they may not depend on this.").section[-1] == "B"


def test_a_paragraph_goes_where_its_subject_is_at_home_and_not_where_it_is_mentioned_once():
    other = "Snow melts, and rivers rise.\n\nLakes fill, and meadows flood.\n\n"
    home = "Salmon swim upstream.\n\nSalmon spawn in gravel.\n\nYoung salmon hide.\n\n"
    text = f"# W\n\n## A\n\n{other}Anglers count salmon.\n\n{other}## B\n\n{home}## C\n\n{other}"
    assert best(text, "Salmon leap over falls.").section[-1] == "B"


def test_no_place_between_a_table_and_its_caption():
    text = "# T\n\nOne auger here.\n\n| auger |\n|---|\n| a |\n\nTable: Augers by size.\n\nTwo augers there.\n"
    assert best(text, "Augers were sharpened.").anchor.block != 2


def test_a_number_tells_the_place():
    text = "# 1. Aims\n\na\n\n# 2. Words\n\nb\n\n## 2.1 Old\n\nc\n\n## 2.3 New\n\nd\n\n# 4. End\n\ne\n"
    assert best(text, "# 3. Introduction\n\nx").section[-1] == "2. Words"
    assert best(text, "## 2.2 Mine\n\nx").section[-1] == "2.1 Old"
    first = best(text.replace("# 1. Aims\n\na\n\n", ""), "# 1. Conclusion\n\nx")
    assert first.place == "before section" and first.section[-1] == "2. Words"


def test_contributions_after_the_results_are_the_authors():
    text = "# Results\n\na\n\n# Conclusion\n\nb\n\n# Contributions\n\nc\n\n# References\n\nd\n"
    assert best(text, "# Acknowledgements\n\nx").section == ("Conclusion",)


def test_an_appendix_is_one_whatever_it_holds():
    assert rank("Appendix: Statistical details") == rank("Appendix")


def test_the_same_twice_gives_the_same():
    assert best(PAPER, "Cores and ice were cut.") == best(PAPER, "Cores and ice were cut.")


def test_an_empty_document_and_one_with_nothing_alike():
    assert best("---\na: b\n---\n", "text").operation == "append_to_document"
    assert best("# A\n\nx\n", "wholly different").confidence <= 0.45


def test_a_summary_comes_first_unless_there_is_an_abstract():
    assert rank("Summary") < rank("Introduction") < rank("Summary", ["Abstract"])
    assert rank("Wombats") is None
