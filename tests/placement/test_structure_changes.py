"""Orders about structure in the words of several languages; what only resembles one changes nothing."""

from __future__ import annotations

import pytest

from backend.placement.plan import Placement
from tests.placement.structure.paper import PAPER, changed, ordered


@pytest.mark.parametrize(
    "message",
    [
        "Could you make Statistics a subsection of Sensors?",
        "Statistics should become a subsection of Sensors.",
        "Turn Statistics into a subsection of Sensors, please.",
        "Put Statistics under Sensors as a subsection.",
        "Demote Statistics to a subsection of Sensors.",
        "Mach Statistics zu einem Unterabschnitt von Sensors.",
        "Statistics soll ein Unterkapitel von Sensors werden.",
        "Fais de Statistics une sous-section de Sensors.",
        "Haz que Statistics sea una subsección de Sensors.",
        "Convierte Statistics en una subsección de Sensors.",
        "把Statistics变成Sensors的小节。",
    ],
)
def test_a_subsection_is_ordered_in_many_words(message: str) -> None:
    assert changed(message) == PAPER.replace("## Statistics", "### Statistics")


@pytest.mark.parametrize(
    "message",
    [
        "Add a subsection on rain to Sensors.",
        "Don't make Statistics a subsection of Sensors.",
        "Should Statistics be a subsection of Sensors?",
        "Make Statistics a section about rain.",
        "Move Statistics into a new section “Rain”.",
        "Statistics is a subsection of Methods.",
        "Split Sites into a part on snow and one on rain.",
        "Split the second paragraph of Sites.",
        "Make the subsection Statistics shorter.",
        "Add a heading to the table.",
        "Write one level deeper about Statistics.",
    ],
)
def test_what_is_no_order_about_structure_changes_none(message: str) -> None:
    assert ordered(message) is None


def test_the_reason_says_what_is_done() -> None:
    reasons = {
        "Make Housing a subsection of Sites.": "The edit makes the section “Housing” a subsection of the section "
        "“Sites”"
        " (level 3).",
        "Promote Sensors.": "The edit raises the section “Sensors” to level 1. The section is moved to the "
        "place after the section that contained it. The subsections of the section are moved with it.",
        "Split Sites after its first paragraph and call the rest “Land "
        "use”.": "The edit adds the heading “Land use” (level 2) before the text that begins “Two.”.",
    }
    found = {message: ordered(message) for message in reasons}
    assert {m: each.reason if isinstance(each, Placement) else each for m, each in found.items()} == reasons


@pytest.mark.parametrize(
    ("title", "below", "numbered", "moved_with_it"),
    [
        ("2. Statistics", "", True, False),
        ("Statistics", "\n### Tests\n\nC.\n", False, True),
        ("Statistics", "", False, False),
    ],
)
def test_the_reason_tells_of_typed_numbers_and_of_subsections(title, below, numbered, moved_with_it) -> None:
    text = f"# T\n\n## Sensors\n\nA.\n\n## {title}\n\nB.\n{below}"
    edit = ordered("Make Statistics a subsection of Sensors.", text)
    assert isinstance(edit, Placement) and edit.reason is not None
    assert ("Numbers that are typed" in edit.reason) is numbered
    assert ("The subsections of the section" in edit.reason) is moved_with_it
