"""A user with a session, on either database, and a clock that stands where a test puts it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from backend.storage import sessions, users
from backend.storage.db import db, transaction
from backend.storage.sessions import Session
from backend.storage.users import User

NOW = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)


def later(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@dataclass(frozen=True)
class World:
    """An app with one user who has one session."""

    app: Flask
    user: User
    session: Session


@pytest.fixture
def app(database_url: str, make_app: Callable[[str], Flask]) -> Iterator[Flask]:
    """An app on a fresh database, its context pushed. No connection may be out when the test is over."""
    made = make_app(database_url)
    with made.app_context():
        yield made
        assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


@pytest.fixture
def world(app: Flask) -> World:
    with transaction():
        user = users.create("ada@example.org", "Ada", "hash", NOW)
        session = sessions.create(user.id, "A paper", NOW)
    return World(app, user, session)
