"""Orders about the text that was approved last, which a message calls "it", and about the changes so far."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.services import approval, documents
from backend.services.approval import ApprovalCommand
from backend.storage.sessions import OwnedSession
from tests.services.ordering import OWN, say, text_of, without_model
from tests.services.ordering import TIDES as PAPER

#: Words for the text that was approved last, in the languages of the messages above.
_LAST = ("what was approved last (“", "das zuletzt Angenommene (“")


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


def added(ports, world) -> str:
    say(ports, world, f"Insert the following at the end of Methods: “{OWN}”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    return text_of(ports, world)


@pytest.mark.parametrize("order", ["Move that sentence to Results.", "Verschiebe es ans Ende von Results."])
def test_without_a_draft_it_is_what_was_approved_last(ports, world, order) -> None:
    added(ports, world)
    answer = say(ports, world, order)
    assert (
        answer["intent"] == "edit" and any(each in answer["response"] for each in _LAST) and not ports.writer.requests
    )
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id, answer["pending_content_id"]))
    assert text_of(ports, world) == PAPER + f"\n{OWN}\n"


def test_what_was_approved_and_changed_since_is_not_moved(ports, world) -> None:
    changed = added(ports, world).replace("March", "April")
    documents.put(ports, OwnedSession(world.user_id, world.session_id), "*", changed)
    answer = say(replace(ports, writer=ports.research.keyless), world, "Move it to Results.")
    assert answer["status"] is None and text_of(ports, world) == changed


def test_it_is_renamed_where_it_is_the_section_approved_last(ports, world) -> None:
    say(ports, world, "Add at the end of Results: “### Limits\n\nOnly one year was measured.”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    answer = say(ports, world, "Hmm, rename it to “Known limits”.")
    assert answer["intent"] == "edit" and "Known limits" in answer["response"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert "### Known limits\n\nOnly one year" in text_of(ports, world)


def test_a_paragraph_is_put_back_after_another_change(ports, world) -> None:
    say(ports, world, "Delete the last paragraph of Methods.")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    say(ports, world, f"Insert the following at the end of Results: “{OWN}”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    answer = say(ports, world, "Oh no, put that paragraph back.")
    assert answer["intent"] == "edit" and "We repeated it." in answer["response"]
    done = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert done["document"] == PAPER + f"\n{OWN}\n"
    assert documents.current(ports, world.session_id).cause == "restored"


def test_nothing_is_put_back_that_was_never_removed(ports, world) -> None:
    say(ports, world, f"Insert the following at the end of Results: “{OWN}”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    answer = say(ports, world, "Put that table back.")
    assert answer["intent"] == "talk" and "removed a part of the kind" in answer["response"]


def test_it_is_renamed_where_its_title_was_given_beside_the_text(ports, world) -> None:
    say(ports, world, "Add a section called “Outlook” after Results that says: “More gauges will follow.”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    say(ports, world, "rename it to “Next steps”")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert "## Next steps\n\nMore gauges" in text_of(ports, world)


@pytest.mark.parametrize("message", ["No, before the second paragraph.", "Nein, lieber vor den zweiten Absatz."])
def test_what_was_approved_goes_elsewhere_in_its_section(ports, world, message: str) -> None:
    added(ports, world)
    answer = say(ports, world, message)
    assert (
        answer["intent"] == "edit" and any(each in answer["response"] for each in _LAST) and not ports.writer.requests
    )


def test_several_blocks_are_deleted_as_it(ports, world) -> None:
    say(ports, world, f"Insert the following at the end of Methods:\n\n{OWN}\n\n- one\n- two")
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert say(ports, world, "delete it again")["intent"] == "edit"
    assert approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"] == PAPER


@pytest.mark.parametrize("message", ["What did you change so far?", "Was hast du geändert?", "你改了什么？"])
def test_the_changes_are_told_without_a_model(ports, world, message: str) -> None:
    added(ports, world)
    answer = say(ports, world, message)
    assert answer["intent"] == "talk" and f"“{OWN[:10]}" in answer["response"] and not ports.writer.requests
    assert "(in “Methods”)" in answer["response"]
