import pytest

from backend.document.blocks import read
from backend.placement import rules
from backend.placement.edited_text import carry_out_edit
from backend.placement.moves import move_blocks
from backend.placement.ordered_edits.shifts import over_paragraphs, shifted
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at

PAPER = "# P\n\n## Methods\n\nOne.\n\nTwo.\n\nThree.\n\n## Results\n\nFour.\n"
DOCUMENT = read(PAPER)


@pytest.mark.parametrize(
    ("messages", "before"),
    [
        (["Add it to Methods.", "no, one paragraph up"], "Three."),
        (["Add it to Methods.", "one paragraph up", "einen Absatz höher"], "Two."),
        (["Add it to Methods.", "three paragraphs up", "one paragraph down"], "Two."),
    ],
)
def test_a_draft_goes_up_and_down_from_the_place_it_had(messages, before):
    decision = rules.decide(DOCUMENT, "New.", messages)
    assert decision.sure
    assert carry_out(DOCUMENT, "New.", decision.placement).text == PAPER.replace(before, f"New.\n\n{before}")


def test_beyond_its_section_the_place_stays_and_is_not_sure():
    decision = rules.decide(DOCUMENT, "New.", ["Add it to Methods.", "seven paragraphs up"])
    assert not decision.sure
    assert carry_out(DOCUMENT, "New.", decision.placement).text == PAPER.replace("Three.", "Three.\n\nNew.")


def test_the_text_approved_last_moves_by_paragraphs():
    edit = move_blocks(DOCUMENT, "not there, one paragraph up", (4, 5))
    assert (
        edit is not None and edit.reason == "The edit moves what was approved last (“Three.”) one paragraph further up."
    )
    assert carry_out_edit(DOCUMENT, edit).text == PAPER.replace("Two.\n\nThree.", "Three.\n\nTwo.")
    assert move_blocks(DOCUMENT, "two paragraphs down", (4, 5)) is None


@pytest.mark.parametrize(
    ("order", "told", "text"),
    [
        (
            "two paragraphs up",
            "2 paragraphs further up",
            PAPER.replace("One.\n\nTwo.\n\nThree.", "Three.\n\nOne.\n\nTwo."),
        ),
        ("one paragraph down", "one paragraph further down", PAPER.replace("One.\n\nTwo.", "Two.\n\nOne.")),
        (
            "two paragraphs down",
            "2 paragraphs further down",
            PAPER.replace("One.\n\nTwo.\n\nThree.", "Two.\n\nThree.\n\nOne."),
        ),
    ],
)
def test_the_reason_says_how_far_and_to_which_side(order, told, text):
    at = 4 if "up" in order else 2
    edit = move_blocks(DOCUMENT, f"not there, {order}", (at, at + 1))
    assert edit is not None and told in edit.reason
    assert carry_out_edit(DOCUMENT, edit).text == text


def test_headings_are_not_passed():
    assert over_paragraphs(DOCUMENT, (2, 3), -1) is None
    assert over_paragraphs(DOCUMENT, (2, 3), 2) == 5


def test_a_replacement_is_not_shifted():
    place = Placement("replace", section=("P", "Methods"), anchor=anchor_at(DOCUMENT, 3), position="block")
    assert shifted(DOCUMENT, "New.", place, -1) is None
