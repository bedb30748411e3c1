"""A web server on loopback that behaves as it is told to, down to the bytes it sends and when it hangs up.

with Web() as web:
    web.on("/search", Reply(b"{}"))
    ... ask web.url ...
    web.requests[-1].headers
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Seen:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float


@dataclass(frozen=True)
class Reply:
    """An answer after `delay` seconds; with `drip` seconds between its bytes; hung up in the middle where `cut`."""

    body: bytes = b"{}"
    status: int = 200
    type: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    delay: float = 0
    drip: float = 0
    cut: bool = False


@dataclass(frozen=True)
class HangUp:
    """No answer at all."""


class Web:
    def __init__(self) -> None:
        self.requests: list[Seen] = []
        self.flying = self.most_flying = 0
        self._replies: dict[str, list[Reply | HangUp | Callable[[Seen], Reply]]] = {}
        self._lock = threading.Lock()
        self._closing = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                outer._handle(self)

            do_POST = do_GET

            def log_message(self, *_: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                """Clients that hang up are what is tested."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> Web:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def on(self, path: str, *replies: Reply | HangUp | Callable[[Seen], Reply]) -> None:
        """What a path answers, in this order, the last one for ever."""
        self._replies[path] = list(replies)

    def _handle(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("content-length", 0)))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        seen = Seen(handler.command, handler.path, headers, body, time.monotonic())
        with self._lock:
            self.requests.append(seen)
            replies = self._replies.get(handler.path.partition("?")[0]) or [Reply(b"not here", 404, "text/plain")]
            reply = replies.pop(0) if len(replies) > 1 else replies[0]
            self.flying += 1
            self.most_flying = max(self.most_flying, self.flying)
        try:
            reply = reply(seen) if callable(reply) else reply
            self._closing.wait(reply.delay if isinstance(reply, Reply) else 0)
        finally:
            with self._lock:
                self.flying -= 1  # before the answer goes out, since then the client may ask again
        self._send(handler, reply)

    def _send(self, handler: BaseHTTPRequestHandler, reply: Reply | HangUp) -> None:
        if isinstance(reply, HangUp):
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
            return
        with contextlib.suppress(OSError):  # the client may have had enough
            handler.send_response(reply.status)
            if reply.type:
                handler.send_header("Content-Type", reply.type)
            for name, value in {
                "Content-Length": str(len(reply.body) * (2 if reply.cut else 1)),
                **reply.headers,
            }.items():
                handler.send_header(name, value)
            handler.end_headers()
            step = 1 if reply.drip else 65536
            for start in range(0, len(reply.body), step):
                handler.wfile.write(reply.body[start : start + step])
                handler.wfile.flush()
                if reply.drip and self._closing.wait(reply.drip):
                    break
            handler.close_connection = handler.close_connection or reply.cut
