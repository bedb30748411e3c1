"""The heartbeat of a process: renews the leases of its runs while there are any."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from backend.errors import Busy
from backend.ports import Clock, Held
from backend.services.runs import LEASE_SECONDS
from backend.storage import runs
from backend.storage.db import transaction
from backend.storage.owner import this_process

log = logging.getLogger(__name__)

#: Seconds between two beats: a lease outlives three lost ones.
INTERVAL = LEASE_SECONDS / 4


class ProcessPulse:
    """Beats in one daemon thread from the first open context to the last; safe across a fork, since it starts late."""

    def __init__(self, app: Flask, clock: Clock, interval: float = INTERVAL) -> None:
        self._app, self._clock, self._interval = app, clock, interval
        self._lock = threading.Lock()
        self._held: list[Held] = []
        self._stop = threading.Event()

    @contextmanager
    def beating(self, held: Held) -> Iterator[None]:
        with self._lock:
            self._held.append(held)
            if len(self._held) == 1:
                self._stop = threading.Event()
                threading.Thread(target=self._beat, args=(self._stop,), name="pulse", daemon=True).start()
        try:
            yield
        finally:
            with self._lock:
                self._held.remove(held)
                if not self._held:
                    self._stop.set()

    def _beat(self, stop: threading.Event) -> None:
        while not stop.wait(self._interval):
            try:
                with self._lock:
                    held = tuple(self._held)
                with self._app.app_context(), transaction():
                    runs.beat(this_process(), held, self._clock(), LEASE_SECONDS)
            except (SQLAlchemyError, Busy):
                log.exception("the heartbeat could not renew the leases of this process")
