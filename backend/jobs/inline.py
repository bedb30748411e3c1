"""Runs in threads of the process that took them: the default, which needs nothing set up."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from backend.errors import CoscribeError
from backend.services import work

log = logging.getLogger(__name__)

#: How many runs go on at once in one process: as many as it has threads for requests.
MOST = 256


class ThreadExecutor:
    """A pool that starts late, so that it is safe across a fork. A process that is asked to end waits for its runs."""

    def __init__(self, app: Flask, most: int = MOST) -> None:
        self._app, self._most = app, most
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def submit(self, user_id: str, run_id: str) -> None:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._most, thread_name_prefix="run")
            pool = self._pool
        pool.submit(self._work, user_id, run_id)

    def _work(self, user_id: str, run_id: str) -> None:
        """Whatever goes wrong has been stored with the run, and told to those who follow it."""
        with self._app.app_context():
            try:
                work.perform(self._app.extensions["coscribe"], user_id, run_id)
            except CoscribeError as error:
                log.info("a run ended in %s", error.kind, extra={"run_id": run_id})
            except Exception as error:
                log.error("a run ended in %s", type(error).__name__, extra={"run_id": run_id}, exc_info=error)
