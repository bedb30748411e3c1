"""The heartbeat keeps what is held, and nothing that isn't any more."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest

from backend.bootstrap import create_core
from backend.channels.memory import MemoryChannel
from backend.jobs.heartbeat import ProcessHeartbeat
from backend.jobs.recorder import RunRecorder
from backend.services import accounts, runs, sessions
from backend.settings import Settings
from backend.storage import runs as stored
from backend.storage.db import db, reading, transaction
from tests.waiting import PATIENCE


@pytest.fixture
def app(tmp_path, database_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        yield app
        db.engine.dispose()


def test_only_what_is_held_is_kept_alive(app):
    """A run whose end the database could not be told of must not live on with those that go on."""
    ports = app.extensions["coscribe"]
    user = accounts.register(ports, "a@example.org", "a quiet long phrase")
    made = [sessions.create(ports, user.id).id for _ in range(2)]
    with transaction():
        held, left = (runs.begin(ports, user.id, session_id, "message") for session_id in made)
    beaten = threading.Event()
    asked = []

    def clock():
        asked.append(None)
        if len(asked) > 1:
            beaten.set()  # the first beat has been committed
        return ports.clock() + timedelta(minutes=5)

    with ProcessHeartbeat(app, clock, RunRecorder(app, clock), MemoryChannel(), interval=0.01).beating(held.id):
        assert beaten.wait(PATIENCE)
    with reading():
        assert stored.get(user.id, held.id).lease_until > held.lease_until
        assert stored.get(user.id, left.id).lease_until == left.lease_until


def test_only_the_first_of_several_runs_wakes_the_thread(app, monkeypatch):
    channel, woken = MemoryChannel(), []
    monkeypatch.setattr(channel, "wake", lambda: woken.append(None))
    clock = app.extensions["coscribe"].clock
    pulse = ProcessHeartbeat(app, clock, RunRecorder(app, clock), channel, interval=0.01)
    with pulse.beating("1"):
        assert len(woken) == 1
        with pulse.beating("2"), pulse.beating("3"):
            assert len(woken) == 1
            with pulse.watching():
                assert len(woken) == 2
