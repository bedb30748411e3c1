"""Run work in worker processes, with Huey's queue on SQLite or in Redis.

The queue only says that there is something to do. The run's row says what it is, who does it and how it ended: a task
that the queue loses is queued again when its lease expires, and one that is delivered twice finds its place taken. If
the queue cannot be reached, this process does the work.
"""

from __future__ import annotations

import json
import logging
import threading
import time
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
#: Seconds for which a queue that could not be reached is not tried again.
PAUSE = 5.0
#: Seconds that a worker which is asked to end gives to its runs.
GRACE = 30.0


class QueueExecutor:
    """Puts runs into the queue; workers call `serve`. Nothing is opened before its first use."""

    here = False

    def __init__(
        self,
        app: Flask,
        make: Callable[..., Huey],
        failures: tuple[type[Exception], ...],
        patient: Callable[..., Huey] | None = None,
    ) -> None:
        """Create the executor.

        `make` creates a queue from Huey's options; `failures` are the errors of a queue that cannot be reached.
        `patient`, if given, creates the queue on which a worker waits for tasks, with longer time limits than `make`'s,
        because whoever submits a run must not wait.
        """
        self._app, self._make, self._failures, self._patient = app, make, failures, patient or make
        self._fallback = ThreadExecutor(app)
        self._lock = threading.Lock()
        self._queue: tuple[Huey, Callable[[str, str, str], object]] | None = None
        self._away_until = 0.0

    def submit(self, user_id: str, run_id: str) -> None:
        ports = self._app.extensions["coscribe"]
        place = run_kinds.queue(ports, user_id, run_id)
        if place is None:
            return
        if time.monotonic() >= self._away_until:
            try:
                self._open()[1](user_id, run_id, place)
                return
            except self._failures as error:
                self._away_until = time.monotonic() + PAUSE
                log.warning("the queue can't be reached (%s): runs are done here", type(error).__name__)
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
        """Work on tasks from the queue until told to stop; then stop the runs in progress, within `GRACE` seconds."""
        huey = self._made(self._patient)[0]
        consumer = huey.create_consumer(
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
                self._queue = self._made(self._make)
            return self._queue

    def _made(self, make: Callable[..., Huey]) -> tuple[Huey, Callable[[str, str, str], object]]:
        huey = make(name=NAME, results=False, serializer=JsonMessages())
        return huey, tasks.register(huey, self._app)


class JsonMessages:
    """Serializes tasks as JSON instead of pickle, so that whoever can write into the queue cannot run code."""

    def serialize(self, data: Message) -> bytes:
        return json.dumps(list(data)).encode()

    def deserialize(self, data: bytes) -> Message:
        return Message(*json.loads(bytes(data)))
