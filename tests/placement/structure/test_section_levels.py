"""A section gets another level with its subsections, and every other section keeps its parent."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.document.outline import outline
from backend.placement.plan import Placement
from tests.placement.structure.paper import PAPER, changed, moved, ordered

HOUSING = "### Housing\n\nFive.\n\n"
SITES = "## Sites\n\nOne.\n\nTwo.\n\nThree.\n\n"
CABLES = "### Cables\n\nSix.\n\n"
SENSORS = "## Sensors\n\nFour.\n\n" + HOUSING + CABLES


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Make Housing a subsection of Sites.", moved(PAPER, HOUSING, "## Sensors", HOUSING)),
        ("Make Statistics a subsection of Sensors.", PAPER.replace("## Statistics", "### Statistics")),
        ("Statistics should be one level deeper.", PAPER.replace("## Statistics", "### Statistics")),
        ("Promote Cables.", PAPER.replace("### Cables", "## Cables")),
        ("Promote Housing.", moved(PAPER, HOUSING, "## Statistics", HOUSING[1:])),
        ("Make Sites a section of its own.", moved(PAPER, SITES, "# Results", SITES[1:])),
        ("make 2.2 its own section", moved(PAPER, SENSORS, "# Results", SENSORS.replace("##", "#"))),
        ("Make Cables a main section.", moved(PAPER, CABLES, "# Results", CABLES[2:])),
        ("Make Housing a subsection of Methods.", moved(PAPER, HOUSING, "## Statistics", HOUSING[1:])),
        ("Demote Results by two levels.", PAPER.replace("# Results", "### Results")),
    ],
)
def test_a_section_gets_the_ordered_level(message: str, expected: str) -> None:
    assert changed(message) == expected


@pytest.mark.parametrize("message", ["Promote Housing.", "Make Sites a section of its own.", "Promote Cables."])
def test_no_other_section_gets_another_parent(message: str) -> None:
    name = message.split()[1].strip(".")
    before, after = ({s.title: s.path for s in outline(read(text)).sections} for text in (PAPER, changed(message)))
    assert {t: p for t, p in before.items() if name not in p} == {t: p for t, p in after.items() if name not in p}


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ("Promote Results.", "“Results” is a main section already"),
        ("Make Sites a subsection.", "No section before “Sites” could become its parent section"),
        ("Make Methods a subsection of Sites.", "“Methods” cannot go into a section that it contains itself"),
        ("Make Sites a subsection of Methods.", "“Sites” has this level already"),
        ("Make Housing a section of its own.", "Should “Housing” be one level higher, or a main section?"),
        ("Demote Statistics by five levels.", None),
        ("Demote Statistics by 5 levels.", "Markdown has six levels"),
    ],
)
def test_what_cannot_be_is_said(message: str, reason: str | None) -> None:
    found = ordered(message)
    assert found is None if reason is None else (isinstance(found, str) and reason in found)


def test_of_two_sections_of_one_name_none_is_sure() -> None:
    found = ordered("Promote Sites.", PAPER.replace("### Housing", "### Sites"))
    assert isinstance(found, Placement) and found.confidence < 0.5


def test_windows_line_endings_and_underlined_headings_stay() -> None:
    text = "Ice\n===\n\nOne.\n\nMud\n---\n\nTwo.\n\nFire\n----\n\nThree.\n\nAsh\n===\n\nFour.\n".replace("\n", "\r\n")
    expected = text.replace("Fire\r\n----", "### Fire")
    assert changed("Make Fire a subsection of Mud.", text) == expected
