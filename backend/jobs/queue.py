"""Runs in worker processes of their own, with Huey's queue between them and the server: on SQLite, or in Redis.

The queue only says that there is something to do. What it is, who does it and what became of it stands in the run's
row: a task that the queue loses is put there again when the lease of its place is over, and one that it delivers
twice finds the place empty. Where the queue can't be reached, the work is done here.
"""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable

from flask import Flask
from huey import Huey
from huey.registry import Message

from backend.jobs import tasks
from backend.jobs.threads import ThreadExecutor
from backend.services import run_kinds

log = logging.getLogger(__name__)

NAME = "coscribe"
#: Seconds between two looks at a queue on SQLite: at first, and when it has been empty for long.
LOOK, LAZY = 0.05, 0.25
#: Seconds that a worker which is asked to end gives to its runs.
GRACE = 30.0


class QueueExecutor:
    """Puts runs into the queue; `serve` is what a worker does. Opens nothing before it is needed."""

    here = False

    def __init__(self, app: Flask, make: Callable[..., Huey], failures: tuple[type[Exception], ...]) -> None:
        """`make` is given Huey's options, `failures` is what a queue raises that can't be reached."""
        self._app, self._make, self._failures = app, make, failures
        self._fallback = ThreadExecutor(app)
        self._lock = threading.Lock()
        self._queue: tuple[Huey, Callable[[str, str, str], object]] | None = None

    def submit(self, user_id: str, run_id: str) -> None:
        ports = self._app.extensions["coscribe"]
        place = run_kinds.queue(ports, user_id, run_id)
        if place is None:
            return
        try:
            self._open()[1](user_id, run_id, place)
        except self._failures as error:
            log.warning("the queue can't be reached (%s): a run is done here", type(error).__name__)
            if run_kinds.claim(ports, user_id, run_id, place):
                self._fallback.submit(user_id, run_id)

    def waiting(self) -> int | None:
        """Return the number of waiting tasks, or None if the queue cannot be reached."""
        try:
            pending: int = self._open()[0].pending_count()
            return pending
        except self._failures:
            return None

    def serve(self, threads: int) -> None:
        """Do what comes out of the queue until told to stop; then end what goes on, within `GRACE` seconds."""
        consumer = self._open()[0].create_consumer(
            workers=threads,
            periodic=False,
            initial_delay=LOOK,
            max_delay=LAZY,
            graceful_signal="TERM",
            shutdown_timeout=GRACE,
        )
        consumer.run()

    def _open(self) -> tuple[Huey, Callable[[str, str, str], object]]:
        with self._lock:
            if self._queue is None:
                huey = self._make(name=NAME, results=False, serializer=JsonMessages())
                self._queue = huey, tasks.register(huey, self._app)
            return self._queue


class JsonMessages:
    """Tasks as JSON instead of pickles: who can write into the queue shall not be able to run code here."""

    def serialize(self, data: Message) -> bytes:
        return json.dumps(list(data)).encode()

    def deserialize(self, data: bytes) -> Message:
        return Message(*json.loads(bytes(data)))
