"""The queue may lose, repeat and refuse: a run is done once all the same."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest
from flask import Flask
from huey import MemoryHuey

from backend.bootstrap import create_app
from backend.jobs import queue
from backend.jobs.queue import JsonMessages, Outages, QueueExecutor
from backend.services import accounts, drafting, run_kinds, run_recovery, runs, sessions
from backend.services.drafting import SendMessage
from backend.storage import runs as stored
from backend.storage.db import db, reading
from tests.fakes import ScriptedModel
from tests.redis_server import RedisServer

ANSWER = '{"message": "Here.", "document_content": "Text."}'


class World:
    def __init__(self, app, huey):
        self.app, self.huey = app, huey
        self.writer = ScriptedModel(ANSWER, ANSWER)
        self.executor = QueueExecutor(app, lambda **options: huey, (sqlite3.Error,))
        self.ports = replace(app.extensions["coscribe"], writer=self.writer, executor=self.executor)
        app.extensions["coscribe"] = self.ports
        self.user = accounts.register(self.ports, "a@example.org", "a quiet long phrase").id
        self.session = sessions.create(self.ports, self.user).id

    def begin(self):
        run = drafting.begin(self.ports, self.user, SendMessage(self.session, "Add a paragraph."))[0]
        self.executor.submit(self.user, run.id)
        return run

    def work(self):
        """What a worker does with the next task; whether there was one."""
        task = self.huey.dequeue()
        if task is not None:
            self.huey.execute(task)
        return task is not None

    def run(self, run):
        with reading():
            return stored.get(self.user, run.id)

    def later(self, **delta):
        now = self.ports.clock()
        return replace(self.ports, clock=lambda: now + timedelta(**delta))


@pytest.fixture
def world(tmp_path, database_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path / "data"),
        "COSCRIBE_DATABASE_URL": database_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_app(environ=settings)
    with app.app_context():
        yield World(app, MemoryHuey("coscribe", results=False, serializer=JsonMessages()))
        db.engine.dispose()


def test_a_run_waits_and_is_done_by_who_comes(world):
    run = world.begin()
    assert world.run(run).waits and not world.writer.requests
    assert world.work() and world.run(run).status == "succeeded" and world.run(run).attempts == 1
    assert not world.work()


def test_a_task_that_comes_twice_finds_nothing_to_do(world):
    run = world.begin()
    place = world.run(run).owner
    assert run_kinds.take_up(world.ports, world.user, run.id, place) is not None
    assert run_kinds.take_up(world.ports, world.user, run.id, place) is None
    assert world.work() and len(world.writer.requests) == 1


def test_a_task_that_the_queue_lost_is_put_there_again(world):
    run = world.begin()
    lost = world.run(run).owner
    world.huey.dequeue()
    run_recovery.sweep(world.later(seconds=10), resume=True)
    assert not world.work(), "its lease is not over yet"
    run_recovery.sweep(world.later(minutes=2), resume=True)
    assert world.run(run).owner != lost and world.run(run).waits
    assert run_kinds.take_up(world.ports, world.user, run.id, lost) is None
    assert world.work() and world.run(run).status == "succeeded" and world.run(run).attempts == 1


def test_what_no_worker_takes_up_ends_in_an_error(world):
    run = world.begin()
    run_recovery.sweep(world.later(minutes=20), resume=True)
    assert world.run(run).status == "failed" and "No worker" in world.run(run).error["detail"]


def test_what_waits_is_nobodys_to_end_but_may_be_withdrawn(world):
    run = world.begin()
    assert not stored.is_abandoned(world.run(run), world.later(minutes=2).clock())
    ended, going = runs.cancel(world.ports, world.user, run.id, "all")
    assert (ended.status, ended.error["title"], going) == ("cancelled", "Cancelled", True)
    assert world.work() and not world.writer.requests


def test_where_the_queue_is_away_the_work_is_done_here(world):
    def broken(data, priority=None):
        raise sqlite3.OperationalError("disk I/O error")

    world.huey.storage.enqueue = broken
    run = world.begin()
    world.executor._fallback._pool.shutdown(wait=True)
    assert world.run(run).status == "succeeded" and len(world.writer.requests) == 1


def test_the_default_queues_carry_a_task(tmp_path):
    """As the settings make them: on SQLite, and on Redis, also when that comes late or goes away."""
    base = {"COSCRIBE_DATA_DIR": str(tmp_path), "COSCRIBE_EXECUTOR": "huey", "COSCRIBE_LOG_LEVEL": "CRITICAL"}
    huey, enqueue = create_app(environ=base).extensions["coscribe"].executor._open()
    enqueue("user", "run", "place")
    assert tuple(huey.dequeue().args) == ("user", "run", "place")
    huey.storage.close()
    with RedisServer() as server:
        executor = create_app(environ=base | {"COSCRIBE_REDIS_URL": server.url}).extensions["coscribe"].executor
        huey, enqueue = executor._open()
        enqueue("user", "run", "place")
        assert tuple(huey.dequeue().args) == ("user", "run", "place")
        server.stop()
        with pytest.raises(executor._failures):
            enqueue("user", "run", "place")


def test_tasks_are_no_pickles():
    with pytest.raises(ValueError):
        JsonMessages().deserialize(b"\x80\x04cos\nsystem\n.")


def test_a_queue_that_could_not_be_reached_is_not_tried_again_at_once(world):
    tries = []

    def away(**_):
        tries.append(1)
        raise sqlite3.OperationalError("away")

    world.executor = QueueExecutor(world.app, away, (sqlite3.Error,))
    done = world.executor._fallback = Done()
    for _ in range(3):
        world.session = sessions.create(world.ports, world.user).id
        world.begin()
    assert len(tries) == 1 and len(done.runs) == 3


def test_a_worker_tells_once_that_the_queue_is_away_and_each_time_what_else_fails(caplog):
    reading = logging.getLogger("test.outages")
    reading.addFilter(Outages((sqlite3.Error,)))
    for error in (sqlite3.OperationalError("away"), sqlite3.OperationalError("away"), KeyError("run"), KeyError("run")):
        try:
            raise error
        except (sqlite3.Error, KeyError):
            reading.exception("Error reading from queue")
    away, *others = caplog.records
    assert away.getMessage() == "the queue cannot be reached (OperationalError): trying again" and not away.exc_info
    assert [(each.getMessage(), each.exc_info is None) for each in others] == [("Error reading from queue", False)] * 2


class Done:
    """An executor that only notes what it is given."""

    def __init__(self):
        self.runs = []

    def submit(self, user_id, run_id):
        self.runs.append(run_id)


def test_what_is_enqueued_is_the_run_at_its_place_and_its_work_is_taken_up_there(monkeypatch):
    huey, app, seen = MemoryHuey(), Flask(__name__), []
    monkeypatch.setattr(queue, "do_run", lambda app, run_id, work: seen.append((app, run_id, work("the ports"))))
    monkeypatch.setattr(queue.run_kinds, "take_up", lambda *given: given)
    enqueue = queue.register(huey, app)
    enqueue("user", "run", "place")
    assert seen == [], "it waits for a worker"
    huey.execute(huey.dequeue())
    assert seen == [(app, "run", ("the ports", "user", "run", "place"))]
