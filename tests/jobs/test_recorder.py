"""What runs tell is stored in order, all of it, and one must not keep the others from being stored."""

from __future__ import annotations

import threading

import pytest
from sqlalchemy.exc import StatementError

from backend.bootstrap import create_core
from backend.errors import Busy
from backend.kernel.events import Event
from backend.services import accounts, drafting, run_progress, runs, sessions
from backend.services.drafting import SendMessage
from backend.settings import Settings
from backend.storage import run_events
from backend.storage import runs as stored
from backend.storage.db import db, reading
from tests.waiting import until


def test_what_the_database_refuses_of_one_run_holds_up_no_other(tmp_path, database_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        ports = app.extensions["coscribe"]
        user = accounts.register(ports, "a@example.org", "a quiet long phrase")
        made = []
        for _ in range(2):
            command = SendMessage(sessions.create(ports, user.id).id, "Add a paragraph.")
            made.append(drafting.begin(ports, user.id, command)[0])
        with runs.hold(ports, made[0]) as good:
            with pytest.raises(StatementError), runs.hold(ports, made[1]) as odd:
                odd.emit(Event("phase", {"phase": object()}))  # no JSON
                good.emit(Event("phase", {"phase": "retrieving"}))
                good.progress.ask()  # raises Busy, if it can't be stored
            with reading():
                assert stored.get(user.id, made[0].id).asked_at is not None
                assert [each.number for each in run_events.after(made[0].id)] == [1, 2]
        db.engine.dispose()


@pytest.fixture
def begun(tmp_path, database_url):
    """The ports, the user, and two runs in sessions of their own."""
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        ports = app.extensions["coscribe"]
        user = accounts.register(ports, "a@example.org", "a quiet long phrase")
        made = [
            drafting.begin(ports, user.id, SendMessage(sessions.create(ports, user.id).id, "Add a paragraph."))[0]
            for _ in range(2)
        ]
        yield ports, user, made
        db.engine.dispose()


def told(run):
    with reading():
        return run_events.after(run.id)


def test_what_many_threads_tell_of_two_runs_is_stored_in_order_and_once(begun):
    ports, _, made = begun
    with runs.hold(ports, made[0]) as one, runs.hold(ports, made[1]) as other:

        def tell(number):
            for holding in (one, other):
                holding.emit(Event("phase", {"phase": f"step {number}"}))

        threads = [threading.Thread(target=tell, args=(number,)) for number in range(30)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    for run in made:
        said = told(run)
        assert [each.number for each in said] == list(range(1, 33)) and said[-1].name == "final_answer"
        assert {each.data["phase"] for each in said[1:-1]} == {f"step {number}" for number in range(30)}


def test_a_database_that_is_busy_for_a_while_loses_nothing(begun, monkeypatch):
    ports, _, made = begun
    real, refused = run_progress.store, []

    def store(*given, **more):
        if len(refused) < 3:
            refused.append(None)
            raise Busy
        return real(*given, **more)

    monkeypatch.setattr(run_progress, "store", store)
    with runs.hold(ports, made[0]) as holding:
        holding.emit(Event("phase", {"phase": "retrieving"}))
        until(lambda: len(told(made[0])) == 2 or None)
    assert len(refused) == 3 and [each.number for each in told(made[0])] == [1, 2, 3]


def test_only_the_run_that_is_meant_is_stopped(begun):
    ports, user, made = begun
    with runs.hold(ports, made[0]) as one, runs.hold(ports, made[1]) as other:
        assert runs.cancel(ports, user.id, made[0].id, "retrieval")[1] is True
        ports.recorder.stop("no such run", "all")
        assert one.progress.searching.wanted and not one.progress.stop_request.wanted
        assert not other.progress.searching.wanted and not other.progress.stop_request.wanted
    assert runs.cancel(ports, user.id, made[0].id, "all")[1] is False, "there is nothing left to stop"
