"""Serve a test's application on loopback, for clients that need a real HTTP server."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from flask import Flask
from werkzeug.serving import make_server

from backend.api.admission import admission_of
from backend.api.edge import Edge


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """Yields the server's address."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", port, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def serving_edge(app: Flask, stopping: Callable[[], bool] = lambda: False) -> Iterator[str]:
    """The same behind an asynchronous server."""
    door = Edge(app, 8, stopping, admission_of(app))
    config = uvicorn.Config(
        door, port=0, log_config=None, ws="none", lifespan="on", proxy_headers=False, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
