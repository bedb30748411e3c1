"""Several orders in one message are one draft, or nothing is prepared and the answer says why."""

from __future__ import annotations

import pytest

from backend.errors import Refused
from backend.services import approval
from backend.services.approval import ApprovalCommand
from backend.services.edits.several_orders import MOST, plan_orders
from tests.services.edits import test_message_orders
from tests.services.edits.test_message_orders import LIMITS, OUTLOOK, PAPER
from tests.services.ordering import approved, say, without_model

ports = test_message_orders.ports


@pytest.mark.parametrize(
    ("message", "changes"),
    [
        (
            "Rename Limits to “End” and delete the last sentence of Intro",
            [("# Limits", "# End"), (" They need water.", "")],
        ),
        ("Rename Limits to “End” and Intro to “Start”", [("# Limits", "# End"), ("# Intro", "# Start")]),
        ("Delete the first and the last sentence of Limits", [(LIMITS, "## Limits\n\n")]),
        (
            "Delete the first sentence of Limits. The same for Intro.",
            [("The summer was wet. ", ""), ("Trees cool streets. ", "")],
        ),
        ("Delete the first sentence of Limits. Also 14 sites, not 12.", [("The summer was wet. ", ""), ("12", "14")]),
        ("Benenne Limits in „Ende“ um und lösche Outlook", [("# Limits", "# Ende"), (f"\n{OUTLOOK}", "")]),
        ("Rename Limits to “End”, then move End before Methods", None),
    ],
)  # fmt: skip
def test_several_orders_become_one_change(ports, world, message: str, changes) -> None:
    answer = say(ports, world, message)
    assert answer["intent"] == "edit" and answer["pending_content_id"]
    wanted = PAPER
    for old, new in changes or ():
        wanted = wanted.replace(old, new)
    if changes is None:
        wanted = PAPER.replace(LIMITS, "").replace("## Methods", LIMITS.replace("Limits", "End") + "## Methods")
    assert approved(ports, world) == wanted


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("Delete the first and the second sentence of Methods", "Three. Four."),
        ("Delete the second and the third sentence of Methods", "One. Four."),
        ("Delete the fourth and the first sentence of Methods", "Two. Three."),
    ],
)
def test_numbers_after_one_verb_count_in_the_unchanged_document(world, message: str, left: str) -> None:
    text = "# Study\n\n## Methods\n\nOne. Two. Three. Four.\n"
    ports = without_model(world, text)
    say(ports, world, message)
    assert approved(ports, world) == text.replace("One. Two. Three. Four.", left)


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("Rename Limits to “End” and number the list", "number the list"),
        ("Delete Outlook and Add “Rain came late.” to the end of Limits", "Rain came late"),
        ("Delete the first sentence of Limits and delete the second sentence of Limits", "depends on another one"),
    ],
)
def test_nothing_is_prepared_unless_each_order_is_sure(ports, world, message: str, told: str) -> None:
    answer = say(ports, world, message)
    assert answer["pending_content_id"] is None and told in answer["response"]


def test_a_part_of_a_move_among_several_orders_cannot_be_approved_alone(ports, world) -> None:
    say(ports, world, "Move Outlook before Limits and rename Intro to “Start”")
    command = ApprovalCommand(world.session_id)
    shown = approval.preview(ports, world.user_id, command)
    with pytest.raises(Refused):
        approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, hunks=(shown["hunks"][0]["id"],)))


def test_too_many_orders_are_not_planned() -> None:
    found = plan_orders(None, ["Delete X"] * (MOST + 1), lambda task: "", one_verb=False)  # type: ignore[arg-type]
    assert "Delete X" in found
