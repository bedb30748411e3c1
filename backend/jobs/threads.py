"""Run work in threads of the process that received it: the default, which needs no configuration."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from backend.errors import CoscribeError
from backend.ports import Ports
from backend.services import run_kinds

log = logging.getLogger(__name__)

#: How many runs go on at once in one process: as many as it has threads for requests.
MOST = 256


class ThreadExecutor:
    """A thread pool that starts late, so that it survives a fork. A process that should end waits for its runs."""

    here = True

    def __init__(self, app: Flask, most: int = MOST) -> None:
        self._app, self._most = app, most
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def submit(self, user_id: str, run_id: str) -> None:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._most, thread_name_prefix="run")
            pool = self._pool
        pool.submit(see_to, self._app, run_id, lambda ports: run_kinds.perform(ports, user_id, run_id))


def see_to(app: Flask, run_id: str, doing: Callable[[Ports], object]) -> None:
    """Do the work of a run with the function `doing`. Any error is already stored with the run and reported to its
    followers.
    """
    began = time.perf_counter()
    with app.app_context():
        try:
            doing(app.extensions["coscribe"])
            took = round(1000 * (time.perf_counter() - began), 1)
            log.info("a run's work is done", extra={"run_id": run_id, "took_ms": took})
        except CoscribeError as error:
            log.info("a run ended in %s", error.kind, extra={"run_id": run_id})
        except Exception as error:
            log.error("a run ended in %s", type(error).__name__, extra={"run_id": run_id}, exc_info=error)
