"""Define the task that a worker process takes from the queue: to do the work of one run."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from huey import Huey

from backend.jobs.threads import do_run
from backend.services import run_kinds


def register(huey: Huey, app: Flask) -> Callable[[str, str, str], object]:
    """Register the task with the queue. Returns a function that queues a run, given user id, run id and place in the
    queue.
    """

    def perform(user_id: str, run_id: str, place: str) -> None:
        do_run(app, run_id, lambda ports: run_kinds.take_up(ports, user_id, run_id, place))

    enqueue: Callable[[str, str, str], object] = huey.task(name="perform")(perform)
    return enqueue
