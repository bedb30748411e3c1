"""Nothing is left of a rehearsal, and a busy database does not keep the process from starting."""

from __future__ import annotations

from contextlib import contextmanager

import sqlalchemy as sa

from backend.errors import Busy
from backend.services import rehearsal
from backend.storage.db import db, execute, reading


def _counts():
    with reading():
        tables = db.metadata.tables
        return {name: execute(sa.select(sa.func.count()).select_from(each)).scalar() for name, each in tables.items()}


def test_a_rehearsal_leaves_nothing(world):
    before = _counts()
    rehearsal.rehearse(world.ports)
    assert _counts() == before


def test_a_busy_database_does_not_stop_the_start(world, monkeypatch):
    @contextmanager
    def busy():
        raise Busy("busy")
        yield

    monkeypatch.setattr(rehearsal, "transaction", busy)
    rehearsal.rehearse(world.ports)
