from __future__ import annotations

import threading
from dataclasses import replace
from typing import Any

import pytest

from backend.document.revision import digest
from backend.errors import NotFound
from backend.kernel.works import Citation
from backend.storage import drafts, messages, sessions
from backend.storage.db import new_id, reading, transaction
from backend.storage.drafts import DraftRow, NewDraft, ThreadMessage
from tests.storage.conftest import NOW, World, later

CITATION = Citation("c1", "T", None, "10.1/x", "unresolved")


def _hold(world: World, content: str = "content", seconds: float = 0, **more: Any) -> DraftRow:
    request = messages.add(world.session.id, "user", "write", later(seconds))
    message = messages.add(
        world.session.id, "assistant", "done", later(seconds), document_content=content, status="pending_approval"
    )
    said = (ThreadMessage("request", request.id),)
    new = NewDraft(world.session.id, message.id, content, NOW, 1, said, ("s",), (CITATION,), True, **more)
    return drafts.hold(new, later(seconds))


def _status(draft: DraftRow) -> tuple[str, str | None]:
    return drafts.get(draft.session_id, draft.id).status, messages.get(draft.message_id).status


def test_a_held_draft_comes_back_and_is_the_sessions_pending_content(world: World) -> None:
    with transaction():
        assert drafts.waiting(world.session.id) == ()
        held = _hold(world)
        assert drafts.waiting(world.session.id) == (drafts.get(world.session.id, held.id),) == (held,)
        assert sessions.get(world.user.id, world.session.id).pending_content_id == held.id
    assert (held.sources, held.citations, held.truncated) == (("s",), (CITATION,), True)
    assert (held.status, held.approval, held.requested_at) == ("pending", None, NOW)


def test_drafts_wait_side_by_side_and_only_a_newer_version_closes_one(world: World) -> None:
    with transaction():
        first = _hold(world, "first")
        second = _hold(world, "second", 1)
        third = _hold(world, "third", 2, base=first)
        assert _status(first) == ("superseded", "superseded")
        assert _status(second) == _status(third) == ("pending", "pending_approval")
        assert [each.id for each in drafts.waiting(world.session.id)] == [third.id, second.id]
        assert sessions.page(world.user.id).items[0].pending_content_ids == (third.id, second.id)
        assert drafts.versions(world.session.id, [first.root]) == {first.root: (first.id, third.id)}
        assert drafts.newest_version(first) == drafts.get(world.session.id, third.id)


def test_an_older_version_is_approved_and_the_newer_one_closes(world: World) -> None:
    with transaction():
        first = _hold(world, "first")
        second = _hold(world, "second", 1, base=first)
        assert drafts.approve(first, "first", {}, later(2))
        assert _status(first) == ("approved", "approved")
        assert _status(second) == ("superseded", "superseded")
        assert not drafts.approve(second, "second", {}, later(3)), "one version of a draft is approved, once"


def test_a_rewritten_version_was_rejected_with_the_reason(world: World) -> None:
    with transaction():
        first = _hold(world, "first")
        second = _hold(world, "second", 1, base=first, base_becomes="rejected", reject_reason="Too long.")
        assert drafts.get(world.session.id, first.id).reject_reason == "Too long."
        assert (_status(first)[0], second.revises, second.root) == ("rejected", first.id, first.id)


def test_a_move_joins_the_thread_and_voids_the_kept_plan(world: World) -> None:
    place = {"operation": "append_to_document"}
    with transaction():
        held = _hold(world)
        drafts.keep_plan(held.id, 3, digest("x"), place)
        order = messages.add(world.session.id, "user", "Put it at the end.", later(1))
        drafts.move(held, order.id, place)
        moved = drafts.get(world.session.id, held.id)
        assert [each.part for each in moved.thread] == ["request", "move"] and moved.place == place
        assert drafts.plan(held.id, 3, digest("x")) is None and drafts.plans([held.id]) == {}


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
        assert drafts.approve(held, "edited", answer, later(2))
        assert not drafts.approve(held, "again", {}, later(3))
        assert not drafts.reject(held.id, None, later(3))
        done = drafts.get(world.session.id, held.id)
        assert (done.content, done.approved_content, done.approval) == ("content", "edited", answer)
        assert done.decided_at == later(2)
        assert _status(held) == ("approved", "approved")
        assert drafts.waiting(world.session.id) == ()


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


def test_the_last_approved(world: World) -> None:
    with transaction():
        assert drafts.last_approved(world.session.id) is None
        for number, text in enumerate(("first", "second"), start=1):
            assert drafts.approve(_hold(world, text), text, {}, later(number))
        assert drafts.reject(_hold(world, "third").id, None, later(3))
        last = drafts.last_approved(world.session.id)
    assert last is not None and last.approved_content == "second"


def test_the_last_that_was_requested_before_a_message(world: World) -> None:
    with transaction():
        first = _hold(world, "first")
        assert drafts.requested_before(world.session.id, first.requested_number) is None
        found = drafts.requested_before(world.session.id, first.requested_number + 1)
        assert found is not None and found.id == first.id


def test_of_many_threads_one_approves(world: World) -> None:
    with transaction():
        held = _hold(world)
    gate = threading.Barrier(6)
    won: list[int] = []

    def grab(number: int) -> None:
        with world.app.app_context():
            gate.wait()
            with transaction():
                if drafts.approve(held, str(number), {}, NOW):
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


def test_a_draft_cites_by_key_where_one_of_its_citations_has_one(world: World) -> None:
    with transaction():
        draft = _hold(world, "Text.")
    plain = replace(CITATION, metadata={})
    assert not draft.cites_by_key and not replace(draft, citations=(plain,)).cites_by_key
    assert replace(draft, citations=(plain, replace(plain, metadata={"key": "berg2021"}))).cites_by_key
