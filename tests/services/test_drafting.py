"""Sending a message: it is stored before a model is asked, and whatever fails, it and what was pending stay."""

from __future__ import annotations

import json
import uuid
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from backend.drafting.highlights import AttachedSection
from backend.errors import Conflict, NotFound, ProviderTimeout, ProviderUnreachable, Refused
from backend.kernel.wanted import Wanted
from backend.services import accounts, approval, documents, drafting, sessions
from backend.services.approval import ApprovalCommand
from backend.services.drafting import RewriteDraft, SendMessage
from backend.storage import drafts
from backend.storage import messages as stored
from backend.storage import runs as stored_runs
from backend.storage.db import db, reading
from backend.storage.disk_log import DiskLog
from tests.fakes import ScriptedModel


def answer(content: str = "", message: str = "Here.") -> str:
    return json.dumps(
        {
            "message": message,
            "document_content": content,
            "document_structure": [],
            "sources": ["Lee 2020"],
            "new_types": [],
        }
    )


def ports_of(world, *answers: Any):
    return replace(world.ports, writer=ScriptedModel(*answers))


def send(world, ports, text: str = "Add a paragraph.", **more: Any) -> dict[str, Any]:
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text, **more))


def rewrite(world, ports, draft: str) -> dict[str, Any]:
    return drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id, draft))


def said(world) -> list[tuple[str, str]]:
    with reading():
        return [(each.role, each.content) for each in stored.page(world.session_id).items]


def pending(world):
    with reading():
        waiting = drafts.waiting(world.session_id)
    return waiting[0] if waiting else None


def test_message_and_answer_are_stored_in_order_and_content_is_pending(world) -> None:
    made = send(world, ports_of(world, answer("Tides flood.")))
    assert said(world) == [("user", "Add a paragraph."), ("assistant", "Here.")]
    assert (made["response"], made["document_content"], made["sources"]) == ("Here.", "Tides flood.", ["Lee 2020"])
    assert made["status"] == "pending_approval" and made["pending_content_id"] == pending(world).id


@pytest.mark.parametrize("failure", [ProviderTimeout, ProviderUnreachable])
def test_a_failing_model_loses_neither_the_message_nor_what_is_pending(world, failure) -> None:
    ports = ports_of(world, answer("Tides flood."), failure(), answer("Storms flood."))
    send(world, ports)
    before = pending(world)
    with pytest.raises(failure) as caught:
        send(world, ports, "Make it longer.")
    assert said(world)[-1] == ("user", "Make it longer.") and pending(world) == before
    with reading():
        assert stored_runs.get(world.user_id, caught.value.extra["run_id"]).status == "failed"
    assert send(world, ports, "Make it longer.")["document_content"] == "Storms flood."


def test_a_run_whose_caller_waits_is_stored_as_asked_from_its_beginning(world) -> None:
    made = send(world, ports_of(world, answer()))
    with reading():
        run = stored_runs.get(world.user_id, made["meta"]["run_id"])
    assert run.asked_at == run.started_at and not run.may_be_resumed


@pytest.mark.parametrize(("key", "writes"), [(None, 1), ("key", 2)])
def test_what_the_caller_is_told_is_on_the_disk(
    world, monkeypatch: pytest.MonkeyPatch, key: str | None, writes: int
) -> None:
    made: list[DiskLog] = []
    monkeypatch.setattr(DiskLog, "write", lambda log: made.append(log))
    send(world, ports_of(world, answer("A paragraph.")), request_key=key)
    is_local = db.engine.dialect.name == "sqlite"
    assert len(made) == (writes if is_local else 0)
    made.clear()
    with pytest.raises(ProviderTimeout):
        send(world, ports_of(world, ProviderTimeout("slow")))
    assert bool(made) == is_local, "the error, too"


def test_a_new_version_supersedes_and_keeps_when_content_was_first_asked_for(world) -> None:
    one, two = "Tides flood the marsh twice a day.", "Tides flood the marsh."
    ports = ports_of(world, answer(one), answer(), answer(two))
    send(world, ports)
    first = pending(world)
    assert send(world, ports, "Why?")["status"] is None and pending(world) == first, "an answer alone changes nothing"
    send(world, ports, "Shorter.")
    second = pending(world)
    assert second.id != first.id and second.requested_at == first.requested_at
    with reading():
        answers = [each for each in stored.page(world.session_id).items if each.role == "assistant"]
    assert [each.status for each in answers] == ["superseded", None, "pending_approval"]


def test_the_same_request_again_reuses_its_message(world) -> None:
    ports = ports_of(world, ProviderTimeout(), answer(), answer())
    with pytest.raises(ProviderTimeout):
        send(world, ports, request_key="k")
    send(world, ports, request_key="k")
    assert [text for role, text in said(world) if role == "user"] == ["Add a paragraph."]
    send(world, ports, "Something else.", request_key="k")
    assert [text for role, text in said(world) if role == "user"] == ["Add a paragraph.", "Something else."]


def test_what_is_attached_is_kept_and_shown_to_the_model(world) -> None:
    ports = ports_of(world, answer())
    send(
        world,
        ports,
        attached_sections=(AttachedSection("highlight", "Roots breathe.", note="why?", source="Notebook"),),
    )
    with reading():
        (message,) = [each for each in stored.page(world.session_id).items if each.role == "user"]
    assert message.attached_sections[0]["content"] == "Roots breathe."
    assert any("Roots breathe." in turn.content for turn in ports.writer.requests[0].turns)


def test_one_message_of_a_session_at_a_time_and_the_second_leaves_no_trace(world) -> None:
    ports = ports_of(world)
    run = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "First."))[0]
    with pytest.raises(Conflict) as caught:
        drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Second."))
    assert caught.value.extra["run_id"] == run.id and said(world) == [("user", "First.")]


def test_another_users_session_is_not_found_and_untouched(world) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    ports = ports_of(world)
    for session in (world.session_id, str(uuid.uuid4()), "x"):
        with pytest.raises(NotFound):
            drafting.send(ports, other.id, SendMessage(session, "Let me in."))
    assert said(world) == [] and not ports.writer.requests


def test_a_message_stays_in_its_session(world) -> None:
    ports = ports_of(world, answer("Tides."), answer())
    send(world, ports, "A secret about whales.")
    other = sessions.create(world.ports, world.user_id).id
    drafting.send(ports, world.user_id, SendMessage(other, "Hello there."))
    assert not any("whales" in turn.content or "Tides" in turn.content for turn in ports.writer.requests[1].turns)


def test_a_model_that_is_not_allowed_is_refused_before_anything_is_stored(world) -> None:
    with pytest.raises(Refused) as caught:
        send(world, ports_of(world), wanted=Wanted("huge", "odd"))
    assert set(caught.value.errors or ()) == {"models.chat", "models.system"} and said(world) == []


def test_what_failed_on_the_way_to_the_answer_is_among_its_warnings(world) -> None:
    class Lacking(ScriptedModel):
        def complete(self, *given: Any, **more: Any) -> Any:
            return replace(super().complete(*given, **more), warnings=("arxiv was away.",))

    made = send(world, replace(world.ports, writer=Lacking(answer("Tides flood."))))
    assert "arxiv was away." in made["warnings"] and made["document_content"] == "Tides flood."


@pytest.mark.parametrize("mode", ["write", "research"])
def test_a_rewrite_keeps_the_mode_and_the_attachments_of_the_request(world, mode) -> None:
    ports = ports_of(world, answer("Tides flood the marsh."), answer("The marsh is flooded by tides."))
    highlight = AttachedSection("highlight", "Roots breathe.")
    send(world, ports, mode=mode, attached_sections=(highlight,))
    command = RewriteDraft(world.session_id, instruction="Use the passive.")
    made = drafting.rewrite(ports, world.user_id, command)
    assert made["meta"]["mode"] == mode
    with reading():
        asked = [each for each in stored.page(world.session_id).items if each.role == "user"]
    assert [each.mode for each in asked] == [mode, mode]
    assert any("Roots breathe." in turn.content for turn in ports.writer.requests[1].turns)


def test_a_message_may_name_the_draft_that_it_revises_and_no_other(world) -> None:
    ports = ports_of(world, answer("Tides flood."), answer("Storms flood."), answer("Tides flood twice."))
    first = send(world, ports)["pending_content_id"]
    other = send(world, ports, draft="new")["pending_content_id"]
    made = send(world, ports, "Say twice.", draft=first)
    assert made["revises"] == first and pending(world).id == made["pending_content_id"]
    with reading():
        assert {each.id for each in drafts.waiting(world.session_id)} == {other, made["pending_content_id"]}
    with pytest.raises(NotFound):
        send(world, ports, "Say twice.", draft=str(uuid.uuid4()))


def test_again_after_a_rejection_is_the_rejected_text_also_while_an_older_draft_waits(world) -> None:
    documents.put(
        world.ports, world.owned, '"0"', "# Ice\n\nIt was cold.\n\nIt was very wet.\n\n# Mud\n\nIt was warm.\n"
    )
    answers = answer("Snow fell."), answer("Wet."), answer("It was wet and dark."), answer("Snow fell twice.")
    ports = replace(ports_of(world, *answers), placer=None)
    older = send(world, ports, "Write a sentence for Mud.")["pending_content_id"]
    first = send(world, ports, "Rewrite the second paragraph of Ice.", draft="new")["pending_content_id"]
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, first))
    again = send(world, ports, "again please")
    assert again["revises"] == first
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, again["pending_content_id"]))
    assert send(world, ports, "too short")["revises"] == older


def test_only_an_open_draft_with_a_text_is_rewritten(world) -> None:
    ports = replace(ports_of(world, answer("Tides flood the marsh.")), placer=None)
    with pytest.raises(Conflict, match="no pending or rejected content"):
        drafting.rewrite(ports, world.user_id, RewriteDraft(world.session_id))
    first = send(world, ports)["pending_content_id"]
    approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    for again in (partial(send, world, ports, "Shorter.", draft=first), partial(rewrite, world, ports, first)):
        with pytest.raises(Conflict, match="already approved, so it was not rewritten") as caught:
            again()
        assert caught.value.extra == {"status_of_content": "approved"}
    edit = send(world, ports, "Delete the first paragraph.")
    assert edit["intent"] == "edit"
    with pytest.raises(Conflict, match="without new text"):
        rewrite(world, ports, edit["pending_content_id"])
    assert len(ports.writer.requests) == 1


def test_a_rewrite_can_be_begun_and_done_later(world) -> None:
    ports = ports_of(world, answer("Tides flood the marsh."), answer("The marsh is flooded."))
    first = send(world, ports)["pending_content_id"]
    run, work = drafting.begin(ports, world.user_id, RewriteDraft(world.session_id, first, "Use the passive."))
    assert run.kind == "rewrite" and len(ports.writer.requests) == 1
    assert work(ports)["document_content"] == "The marsh is flooded."
    assert "Use the passive." in str(ports.writer.requests[-1].turns)


def test_again_after_a_rejection_with_another_place_is_a_new_text(world) -> None:
    documents.put(world.ports, world.owned, '"0"', "# Ice\n\nIt was cold.\n\n# Mud\n\nIt was warm.\n")
    ports = ports_of(world, answer("Snow fell."), answer("Mud dried."))
    send(world, ports, "Add a sentence to Ice.")
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id))
    assert send(world, ports, "Try again, for the section Mud.")["revises"] is None


def test_again_after_a_rejection_shows_the_model_the_rejected_text_and_the_reason(world) -> None:
    ports = ports_of(world, answer("Tides flood the marsh."), answer("Twice a day, tides flood the marsh."))
    send(world, ports)
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id, reason="It does not say how often."))
    made = send(world, ports, "try again")
    shown = str(ports.writer.requests[-1].turns)
    assert "REJECTED CONTENT" in shown and "Tides flood the marsh." in shown and "It does not say how often." in shown
    with reading():
        assert drafts.get(world.session_id, made["revises"]).status == "rejected"


@pytest.mark.parametrize(
    "more", [{"mode": "research"}, {"attached_sections": (AttachedSection("highlight", "Roots breathe."),)}]
)
def test_again_after_a_rejection_is_a_new_text_for_a_research_or_an_attached_passage(world, more) -> None:
    ports = ports_of(world, answer("Tides flood the marsh."), answer("Roots breathe at low tide."))
    send(world, ports)
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id))
    assert send(world, ports, "That was too short, try again.", **more)["revises"] is None


def test_again_after_a_rejection_is_another_version_of_the_rejected_text(world) -> None:
    documents.put(
        world.ports, world.owned, '"0"', "# Ice\n\nIt was cold.\n\nIt was very wet.\n\n# Mud\n\nIt was warm.\n"
    )
    ports = replace(ports_of(world, answer("Wet."), answer("It was wet and dark."), answer("Rain.")), placer=None)
    first = send(world, ports, "Rewrite the second paragraph of Ice.")
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id))
    again = send(world, ports, "That was too short, try again.")
    assert again["revises"] == first["pending_content_id"]
    assert "It was very wet." in str(ports.writer.requests[-1].turns)
    with reading():
        assert drafts.get(world.session_id, again["pending_content_id"]).reject_reason is None, "none was given"
    shown = approval.preview(ports, world.user_id, ApprovalCommand(world.session_id))
    place = shown["placement"]
    assert (shown["sure"], place["operation"], place["anchor"]["block"]) == (True, "replace", 2)
    approval.reject(ports, world.user_id, ApprovalCommand(world.session_id))
    assert send(world, ports, "Now a sentence on rain at the end of Mud.")["revises"] is None
