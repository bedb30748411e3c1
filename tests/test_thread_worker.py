"""gunicorn's worker with threads: who gets an answer while it stops."""

from __future__ import annotations

import http.client
import multiprocessing
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Event

import pytest
from gunicorn.app.base import BaseApplication

from backend.server import configuration
from backend.settings import Settings
from tests.ports import free_port
from tests.waiting import PATIENCE, until


class Slow(BaseApplication):
    """One worker, which answers one request at a time, each when it is told to go on."""

    def __init__(self, port: int, started: Event, go_on: Event) -> None:
        self._port, self._started, self._go_on = port, started, go_on
        super().__init__()

    def load_config(self) -> None:
        settings = Settings.from_env({"COSCRIBE_PORT": str(self._port), "COSCRIBE_LOG_LEVEL": "CRITICAL"})
        for name, value in (configuration(settings) | {"workers": 1, "threads": 1, "worker_connections": 1}).items():
            self.cfg.set(name, value)

    def load(self):
        def answer(environ, start_response):
            self._started.set()
            self._go_on.wait(PATIENCE)
            start_response("200 OK", [("Content-Length", "2")])
            return [b"ok"]

        return answer


@contextmanager
def slow(started: Event, go_on: Event) -> Iterator[tuple[int, int]]:
    """Yields the port and the process."""
    port = free_port()
    process = multiprocessing.get_context("fork").Process(target=lambda: Slow(port, started, go_on).run())
    process.start()
    assert process.pid is not None
    try:
        until(lambda: accepts(port) or None)
        yield port, process.pid
    finally:
        go_on.set()
        process.kill()
        process.join()


def accepts(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.parametrize("sent", [signal.SIGTERM, signal.SIGKILL])
def test_who_has_connected_is_answered_and_who_comes_later_is_refused_at_once(sent):
    """Whether the server is told to stop, or only its parent process is killed."""
    fork = multiprocessing.get_context("fork")
    started, go_on = fork.Event(), fork.Event()
    with slow(started, go_on) as (port, parent):
        asking = [http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE) for _ in range(3)]
        for each in asking:
            each.request("GET", "/")
        assert started.wait(PATIENCE), "one is answered now, and two wait"
        os.kill(parent, sent)
        until(lambda: None if accepts(port) else True)
        go_on.set()
        assert [each.getresponse().status for each in asking] == [200, 200, 200]
