"""A heading is added between two parts of a section, and no word changes."""

from __future__ import annotations

import pytest

from tests.placement.structure.paper import PAPER, changed


@pytest.mark.parametrize(
    ("message", "heading"),
    [
        ("Split Sites after the second paragraph and call the second half Land use.", "## Land use"),
        ("Split Sites before its third paragraph; the second part is called “Land use”.", "## Land use"),
        ("Add a heading “Land use” before the third paragraph of Sites.", "### Land use"),
        ("Please add a subheading “Land use” after the second paragraph of Sites", "### Land use"),
        ("Füge vor dem dritten Absatz von Sites eine Überschrift „Land use“ ein.", "### Land use"),
    ],
)
def test_a_heading_is_added_where_it_is_ordered(message: str, heading: str) -> None:
    assert changed(message) == PAPER.replace("Three.", f"{heading}\n\nThree.")


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Split Sites after the second paragraph.", "The text of the new heading is missing"),
        (
            "Split Sites after the last paragraph and call the rest “Costs”.",
            "A heading can be added only between two parts",
        ),
        ("Add a heading “Costs” before the first paragraph of Sites.", "A heading can be added only between two parts"),
        ("Split Sites before Sensors and call the second half Costs.", "The place of the heading is missing"),
    ],
)
def test_what_cannot_be_is_said(message: str, reason: str) -> None:
    assert changed(message).startswith(reason)
