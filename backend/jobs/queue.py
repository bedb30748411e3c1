"""Let worker processes do the work of runs. The queue is Huey's, on SQLite or in Redis.

A task in the queue only names a run. The run's row in the database says what to do, who does it and how it ended. If
the queue loses a task, it is queued again when the run's lease expires. If a task is delivered twice, the second worker
finds that the run is taken. If the queue cannot be reached, this process does the work itself.
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

from backend.jobs.thread_executor import ThreadExecutor, do_run
from backend.services import run_kinds
from backend.services.runs import RunWork

log = logging.getLogger(__name__)

NAME = "coscribe"
#: Seconds between two queries of a queue on SQLite: at first, and after the queue has been empty for long.
LOOK, LAZY = 0.05, 0.25
#: Seconds for which a queue that could not be reached is not tried again.
PAUSE = 5.0
#: Seconds between two lines of a worker's log which say that the queue cannot be reached.
SILENCE = 60.0
#: Seconds that a worker waits for its runs to stop when it is asked to end.
GRACE = 30.0


class QueueExecutor:
    """Puts runs into the queue; worker processes take them from it with `serve`. The queue is opened when it is first
    used.
    """

    here = False

    def __init__(
        self,
        app: Flask,
        make: Callable[..., Huey],
        failures: tuple[type[Exception], ...],
        patient: Callable[..., Huey] | None = None,
    ) -> None:
        """Create the executor. `make` creates a queue from Huey's options. `failures` are the errors which mean that
        the queue cannot be reached.

        `patient` creates the queue on which a worker waits for tasks (default: `make`). Its time limits are longer than
        those of `make`, because a worker may wait, and a request that submits a run may not.
        """
        self._app, self._make, self._failures, self._patient = app, make, failures, patient or make
        self._fallback = ThreadExecutor(app)
        self._lock = threading.Lock()
        self._queue: tuple[Huey, Callable[[str, str, str], object]] | None = None
        self._away_until = 0.0

    def submit(self, user_id: str, run_id: str, work: RunWork | None = None) -> None:
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
                log.warning(
                    "the queue cannot be reached (%s): this process does the work of new runs", type(error).__name__
                )
        if run_kinds.claim(ports, user_id, run_id, place):
            self._fallback.submit(user_id, run_id)

    def waiting(self) -> int | None:
        """Return the number of tasks that wait in the queue; None if the queue cannot be reached."""
        try:
            pending: int = self._open()[0].pending_count()
            return pending
        except self._failures:
            return None

    def serve(self, threads: int) -> None:
        """Do the tasks of the queue in `threads` threads until this process gets the signal TERM. Then stop the runs in
        progress within `GRACE` seconds.
        """
        huey = self._made(self._patient)[0]
        consumer = huey.create_consumer(
            workers=threads,
            periodic=False,
            initial_delay=LOOK,
            max_delay=LAZY,
            graceful_signal="TERM",
            shutdown_timeout=GRACE,
        )
        outages = Outages(self._failures)
        reporters = [logging.getLogger(f"huey.consumer.{name}") for name in ("Worker", "Scheduler")]
        for each in reporters:
            each.addFilter(outages)
        try:
            consumer.run()
        finally:
            for each in reporters:
                each.removeFilter(outages)

    def _open(self) -> tuple[Huey, Callable[[str, str, str], object]]:
        with self._lock:
            if self._queue is None:
                self._queue = self._made(self._make)
            return self._queue

    def _made(self, make: Callable[..., Huey]) -> tuple[Huey, Callable[[str, str, str], object]]:
        huey = make(name=NAME, results=False, serializer=JsonMessages())
        return huey, register(huey, self._app)


class Outages(logging.Filter):
    """Filters Huey's reports that the queue cannot be reached: one line is logged every `SILENCE` seconds. Huey itself
    reports each attempt of each thread with its stack frames, which is 150 kB a second while Redis is down.
    """

    def __init__(self, failures: tuple[type[Exception], ...]) -> None:
        super().__init__()
        self._failures = failures
        self._silent_until = 0.0

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if not isinstance(error, self._failures):
            return True
        if time.monotonic() < self._silent_until:
            return False
        self._silent_until = time.monotonic() + SILENCE
        record.msg, record.args = "the queue cannot be reached (%s): trying again", (type(error).__name__,)
        record.exc_info = None
        return True


class JsonMessages:
    """Stores tasks as JSON instead of pickle, so that nobody can run code by writing into the queue."""

    def serialize(self, data: Message) -> bytes:
        return json.dumps(list(data)).encode()

    def deserialize(self, data: bytes) -> Message:
        return Message(*json.loads(bytes(data)))


def register(huey: Huey, app: Flask) -> Callable[[str, str, str], object]:
    """Register with the queue the one task that workers know: to do the work of a run. Returns a function that queues a
    run. Its arguments are the user's id, the run's id, and the random value that is stored with the waiting run. A
    worker may only take a run that still has this value.
    """

    def perform(user_id: str, run_id: str, place: str) -> None:
        do_run(app, run_id, lambda ports: run_kinds.take_up(ports, user_id, run_id, place))

    enqueue: Callable[[str, str, str], object] = huey.task(name="perform")(perform)
    return enqueue
