"""Store the events and texts of this process's runs. One thread stores what is new in all runs, in one transaction."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.errors import Busy
from backend.ports import Clock
from backend.services import run_progress
from backend.services.run_progress import Progress

log = logging.getLogger(__name__)

#: Seconds between two commits of texts in progress.
IDLE = 0.2
#: Seconds that a new event waits for more events, so that one commit stores all of them. The delay is too short to be
#: noticed.
PATIENCE = 0.03
#: Seconds that the end of the last run waits for a commit in progress.
LAST_COMMIT = 2.0
#: Seconds until the next attempt to commit after an error of the database.
PAUSE = 0.5


class RunRecorder:
    """Stores the events and texts of runs in one thread.

    The thread starts with the first run, because a server process forks before that, and threads do not survive a fork.
    """

    def __init__(self, app: Flask, clock: Clock) -> None:
        self._app, self._clock = app, clock
        self._lock = threading.Lock()
        self._works: dict[str, Progress] = {}
        self._news, self._urgent = threading.Event(), threading.Event()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @contextmanager
    def recording(self, work: Progress) -> Iterator[None]:
        """Store the events and texts of the run `work` during a `with` block."""
        with self._lock:
            self._works[work.run_id] = work
            if len(self._works) == 1:
                self._stop = threading.Event()
                self._urgent.clear()  # set by the end of the last run, which was urgent for the last thread
                self._thread = threading.Thread(target=self._run, args=(self._stop,), name="recorder", daemon=True)
                self._thread.start()
        try:
            yield
        finally:
            with self._lock:
                self._works.pop(work.run_id, None)
                last = self._thread if not self._works else None
                if last is not None:
                    self._stop.set()
                    self.wake(urgent=True)
            if last is not None:
                last.join(LAST_COMMIT)

    def wake(self, urgent: bool = False) -> None:
        """Ask the thread to store new events and texts soon; with `urgent`, at once."""
        if urgent:
            self._urgent.set()
        self._news.set()

    def stop(self, run_id: str, what: str) -> None:
        """Stop a run if this process works on it. If `what` is "retrieval", stop only its search."""
        with self._lock:
            work = self._works.get(run_id)
        if work is not None:
            work.stop(what)

    def in_progress(self) -> list[Progress]:
        """Return the progress of each run of this process."""
        with self._lock:
            return list(self._works.values())

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            if self._news.wait(IDLE) and not stop.is_set():
                self._urgent.wait(PATIENCE)
            if stop.is_set():
                return
            self._news.clear()
            self._urgent.clear()
            with self._app.app_context():
                works = self.in_progress()
                if not self._store(works):
                    stop.wait(PAUSE)
                    if len(works) > 1:  # the database may refuse the events of one run only
                        for work in works:
                            self._store([work])

    def _store(self, works: list[Progress]) -> bool:
        try:
            run_progress.store(works, self._clock(), wait=False)
        except Busy:
            log.warning("the database is busy: the events of runs are kept in memory and stored later")
        except SQLAlchemyError as error:
            log.warning("events of runs could not be stored yet (%s): they are kept in memory", type(error).__name__)
            return False
        return True
