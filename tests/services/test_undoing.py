"""Changes are taken back one by one, by name, and what somebody wrote since is never taken back with them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.services import approval, documents, undoing
from backend.services.approval import ApprovalCommand
from backend.storage import revisions
from backend.storage.db import reading
from tests.fakes import ScriptedModel
from tests.services.test_orders import OWN, PAPER, say, text_of


@pytest.fixture
def ports(world):
    documents.put(world.ports, world.owned, "*", PAPER)
    made = replace(world.ports, writer=ScriptedModel(), placer=None)
    say(made, world, f"Insert the following at the end of Methods: “{OWN}”")
    approval.approve(made, world.user_id, ApprovalCommand(world.session_id))
    return made


def edit(ports, world, old: str, new: str) -> None:
    documents.put(ports, world.owned, "*", text_of(ports, world).replace(old, new))


def carried_out(ports, world, message: str) -> str:
    say(ports, world, message)
    return approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"]


def restored(world, number: int, since: int) -> str:
    with reading():
        head = revisions.head(world.session_id)
    position = {"position": f"revision {number} since revision {since}"}
    return undoing.earlier_text(world.session_id, position, head)


def test_an_insertion_is_taken_out_of_a_text_that_has_changed_elsewhere(ports, world) -> None:
    edit(ports, world, "# Methods", "# Our methods")
    assert restored(world, 1, 2) == PAPER.replace("# Methods", "# Our methods")


def test_what_was_written_into_the_inserted_text_is_not_taken_back(ports, world) -> None:
    edit(ports, world, OWN, f"{OWN} And more.")
    with pytest.raises(Conflict, match="edited in the meantime"):
        restored(world, 1, 2)


def test_undo_goes_back_step_by_step_and_redo_forward(ports, world) -> None:
    placed = text_of(ports, world)
    edit(ports, world, "# Methods", "# Our methods")
    changed = text_of(ports, world)
    assert [carried_out(ports, world, said) for said in ("Undo that.", "Undo that.")] == [placed, PAPER]
    assert [carried_out(ports, world, said) for said in ("Redo that.", "Put it back.")] == [placed, changed]


def test_a_new_change_ends_what_can_be_brought_back(ports, world) -> None:
    carried_out(ports, world, "Undo that.")
    edit(ports, world, "# Methods", "# Our methods")
    assert "Takes back your edit of the document" in say(ports, world, "Put that back.")["response"]


def test_an_edit_by_order_is_named(ports, world) -> None:
    carried_out(ports, world, "Delete the section Results.")
    answer = say(ports, world, "Mach das bitte rückgängig.")
    assert "diese Änderung: “" in answer["response"]


def test_the_cause_of_a_change_that_goes_forward_is_a_hand_edit() -> None:
    assert undoing.cause_of({"position": "revision 3 since revision 2"}) == "external"
    assert undoing.cause_of({"position": "revision 1 since revision 2"}) == "restored"
    assert undoing.cause_of({"position": "revision 1"}) == "restored"


def test_a_quotation_says_which_change_is_meant(ports, world) -> None:
    edit(ports, world, "# Methods", "# Our methods")
    answer = say(ports, world, f"Undo the insertion of “{OWN}”")
    assert "approval of" in answer["response"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"]
    assert done == PAPER.replace("# Methods", "# Our methods")
    assert say(ports, world, "Undo the insertion of “It snowed in May.”")["intent"] == "talk"


def test_an_approval_is_named_by_its_own_words(ports, world) -> None:
    carried_out(ports, world, "Insert the following at the end of Methods: “All clocks ran well.”")
    assert "the approval of “All clocks ran well.”" in say(ports, world, "Undo that.")["response"]
