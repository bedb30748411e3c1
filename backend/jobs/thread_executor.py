"""Do the work of runs in threads of the process that received them. This is the default, and needs no settings."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from flask import Flask

from backend.errors import CoscribeError
from backend.services import run_kinds
from backend.services.runs import RunWork

log = logging.getLogger(__name__)

#: The most runs at a time in one process: as many as it has threads for requests.
MOST = 256


class ThreadExecutor:
    """Does the work of runs in a pool of threads. When the process ends, it waits for its runs.

    The pool is created with the first run, because a server process forks before that, and threads do not survive a
    fork.
    """

    here = True

    def __init__(self, app: Flask, most: int = MOST) -> None:
        self._app, self._most = app, most
        self._lock = threading.Lock()
        self._pool: ThreadPoolExecutor | None = None

    def submit(self, user_id: str, run_id: str, work: RunWork | None = None) -> None:
        with self._lock:
            if self._pool is None:
                self._pool = ThreadPoolExecutor(self._most, thread_name_prefix="run")
            pool = self._pool
        pool.submit(do_run, self._app, run_id, work or (lambda ports: run_kinds.perform(ports, user_id, run_id)))


def do_run(app: Flask, run_id: str, work: RunWork) -> None:
    """Do a run's work by calling `work`, and log how it ended. This function raises no error, because `work` has stored
    the error with the run and sent it to the run's followers.
    """
    began = time.perf_counter()
    with app.app_context():
        try:
            work(app.extensions["coscribe"])
            took = round(1000 * (time.perf_counter() - began), 1)
            log.info("a run's work is done", extra={"run_id": run_id, "took_ms": took})
        except CoscribeError as error:
            log.info("a run ended with the error %s", error.kind, extra={"run_id": run_id})
        except Exception as error:
            log.error("a run ended with the error %s", type(error).__name__, extra={"run_id": run_id}, exc_info=error)
