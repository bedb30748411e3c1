"""A mark differs once anything was committed by anybody, and stays the same while nothing is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.storage import sessions, users
from backend.storage.changes import ChangeWatch
from backend.storage.db import db, reading, transaction
from tests.pgbouncer import pgbouncer
from tests.storage.conftest import NOW, World


@pytest.fixture
def watch(world: World) -> Iterator[ChangeWatch]:
    made = ChangeWatch()
    yield made
    made.close()


def test_reading_changes_nothing_and_a_commit_does(world: World, watch: ChangeWatch) -> None:
    before = watch.mark()
    with reading():
        sessions.own(world.user.id, world.session.id)
    assert watch.mark() == before
    with transaction():
        sessions.create(world.user.id, "Another paper", NOW)
    after = watch.mark()
    assert after != before
    assert watch.mark() == after


def test_what_is_not_committed_is_no_news(world: World, watch: ChangeWatch) -> None:
    before = watch.mark()
    with pytest.raises(ZeroDivisionError), transaction():
        raise ZeroDivisionError
    assert watch.mark() == before


def test_each_commit_is_noticed_however_quick(world: World, watch: ChangeWatch) -> None:
    seen = {watch.mark()}
    for number in range(20):
        with transaction():
            sessions.create(world.user.id, f"Paper {number}", NOW)
        seen.add(watch.mark())
    assert len(seen) == 21


def test_a_broken_connection_is_opened_anew(world: World, watch: ChangeWatch) -> None:
    watch.mark()
    if watch._connection is None:
        pytest.skip("with PostgreSQL the watch has no connection of its own")
    watch._connection.connection.dbapi_connection.close()
    with pytest.raises(SQLAlchemyError):
        watch.mark()
    assert watch.mark()


def test_commits_are_noticed_behind_a_pooler(_postgres, make_app) -> None:
    with pgbouncer(_postgres.emptied()) as url:
        app: Flask = make_app(url)
        with app.app_context():
            watch = ChangeWatch()
            before = watch.mark()
            assert watch.mark() == before
            with transaction():
                sessions.create(_user(), "A paper", NOW)
            assert watch.mark() != before
            watch.close()
            db.engine.dispose()


def _user() -> str:
    return users.create("ada@example.org", "Ada", "hash", NOW).id
