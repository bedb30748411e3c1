"""Heading levels of content, fitted to the place where it goes."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.carrying_out.levels import fit_levels, shifted
from backend.placement.plan import Placement, anchor_at

PAPER = read("# Title\n\n## Methods\n\nWe measured.\n\n## Results\n\nWarm.\n\n## Discussion\n\nSo it is.\n")
CONTENT = "# Funding\n\nNone.\n\n## Grants\n\nNone either.\n"


def at(place: str) -> Placement:
    return Placement("new_section", ("Title", "Methods"), anchor_at(PAPER, 1), place)


@pytest.mark.parametrize(
    ("placement", "first", "second"),
    [
        (at("after section"), "## Funding", "### Grants"),
        (at("last subsection"), "### Funding", "#### Grants"),
        (Placement("append_to_document", position="end"), "## Funding", "### Grants"),
        (Placement("insert_after", None, anchor_at(PAPER, 2), "block"), "# Funding", "## Grants"),
    ],
)
def test_headings_get_the_level_of_their_place(placement: Placement, first: str, second: str) -> None:
    lines = fit_levels(PAPER, CONTENT, placement).splitlines()
    assert (lines[0], lines[4]) == (first, second) and lines[2] == "None."


def test_underlined_headings_and_the_deepest_level() -> None:
    assert fit_levels(PAPER, "Funding\n=======\n\nNone.\n", at("after section")) == "## Funding\n\nNone.\n"
    deep = fit_levels(PAPER, "# A\n\n###### B\n", at("last subsection"))
    assert deep.splitlines() == ["### A", "", "###### B"]


def test_text_without_a_heading_stays_as_it_is() -> None:
    assert fit_levels(PAPER, "Only text.\n\n## Later\n", at("after section")) == "Only text.\n\n## Later\n"


def test_a_heading_that_keeps_its_level_keeps_its_form():
    text = "Methods\r\n-------\r\n\r\nWe measured.\r\n\r\n## Sites ##\r\n"
    assert shifted(text, 0) == text


def test_a_subsection_has_the_level_of_the_others():
    paper = read(
        "# Features\n\nMany.\n\n#### Grids\n\nYes.\n\n##### Costs\n\nLow.\n\n# Thanks\n\n## Funding\n\nNone.\n"
    )
    place = Placement("new_section", ("Features",), anchor_at(paper, 0), "last subsection")
    assert fit_levels(paper, "## Limits\n\nNone.\n", place) == "#### Limits\n\nNone.\n"


@pytest.mark.parametrize(("paper", "line"), [("# Title\n", "## Grants"), ("# Funds\n\nSome.\n", "# Grants")])
@pytest.mark.parametrize("operation", ["append_to_document", "prepend_to_document"])
def test_the_first_section_keeps_its_level_below_the_title(operation: str, paper: str, line: str) -> None:
    placement = Placement(operation, position="end")  # type: ignore[arg-type]
    assert fit_levels(read(paper), "## Grants\n\nNone.\n", placement).splitlines()[0] == line
