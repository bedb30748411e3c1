"""One clock for all machines."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import sqlalchemy as sa
from flask import Flask

from backend.storage import database_clock, runs, sessions, users
from backend.storage.database_clock import DatabaseClock, local_time
from backend.storage.db import close_database, execute, init_database, reading, transaction
from backend.storage.run_owner import Lease
from backend.storage.runs import NewRun

HOUR = timedelta(hours=1)


@pytest.fixture
def app(_postgres, make_app: Callable[[str], Flask]) -> Flask:
    return make_app(_postgres.emptied())


def _off(by: timedelta) -> Callable[[], datetime]:
    return lambda: datetime.now(UTC) + by


def test_machines_whose_clocks_are_apart_say_the_same(app: Flask) -> None:
    ahead, behind = DatabaseClock(app, _off(HOUR)), DatabaseClock(app, _off(-HOUR))
    with app.app_context(), reading():
        before = execute(sa.text("SELECT clock_timestamp()")).scalar_one()
        told = ahead(), behind()
        after = execute(sa.text("SELECT clock_timestamp()")).scalar_one()
    slack = timedelta(minutes=1)  # a busy machine may pause between two questions
    assert all(before - slack < each < after + slack for each in told)


def test_no_run_ends_because_another_machine_is_ahead(app: Flask) -> None:
    ahead, behind = DatabaseClock(app, _off(HOUR)), DatabaseClock(app, _off(-HOUR))
    with app.app_context():
        with transaction():
            user = users.create("ada@example.org", "Ada", "hash", behind())
            session = sessions.create(user.id, "A paper", behind())
            run = runs.begin(NewRun(session.id, user.id, "message"), Lease("far:boot:1:1", behind(), 300))
        with reading():
            assert runs.abandoned(ahead()) == ()
            assert [each.id for each in runs.abandoned(ahead() + HOUR)] == [run.id]


def test_a_clock_that_is_set_meanwhile_changes_nothing(app: Flask) -> None:
    shift = [timedelta()]
    clock = DatabaseClock(app, lambda: local_time() + shift[0])
    before = clock()
    shift[0] = HOUR
    assert abs(clock() - before) < HOUR / 2


def test_a_new_connection_corrects_what_was_counted_wrong(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, real = DatabaseClock(app), database_clock._seconds
    clock()
    monkeypatch.setattr(database_clock, "_seconds", lambda: real() + 3600)
    wrong = clock()
    with app.app_context():
        close_database()
        with reading():
            pass
    assert wrong - clock() > HOUR / 2


def test_sqlite_and_a_database_that_is_away_leave_the_time_to_this_machine(sqlite_url: str) -> None:
    for url in (sqlite_url, "postgresql+psycopg://postgres@127.0.0.1:9/x"):
        app = Flask("clock")
        init_database(app, url)
        noon = datetime(2026, 3, 1, 12, tzinfo=UTC)
        assert DatabaseClock(app, lambda noon=noon: noon)() == noon
