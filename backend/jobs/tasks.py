"""Define the only task in the queue: a worker process does the work of one run."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from huey import Huey

from backend.jobs.thread_executor import do_run
from backend.services import run_kinds


def register(huey: Huey, app: Flask) -> Callable[[str, str, str], object]:
    """Register the task with the queue. Returns a function that queues a run.

    Its arguments are the user's id, the run's id, and the random value that is stored with the waiting run. A worker
    may take the run only while the run still has this value.
    """

    def perform(user_id: str, run_id: str, place: str) -> None:
        do_run(app, run_id, lambda ports: run_kinds.take_up(ports, user_id, run_id, place))

    enqueue: Callable[[str, str, str], object] = huey.task(name="perform")(perform)
    return enqueue
