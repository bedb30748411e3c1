"""What is old goes in bounded steps; what is still needed stays, however old."""

from __future__ import annotations

from backend.kernel.events import Numbered
from backend.storage import drafts, messages, retention, revisions, run_events, runs
from backend.storage.db import reading, transaction
from backend.storage.drafts import NewDraft
from backend.storage.run_owner import Lease
from backend.storage.runs import Ending, NewRun
from tests.storage.conftest import NOW, World, later


def held(world: World, text: str, base=None):
    with transaction():
        message = messages.add(world.session.id, "assistant", "Here.", NOW, document_content=text, raw="raw")
        new = NewDraft(world.session.id, message.id, text, requested_at=NOW, requested_number=1, thread=(), base=base)
        return drafts.hold(new, NOW)


def test_events_go_and_the_run_with_its_result_stays(world: World) -> None:
    with transaction():
        for number in range(3):
            run = runs.begin(NewRun(world.session.id, world.user.id, "write", None), Lease("o", NOW, 45))
            run_events.add([(run.id, Numbered(1, "phase", {"run_id": run.id}))], NOW)
            if number < 2:
                runs.end(run.id, Ending("succeeded", result={"answer": number}), later(number))
        assert retention.remove_events(later(100), 1) and retention.remove_events(later(100), 1)
        assert not retention.remove_events(later(100), 1)
        assert run_events.after(run.id) != (), "it goes on"
        ended = [runs.get(world.user.id, each.id).result for each in runs.page(world.user.id).items]
        assert [each for each in ended if each] in ([{"answer": 0}, {"answer": 1}], [{"answer": 1}, {"answer": 0}])


def test_raw_answers_are_forgotten_by_age(world: World) -> None:
    draft = held(world, "Text.")
    with transaction():
        assert not retention.remove_raw_answers(NOW, 10) and messages.raw(draft.message_id) == "raw"
        assert not retention.remove_raw_answers(later(1), 10) and messages.raw(draft.message_id) is None


def test_closed_drafts_go_with_their_text_and_open_and_approved_ones_stay(world: World) -> None:
    rejected, approved, first = held(world, "rejected"), held(world, "approved"), held(world, "first version")
    second = held(world, "second version", base=first)
    with transaction():
        drafts.reject(rejected.id, None, NOW)
        drafts.approve(approved, "approved", {}, NOW)
        revisions.add(world.session.id, 0, "approved", "placed", NOW, draft_id=approved.id)
        assert not retention.remove_closed_drafts(NOW, 10)
        assert not retention.remove_closed_drafts(later(1), 10)
    with reading():
        kept = drafts.of_messages(world.session.id, [each.message_id for each in (rejected, approved, first, second)])
        assert {each.id for each in kept.values()} == {approved.id, first.id, second.id}
        assert messages.get(rejected.message_id).document_content == ""
        assert messages.get(approved.message_id).document_content == "approved"
