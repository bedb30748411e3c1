"""A change is taken back in a text that has changed since, and what somebody wrote since stays."""

from __future__ import annotations

import pytest

from backend.errors import Conflict
from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from backend.services.edits import restored_text
from backend.storage import revisions
from backend.storage.db import reading
from tests.services.ordering import OWN, say, text_of, without_model
from tests.services.ordering import TIDES as PAPER


@pytest.fixture
def ports(world):
    made = without_model(world, PAPER)
    say(made, world, f"Insert the following at the end of Methods: “{OWN}”")
    approval.approve(made, world.user_id, ApprovalCommand(world.session_id))
    return made


def edit(ports, world, old: str, new: str) -> None:
    documents.put(ports, world.owned, "*", text_of(ports, world).replace(old, new))


def restored(world, number: int, since: int) -> str:
    with reading():
        head = revisions.head(world.session_id)
    position = {"position": f"revision {number} since revision {since}"}
    return restored_text.earlier_text(world.session_id, position, head)


def test_an_insertion_is_taken_out_of_a_text_that_has_changed_elsewhere(ports, world) -> None:
    edit(ports, world, "# Methods", "# Our methods")
    assert restored(world, 1, 2) == PAPER.replace("# Methods", "# Our methods")


def test_what_was_written_into_the_inserted_text_is_not_taken_back(ports, world) -> None:
    edit(ports, world, OWN, f"{OWN} And more.")
    with pytest.raises(Conflict, match="edited in the meantime"):
        restored(world, 1, 2)


def test_the_cause_of_a_change_that_goes_forward_is_a_hand_edit() -> None:
    assert restored_text.cause_of({"position": "revision 3 since revision 2"}) == "external"
    assert restored_text.cause_of({"position": "revision 1 since revision 2"}) == "restored"
    assert restored_text.cause_of({"position": "revision 1"}) == "restored"


def test_a_removed_text_is_put_back_where_the_text_around_it_has_changed(ports, world) -> None:
    edit(ports, world, "We repeated it.\n\n", "")
    edit(ports, world, "We measured.", "We measured twice.")
    assert restored(world, 2, 3) == text_of(ports, world).replace(f"\n\n{OWN}", f"\n\nWe repeated it.\n\n{OWN}")


def test_a_removed_text_is_not_put_back_where_both_sides_have_changed(ports, world) -> None:
    edit(ports, world, "We repeated it.\n\n", "")
    edit(ports, world, f"We measured.\n\n{OWN}", "Nobody measured.\n\nNothing stood.")
    with pytest.raises(Conflict):
        restored(world, 2, 3)
