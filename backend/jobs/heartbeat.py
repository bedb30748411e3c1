"""Run the heartbeat of a process: a thread that renews the leases of its runs, and notices when users stop them. A
lease reserves a run for a process for a limited time.

The heartbeat also reads new events of followed runs and sessions from the database, and finds runs whose process has
died.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.errors import Busy
from backend.jobs.recorder import RunRecorder
from backend.ports import Clock, EventChannel, Held
from backend.services import run_followers, run_recovery, session_followers
from backend.services.runs import LEASE_SECONDS
from backend.storage import runs
from backend.storage.changes import ChangeWatch
from backend.storage.db import reading, transaction
from backend.storage.run_owner import this_process

log = logging.getLogger(__name__)

#: Seconds between two renewals of the leases. A lease still holds after three failed renewals.
INTERVAL = LEASE_SECONDS / 4
#: Seconds between two queries for requests to stop a run, and for news of other processes' runs that are followed here.
REQUESTS, REFRESH = 0.25, 0.1
#: Seconds between two queries for changes of all sessions that are followed here.
SESSIONS = 0.25
#: Seconds between two queries for the places of all followed runs that wait in the workers' queue.
QUEUE = 1.0
#: Seconds between two turns of the loop if this process has no run and follows nothing.
IDLE = 1.0
#: Seconds that the end of the last run waits for a renewal in progress.
LAST_BEAT = 2.0
#: Seconds between two searches for runs whose process has died.
SWEEP = 5.0


@dataclass(slots=True, eq=False)
class _Duty:
    """A task of the heartbeat, such as to read new events from the database. `duty` does the task, at most once in
    `every` seconds. `feeds` returns the feeds for which it is done; a feed passes the events of a run or session on to
    its followers.

    `seen` is the state of the database and the feeds when the task was last done; None before the first time.
    """

    duty: Callable[[], None]
    feeds: Callable[[], Sequence[object]]
    every: float
    next_at: float = 0.0
    seen: object = None


def _look(due: Sequence[_Duty], watch: ChangeWatch) -> None:
    """Do each task in `due` for which the database or the list of feeds has changed since the task was last done.
    `watch` gives the state of the database. A feed that was just added may lack events, even if the database has not
    changed.
    """
    mark = watch.mark()
    for look in due:
        look.next_at = time.monotonic() + look.every
        seen = (mark, look.feeds())
        if look.seen != seen:
            look.duty()
            look.seen = seen


class ProcessHeartbeat:
    """Runs the heartbeat in one daemon thread. The thread runs while this process works on a run or follows a run or a
    session; after `start`, it runs until the process ends.
    """

    def __init__(
        self, app: Flask, clock: Clock, recorder: RunRecorder, channel: EventChannel, interval: float = INTERVAL
    ) -> None:
        self._app, self._clock, self._recorder, self._channel = app, clock, recorder, channel
        self._interval = interval
        self._lock = threading.Lock()
        #: the runs of this process; None stands for somebody who only follows a run or a session
        self._held: list[Held | None] = []
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._sweep_at = 0.0

    def start(self) -> None:
        """Start the permanent heartbeat of a server process. Within a few seconds it looks for runs whose process has
        died.
        """
        self._enter(None)
        self._sweep_at = 0.0
        self._channel.wake()

    def beating(self, held: Held) -> AbstractContextManager[None]:
        return self._open(held)

    def watching(self) -> AbstractContextManager[None]:
        return self._open(None)

    @contextmanager
    def _open(self, held: Held | None) -> Iterator[None]:
        self._enter(held)
        try:
            yield
        finally:
            with self._lock:
                self._held.remove(held)
                last = self._thread if not self._held else None
                if last is not None:
                    self._stop.set()
                    self._channel.wake()
            if last is not None:
                last.join(LAST_BEAT)

    def _enter(self, held: Held | None) -> None:
        with self._lock:
            is_new = held is None or not self._has_runs()
            self._held.append(held)
            if len(self._held) == 1:
                self._stop = threading.Event()
                self._thread = threading.Thread(target=self._run, args=(self._stop,), name="pulse", daemon=True)
                self._thread.start()
        if is_new:  # a further run changes nothing in the thread's pauses
            self._channel.wake()

    def _has_runs(self) -> bool:
        return any(each is not None for each in self._held)

    def _run(self, stop: threading.Event) -> None:
        with self._app.app_context():
            watch = ChangeWatch()
        try:
            self._turn(stop, watch)
        finally:
            watch.close()

    def _turn(self, stop: threading.Event, watch: ChangeWatch) -> None:
        """Do the tasks of the heartbeat, each at its interval, until `stop` is set: renew leases, read stop requests
        and new events, and look for runs of dead processes.
        """
        beat_at = time.monotonic() + self._interval
        requests_at = 0.0
        runs_followed, sessions_followed = self._channel.watched, self._channel.sessions.watched
        looks = (
            _Duty(self._tell_places, runs_followed, QUEUE),
            _Duty(self._refresh, runs_followed, 0.0),
            _Duty(self._refresh_sessions, sessions_followed, SESSIONS),
        )
        self._sweep_at = self._sweep_at or time.monotonic() + SWEEP
        while not stop.is_set():
            now = time.monotonic()
            in_progress = self._recorder.in_progress()
            if in_progress and now >= requests_at:
                requests_at = now + REQUESTS
                self._do(self._read_stop_requests)
            if due := [look for look in looks if now >= look.next_at and look.feeds()]:
                self._do(partial(_look, due, watch))
            if now >= beat_at:
                beat_at = now + self._interval
                self._do(self._beat)
            if now >= self._sweep_at:
                self._sweep_at = now + SWEEP
                self._do(self._sweep)
            pause = REFRESH if runs_followed() else REQUESTS if self._has_runs() or sessions_followed() else IDLE
            self._channel.await_hint(min(pause, self._interval))

    def _do(self, duty: Callable[[], None]) -> None:
        try:
            with self._app.app_context():
                duty()
        except (SQLAlchemyError, Busy) as error:
            log.warning("a task of the heartbeat failed (%s); it is repeated in a moment", type(error).__name__)

    def _beat(self) -> None:
        with self._lock:
            held = tuple(each for each in self._held if each is not None)
        with transaction():
            runs.renew_leases(this_process(), held, self._clock(), LEASE_SECONDS)

    def _read_stop_requests(self) -> None:
        with reading():
            requested = runs.asked_to_stop(this_process())
        for run_id, what in requested.items():
            self._recorder.stop(run_id, what)

    def _tell_places(self) -> None:
        run_followers.tell_places(self._channel)

    def _refresh(self) -> None:
        run_followers.refresh(self._channel)

    def _refresh_sessions(self) -> None:
        session_followers.refresh(self._channel.sessions, self._clock)

    def _sweep(self) -> None:
        run_recovery.sweep(self._app.extensions["coscribe"], resume=True)
