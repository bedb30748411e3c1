"""Implement `coscribe serve` with gunicorn: two worker processes with many threads each or, with EDGE=on, with uvicorn.

A thread waits while a model writes, so there are many threads. `worker_connections` equals their number. By default,
gunicorn would let one worker accept connections for which it has no thread, even if the other worker is idle.
"""

from __future__ import annotations

import errno
import gc
import math
import os
import shutil
import signal
import socket
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask
from gunicorn.app.base import BaseApplication
from gunicorn.arbiter import Arbiter
from gunicorn.glogging import Logger
from prometheus_client.multiprocess import mark_process_dead

from backend.api.admission import admission_of
from backend.api.edge import Edge
from backend.api.health import DRAINING, is_draining
from backend.api.stream_writer import sending_together
from backend.settings import WORKERS, Settings
from backend.storage.run_owner import is_alive, this_process

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

#: Number of threads of a worker besides those for long requests: for health checks, reading, cancelling and refusing.
SPARE = 32
#: Minimum seconds that requests get to end when the server stops; chats get as long as their model may take.
GRACE = 30
#: Maximum seconds that a request needs after the model's answer or time-out.
AFTERWARDS = 5
#: Number of new objects after which the garbage collector runs, and number of its runs after which it examines older
#: objects. Large documents are lists of small values: at Python's default of 700, the collector took a quarter of the
#: CPU time for a megabyte (`python -m tests.bench.hostile_documents`); at 10,000 it takes some hundredths, and no more
#: memory.
COLLECT = (10_000, 10, 10)
#: Seconds for which a taken port is tried again: the workers of a server that was just killed hold it until they end.
ENDING = 1.0
#: The worker classes with EDGE=on and EDGE=off, which gunicorn imports by their names.
_EDGE_WORKER, _THREAD_WORKER = "backend.edge_worker.EdgeWorker", "backend.thread_worker.ClosingWorker"
#: Prefix of the folders with the workers' counters; the name of the server's process follows.
COUNTS = "coscribe-metrics-"


@dataclass(frozen=True, slots=True)
class Calls:
    """The functions that the server calls: `make` creates the application of a worker, and `announce` is called as soon
    as the server listens. Every worker calls `start_background_work`; only the first one calls `warm_up`.
    """

    make: Callable[[Settings], Flask]
    announce: Callable[[], None]
    warm_up: Callable[[Flask], None]
    start_background_work: Callable[[Flask], None]


class DrainingArbiter(Arbiter):  # type: ignore[misc]  # the library has no types
    """gunicorn's parent process. On SIGTERM it announces that the server stops. It answers requests for `seconds` more,
    and then stops.

    A second SIGTERM stops it earlier. SIGINT, as from the keyboard, stops it at once.
    """

    def __init__(self, app: Server, seconds: float, told: Path) -> None:
        super().__init__(app)
        self._seconds, self._told = seconds, told

    def handle_term(self) -> None:
        is_second = self._told.exists()
        self._told.touch()  # endless streams end when this file exists
        if is_second or not self._seconds:
            raise StopIteration
        self.log.info("The server stops in %g s, and still answers requests", self._seconds)
        again = threading.Timer(self._seconds, self.SIG_QUEUE.put, [signal.SIGTERM])
        again.daemon = True
        again.start()


class NoAccessLog(Logger):  # type: ignore[misc]  # the library has no types
    """gunicorn's log without its access log. gunicorn would compose an access line for each request, even if nobody
    reads it, and the line would contain ids. api/structured_logs.py writes Coscribe's own line.
    """

    def access(self, *given: Any) -> None:
        """Do nothing."""


class Server(BaseApplication):  # type: ignore[misc]  # the library has no types
    """gunicorn with our configuration. Each worker creates its own application, after it was forked."""

    def __init__(self, settings: Settings, calls: Calls) -> None:
        self._settings, self._calls = settings, calls
        self._flask: Flask | None = None
        super().__init__()

    def load_config(self) -> None:
        for name, value in configuration(self._settings).items():
            self.cfg.set(name, value)
        self.cfg.set("when_ready", lambda arbiter: self._calls.announce())
        self.cfg.set("post_worker_init", self._begin)
        self.cfg.set("child_exit", lambda arbiter, worker: mark_process_dead(worker.pid, self._settings.metrics_dir))

    def run(self) -> None:
        """Run until a signal stops the server."""
        told = Path(self._settings.metrics_dir, DRAINING)
        DrainingArbiter(self, self._settings.operation.drain_seconds, told).run()

    def load(self) -> WSGIApplication | Edge:
        self._flask = self._calls.make(self._settings)
        stopping = partial(is_draining, self._settings.metrics_dir)
        if not self._settings.operation.edge:
            return sending_together(self._flask, stopping)
        return Edge(self._flask, threads_of(self._settings), stopping, admission_of(self._flask))

    def _begin(self, worker: Any) -> None:
        """Start the background work of a new worker. The first worker also calls the writing model once, if `WARM_UP`
        is set.

        A worker that replaces a dead one does not call the model.
        """
        assert self._flask is not None, "gunicorn loads the application first"
        collect_seldom()
        self._calls.start_background_work(self._flask)
        if self._settings.warm_up and worker.age == 1:
            threading.Thread(target=self._calls.warm_up, args=(self._flask,), name="warm-up", daemon=True).start()


def collect_seldom() -> None:
    """Make garbage collection cheaper: the objects that exist now are never examined, and new objects are examined less
    often.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECT)


def why_not_listen(host: str, port: int) -> str:
    """Return why the server cannot listen at this host and port, and which setting to change; "" if it can."""
    until = time.monotonic() + ENDING
    while (error := _bind_error(host, port)) and error.errno == errno.EADDRINUSE and time.monotonic() < until:
        time.sleep(0.05)
    if error is None:
        return ""
    if error.errno == errno.EADDRINUSE:
        return f"Another program uses port {port}. Choose another port, as in COSCRIBE_PORT={port + 1}."
    if error.errno == errno.EACCES:
        return f"Port {port} needs more rights than this program has. Choose another with COSCRIBE_PORT."
    return (
        f"The server cannot listen at {host}:{port}: {error.strerror or error}. Change COSCRIBE_HOST or COSCRIBE_PORT."
    )


def _bind_error(host: str, port: int) -> OSError | None:
    """Return the error that occurs when a socket is bound to this address; None if it can be bound."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as error:
            return error
    return None


def serve(settings: Settings, calls: Calls) -> None:
    """Listen until a signal stops the server. The folder for the workers' metrics is deleted in the end."""
    parent, metrics_dir = os.getpid(), counts_folder()
    collect_seldom()  # before the fork, so that no worker examines and thereby copies these objects
    try:
        Server(replace(settings, metrics_dir=metrics_dir), calls).run()
    finally:
        if os.getpid() == parent:  # a worker that ends runs this code, too
            shutil.rmtree(metrics_dir, ignore_errors=True)


def counts_folder() -> str:
    """Create a folder in which the workers count requests together, and return its path. Folders that were left by
    killed servers are deleted.
    """
    for left in Path(tempfile.gettempdir()).glob(f"{COUNTS}*"):
        owner = left.name.removeprefix(COUNTS).rpartition("-")[0]
        if is_alive(owner) is False:
            shutil.rmtree(left, ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{COUNTS}{this_process()}-")


def threads_of(settings: Settings) -> int:
    """Return the number of threads of each worker."""
    return math.ceil(settings.operation.max_in_flight / WORKERS) + SPARE


def configuration(settings: Settings) -> dict[str, Any]:
    """Return gunicorn's configuration."""
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    memory = Path("/dev/shm")
    threads = threads_of(settings)
    return {
        "bind": f"{host}:{settings.port}",
        "worker_class": _EDGE_WORKER if settings.operation.edge else _THREAD_WORKER,
        "workers": WORKERS,
        "threads": threads,
        "worker_connections": threads,
        "graceful_timeout": max(GRACE, math.ceil(settings.writer.timeout) + AFTERWARDS),
        "keepalive": 0,  # no connection can be spared for idle clients
        "logger_class": NoAccessLog,
        "proc_name": "coscribe",
        "control_socket_disable": True,
        "worker_tmp_dir": str(memory) if memory.is_dir() and os.access(memory, os.W_OK) else None,
        "logconfig_dict": _log_configuration(settings.log_level),
    }


def _log_configuration(level: str) -> dict[str, Any]:
    lines = {"()": "backend.api.structured_logs.JsonLines"}
    handler = {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": lines},
        "handlers": {"lines": handler},
        "root": {"level": "WARNING", "handlers": []},
        "loggers": {"gunicorn.error": {"level": level, "handlers": ["lines"], "propagate": False}},
    }
