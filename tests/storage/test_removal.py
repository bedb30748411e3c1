"""Removing an account in steps: bounded, restartable, and nothing is left."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from backend.kernel.events import Numbered
from backend.storage import (
    drafts,
    library_works,
    messages,
    removal,
    revisions,
    run_events,
    runs,
    sessions,
    tables,
    users,
)
from backend.storage.db import db, execute, reading, transaction
from backend.storage.drafts import NewDraft
from backend.storage.run_owner import Lease
from backend.storage.runs import Ending, NewRun
from backend.storage.uploaded_files import Upload
from tests.storage.conftest import NOW, World, later


def count(table: sa.Table) -> int:
    return execute(sa.select(sa.func.count()).select_from(table)).scalar_one()


def test_an_account_that_is_being_removed_is_shut_and_its_address_free(world: World) -> None:
    with transaction():
        users.open_family(world.user.id, "jti", NOW + timedelta(days=1), NOW)
        removal.begin(world.user.id, NOW)
        assert users.by_email("ada@example.org") is None and count(tables.families) == 0
        assert removal.unfinished() == (world.user.id,)
        other = users.create("Ada@example.org", None, "hash", NOW)
        assert users.by_email("ada@example.org") == other


def test_a_step_removes_a_bounded_number_of_rows(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(removal, "MOST_ROWS", 3)
    monkeypatch.setattr(removal, "MOST_REVISIONS", 2)
    with transaction():
        for number in range(7):
            messages.add(world.session.id, "user", str(number), NOW)
            revisions.add(world.session.id, number, f"text {number}", "edited", NOW)
    left = []
    more = True
    while more:
        with transaction():
            more = removal.remove_from_session(world.session.id)
            left.append(count(tables.messages) + count(tables.revisions))
    steps = [before - after for before, after in zip([15, *left], left, strict=False)]
    assert left[-1] == 0 and max(steps) <= 5, "each step at most one table's bound, the last of one and the next"
    with reading():
        assert count(tables.sessions) == 0


def test_nothing_is_left_when_every_step_is_done(world: World) -> None:
    with transaction():
        work = library_works.add(world.user.id, Upload(None, "a" * 64, 3), "a.txt", NOW)  # type: ignore[arg-type]
        assert work is not None and removal.next_work(world.user.id) == (work.number, work.id)
        assert removal.next_session(world.user.id) == world.session.id
        while removal.remove_runs(world.user.id):
            pass
        while removal.remove_from_session(world.session.id):
            pass
        while removal.remove_from_work(7, work.number):
            pass
        while removal.remove_user(world.user.id):
            pass
        shared = {"schema_support", "removed"}
        assert [each.name for each in db.metadata.sorted_tables if each.name not in shared and count(each)] == []


def test_what_was_removed_is_known_to_other_machines(world: World) -> None:
    with transaction():
        sessions.delete(world.session.id)
        removal.remember(world.session.id, NOW)
        removal.remember(world.session.id, NOW)
        assert removal.among_removed([world.session.id, world.user.id]) == {world.session.id}
        assert removal.among_removed([]) == set()


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
        assert removal.remove_events(later(100), 1) and removal.remove_events(later(100), 1)
        assert not removal.remove_events(later(100), 1)
        assert run_events.after(run.id) != (), "it goes on"
        ended = [runs.get(world.user.id, each.id).result for each in runs.page(world.user.id).items]
        assert [each for each in ended if each] in ([{"answer": 0}, {"answer": 1}], [{"answer": 1}, {"answer": 0}])


def test_raw_answers_are_forgotten_by_age(world: World) -> None:
    draft = held(world, "Text.")
    with transaction():
        assert not removal.remove_raw_answers(NOW, 10) and messages.raw(draft.message_id) == "raw"
        assert not removal.remove_raw_answers(later(1), 10) and messages.raw(draft.message_id) is None


def test_closed_drafts_go_with_their_text_and_open_and_approved_ones_stay(world: World) -> None:
    rejected, approved, first = held(world, "rejected"), held(world, "approved"), held(world, "first version")
    second = held(world, "second version", base=first)
    with transaction():
        drafts.reject(rejected.id, None, NOW)
        drafts.approve(approved, "approved", {}, NOW)
        revisions.add(world.session.id, 0, "approved", "placed", NOW, draft_id=approved.id)
        assert not removal.remove_closed_drafts(NOW, 10)
        assert not removal.remove_closed_drafts(later(1), 10)
    with reading():
        kept = drafts.of_messages(world.session.id, [each.message_id for each in (rejected, approved, first, second)])
        assert {each.id for each in kept.values()} == {approved.id, first.id, second.id}
        assert messages.get(rejected.message_id).document_content == ""
        assert messages.get(approved.message_id).document_content == "approved"
