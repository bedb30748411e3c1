"""Approving again with another place moves the text, as long as it stands untouched."""

from __future__ import annotations

import pytest

from backend.errors import Conflict
from backend.placement.plan import Placement
from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from backend.storage.sessions import OwnedSession
from tests.services.ordering import OWN, say, text_of, without_model
from tests.services.ordering import TIDES as PAPER

END = Placement("append_to_document", position="end")


@pytest.fixture
def approved(world):
    """Ports and the id of content that stands at the end of Methods."""
    ports = without_model(world, PAPER)
    draft = say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")["pending_content_id"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    return ports, draft


def move(ports, world, draft, place=END):
    return approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft, placement=place))


def test_the_text_moves_in_a_new_revision_and_back(approved, world) -> None:
    ports, draft = approved
    done = move(ports, world, draft)
    assert done["document"] == PAPER + f"\n{OWN}\n" and done["revision"] == 3
    assert move(ports, world, draft)["revision"] == 3, "the same place again changes nothing"
    back = move(ports, world, draft, Placement("prepend_to_document", position="start"))
    assert back["document"] == f"{OWN}\n\n{PAPER}"


def test_other_changes_stay(approved, world) -> None:
    ports, draft = approved
    edited = text_of(ports, world).replace("It was warm.", "It was cold.")
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", edited)
    assert move(ports, world, draft)["document"] == PAPER.replace("warm", "cold") + f"\n{OWN}\n"


def test_an_approved_edit_has_no_place_to_move_from(approved, world) -> None:
    ports, _ = approved
    edit = say(ports, world, "Delete the first paragraph of Methods.")["pending_content_id"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, edit))
    before = text_of(ports, world)
    with pytest.raises(Conflict, match="an approved edit has no place of its own"):
        move(ports, world, edit)
    assert text_of(ports, world) == before


def test_text_that_was_changed_is_not_moved(approved, world) -> None:
    ports, draft = approved
    documents.put(
        ports, OwnedSession(world.user_id, world.session_id), "*", text_of(ports, world).replace("March", "April")
    )
    with pytest.raises(Conflict):
        move(ports, world, draft)


def test_what_was_replaced_comes_back_where_the_new_text_moves_away(world) -> None:
    ports = without_model(world, PAPER)
    draft = say(ports, world, f"Replace the paragraph of Results with the following: “{OWN}”")["pending_content_id"]
    placed = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, draft))
    assert placed["document"] == PAPER.replace("It was warm.", OWN)
    assert move(ports, world, draft)["document"] == PAPER + f"\n{OWN}\n"
