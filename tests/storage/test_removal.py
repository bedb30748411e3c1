"""Removing an account in steps: bounded, restartable, and nothing is left."""

from __future__ import annotations

from datetime import timedelta

import pytest
import sqlalchemy as sa

from backend.storage import library_works, messages, removal, revisions, sessions, tables, users
from backend.storage.db import db, execute, reading, transaction
from backend.storage.uploaded_files import Upload
from tests.storage.conftest import NOW, World


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
