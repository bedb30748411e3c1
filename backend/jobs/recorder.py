"""Store the events and texts of this process's runs. One thread stores what is new in all runs, in one transaction."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.errors import Busy
from backend.ports import Clock
from backend.services import run_progress
from backend.services.run_progress import Progress

log = logging.getLogger(__name__)

#: Seconds between two commits of the texts in progress. Together with `PATIENCE` and a commit, this stays below the
#: contract's 0.5.
TEXT_EVERY = 0.35
#: Seconds for which events wait for more events, so that one commit stores all; and seconds for which urgent ones do.
PATIENCE, URGENT_PATIENCE = 0.1, 0.01
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
        #: the runs with new events
        self._due: set[Progress] = set()
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
                    self._urgent.set()
                    self._news.set()
            if last is not None:
                last.join(LAST_COMMIT)

    def wake(self, work: Progress, urgent: bool = False) -> None:
        """Ask the thread to store new events of the run `work` soon; with `urgent`, at once."""
        with self._lock:
            self._due.add(work)
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
        text_at = time.monotonic() + TEXT_EVERY
        while not stop.is_set():
            has_news = self._news.wait(max(0.0, text_at - time.monotonic()))
            if has_news and not stop.is_set() and self._urgent.wait(PATIENCE):
                stop.wait(URGENT_PATIENCE)
            if stop.is_set():
                return
            with_text = time.monotonic() >= text_at
            works = self._taken(with_text)
            if with_text:
                text_at = time.monotonic() + TEXT_EVERY
            with self._app.app_context():
                if not self._store(works, with_text):
                    stop.wait(PAUSE)
                    if len(works) > 1:  # the database may refuse the events of one run only
                        for work in works:
                            self._store([work], with_text)

    def _taken(self, all_of_them: bool) -> list[Progress]:
        """Return the runs with new events or, with `all_of_them`, all runs of this process. If events could not be
        stored, their run no longer counts as a run with new events, so `all_of_them` is needed to store them.
        """
        self._news.clear()
        self._urgent.clear()
        with self._lock:
            due, self._due = self._due, set()
            return list(self._works.values() if all_of_them else due)

    def _store(self, works: list[Progress], with_text: bool) -> bool:
        try:
            run_progress.store(works, self._clock(), with_text)
        except Busy:
            log.warning("the database is busy: the events of runs are kept in memory and stored later")
        except SQLAlchemyError as error:
            log.warning("events of runs could not be stored yet (%s): they are kept in memory", type(error).__name__)
            return False
        return True
