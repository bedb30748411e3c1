"""The thread of the upkeep: one per data folder, and no failure gets out of it."""

from __future__ import annotations

import fcntl
import threading

import pytest

from backend.bootstrap import create_app, prepare
from backend.errors import Busy
from backend.jobs import upkeep
from backend.storage.db import db
from tests.waiting import PATIENCE


@pytest.fixture
def app(tmp_path):
    app = create_app(environ={"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_LOG_LEVEL": "WARNING"})
    prepare(app)
    yield app
    with app.app_context():
        db.engine.dispose()


def work(app):
    upkeep.do_upkeep(app)


def test_every_step_is_done_in_an_application_context(app, monkeypatch):
    done = []

    def steps(ports):
        for number in range(3):
            db.session.connection()  # refused outside of one
            done.append(number)
            yield

    monkeypatch.setattr(upkeep, "upkeep", steps)
    work(app)
    assert done == [0, 1, 2]


def test_processes_that_share_a_data_folder_leave_it_to_one_of_them(app, tmp_path, monkeypatch):
    done = []
    monkeypatch.setattr(upkeep, "upkeep", lambda ports: iter(done.append(1) or ()))
    with open(tmp_path / upkeep.LOCK_FILE, "w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        work(app)
        assert not done
    work(app)
    assert done == [1]


def test_a_database_that_is_away_ends_it_with_a_line_in_the_log(app, monkeypatch, caplog):
    def steps(ports):
        raise Busy("The database is busy.", retry_after=1)
        yield

    monkeypatch.setattr(upkeep, "upkeep", steps)
    with caplog.at_level("WARNING", "backend"):
        work(app)
    assert "maintenance of the data failed" in caplog.text


def test_it_is_done_again_after_a_while(app, monkeypatch):
    done, twice = [], threading.Event()

    def steps(ports):
        done.append(len(done))
        if len(done) == 2:
            twice.set()
        return iter(())

    monkeypatch.setattr(upkeep, "upkeep", steps)
    monkeypatch.setattr(upkeep, "EVERY", 0.01)
    upkeep.start_upkeep(app)
    assert twice.wait(PATIENCE)
    monkeypatch.setattr(upkeep, "EVERY", 3600)
