"""The one task: a run's work, by whoever takes it out of the queue."""

from __future__ import annotations

from flask import Flask
from huey import MemoryHuey

from backend.jobs import tasks


def test_what_is_enqueued_is_the_run_at_its_place_and_its_work_is_taken_up_there(monkeypatch):
    huey, app, seen = MemoryHuey(), Flask(__name__), []
    monkeypatch.setattr(tasks, "do_run", lambda app, run_id, work: seen.append((app, run_id, work("the ports"))))
    monkeypatch.setattr(tasks.run_kinds, "take_up", lambda *given: given)
    enqueue = tasks.register(huey, app)
    enqueue("user", "run", "place")
    assert seen == [], "it waits for a worker"
    huey.execute(huey.dequeue())
    assert seen == [(app, "run", ("the ports", "user", "run", "place"))]
