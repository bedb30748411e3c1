from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa

from backend.document.revision import digest
from backend.errors import NotFound
from backend.kernel.works import Citation
from backend.storage import drafts, messages, sessions
from backend.storage.db import new_id, reading, transaction
from backend.storage.drafts import DraftRow
from tests.storage.conftest import NOW, World, later

CITATION = Citation("c1", "T", None, "10.1/x", "unresolved")


def _hold(world: World, content: str = "content", seconds: float = 0) -> DraftRow:
    request = messages.add(world.session.id, "user", "write", later(seconds))
    message = messages.add(
        world.session.id, "assistant", "done", later(seconds), document_content=content, status="pending_approval"
    )
    return drafts.hold(
        world.session.id, message.id, content, ("s",), (CITATION,), NOW, 1, True, later(seconds), request.id
    )


def _status(draft: DraftRow) -> tuple[str, str | None]:
    return drafts.get(draft.session_id, draft.id).status, messages.get(draft.message_id).status


def test_a_held_draft_comes_back_and_is_the_sessions_pending_content(world: World) -> None:
    with transaction():
        assert drafts.pending(world.session.id) is None
        held = _hold(world)
        assert drafts.pending(world.session.id) == drafts.get(world.session.id, held.id) == held
        assert sessions.get(world.user.id, world.session.id).pending_content_id == held.id
    assert (held.sources, held.citations, held.truncated) == (("s",), (CITATION,), True)
    assert (held.status, held.approval, held.requested_at) == ("pending", None, NOW)


def test_new_content_supersedes_what_was_open(world: World) -> None:
    with transaction():
        first = _hold(world, "first")
        second = _hold(world, "second", 1)
        third = _hold(world, "third", 2)
        assert _status(first) == _status(second) == ("superseded", "superseded")
        assert _status(third) == ("pending", "pending_approval")
        assert not drafts.approve(second.id, "second", {}, NOW), "its approval must not go through any more"
        assert sessions.page(world.user.id).items[0].pending_content_id == third.id


def test_two_open_drafts_are_impossible(world: World) -> None:
    with transaction():
        first = _hold(world)
        second = _hold(world)
    with pytest.raises(sa.exc.IntegrityError), transaction():
        drafts.execute(sa.text("UPDATE drafts SET status = 'pending' WHERE id = :id"), {"id": first.id})
    with reading():
        assert drafts.pending(world.session.id) == second


def test_drafts_of_other_sessions_and_malformed_ids_are_not_found(world: World) -> None:
    with transaction():
        held = _hold(world)
        other = sessions.create(world.user.id, None, NOW)
        for session_id, draft_id in ((other.id, held.id), (world.session.id, "x"), (world.session.id, new_id())):
            with pytest.raises(NotFound):
                drafts.get(session_id, draft_id)


def test_approval_is_final(world: World) -> None:
    with transaction():
        held = _hold(world)
        answer = {"revision": 1, "document": "text" * 1000}
        assert drafts.approve(held.id, "edited", answer, later(2))
        assert not drafts.approve(held.id, "again", {}, later(3))
        assert not drafts.reject(held.id, None, later(3))
        done = drafts.get(world.session.id, held.id)
        assert (done.content, done.approved_content, done.approval) == ("content", "edited", answer)
        assert done.decided_at == later(2)
        assert _status(held) == ("approved", "approved")
        assert drafts.pending(world.session.id) is None


def test_reject_and_the_last_rejected(world: World) -> None:
    with transaction():
        assert drafts.last_rejected(world.session.id) is None
        first, reason = _hold(world, "first"), "Too long."
        assert drafts.reject(first.id, reason, later(1))
        assert not drafts.reject(first.id, "again", later(2))
        second = _hold(world, "second")
        assert drafts.reject(second.id, None, later(3))
        assert _status(first) == _status(second) == ("rejected", "rejected")
        assert drafts.last_rejected(world.session.id) == drafts.get(world.session.id, second.id)
        assert drafts.get(world.session.id, first.id).reject_reason == reason


def test_of_many_threads_one_approves(world: World) -> None:
    with transaction():
        held = _hold(world)
    gate = threading.Barrier(6)
    won: list[int] = []

    def grab(number: int) -> None:
        with world.app.app_context():
            gate.wait()
            with transaction():
                if drafts.approve(held.id, str(number), {}, NOW):
                    won.append(number)

    threads = [threading.Thread(target=grab, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading():
        assert [drafts.get(world.session.id, held.id).approved_content] == [str(number) for number in won]


def test_a_kept_plan_is_for_one_content_on_one_revision(world: World) -> None:
    plan, other = {"operation": "append_to_document"}, {"operation": "prepend_to_document"}
    with transaction():
        held = _hold(world)
        drafts.keep_plan(held.id, 3, digest("x"), plan)
        assert drafts.plan(held.id, 3, digest("x")) == plan
        assert drafts.plan(held.id, 4, digest("x")) is None
        assert drafts.plan(held.id, 3, digest("y")) is None
        drafts.keep_plan(held.id, 4, digest("y"), other)
        assert drafts.plan(held.id, 3, digest("x")) is None
        assert drafts.plan(held.id, 4, digest("y")) == other
