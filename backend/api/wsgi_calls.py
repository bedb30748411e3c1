"""Convert a request to an asynchronous server into a WSGI call, and convert the WSGI answer back.

The WSGI application runs in a thread. A short request body is passed with the call. Of a long body, the thread gets the
first part with the call, and each further part from the event loop. A response with a Content-Length is sent as a
whole. A response without one is sent piece by piece.
"""

from __future__ import annotations

import asyncio
import io
import sys
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from backend.api.disconnection import CLIENT, Client
from backend.api.event_streams import HANDED_OVER, StreamBody
from backend.api.refusals import Refused

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

#: Maximum number of bytes of a body that are read before the application is called; nearly all bodies are shorter.
PREFETCHED = 1 << 20
#: Headers by which a proxy on this machine reports that its client uses TLS; gunicorn reads the same ones.
_SECURE = {"HTTP_X_FORWARDED_PROTO": "https", "HTTP_X_FORWARDED_PROTOCOL": "ssl", "HTTP_X_FORWARDED_SSL": "on"}
_LOOPBACK = ("127.0.0.1", "::1")


@dataclass(slots=True)
class Answer:
    """The application's answer: its status, its headers, and either the whole body (`piece`) or a stream. `started` is
    True if status and headers have already been sent. Call `close` when everything has been sent.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    close: Callable[[], None]
    piece: bytes = b""
    stream: StreamBody | None = None
    started: bool = False

    def head(self) -> Message:
        """Return the ASGI message that begins the answer, with status and headers. One header tells the client that the
        connection is closed after the answer.
        """
        return {
            "type": "http.response.start",
            "status": self.status,
            "headers": [*self.headers, (b"connection", b"close")],
        }


class RequestBody(io.RawIOBase):
    """The body of a request as a file that a thread reads: first the part that has arrived already, then the rest."""

    def __init__(self, first: bytes, more: bool, receive: Receive, loop: asyncio.AbstractEventLoop) -> None:
        self._left, self._more = memoryview(first), more
        self._receive, self._loop = receive, loop

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left and self._more:
            message = asyncio.run_coroutine_threadsafe(_next(self._receive), self._loop).result()
            self._left = memoryview(message.get("body", b""))
            self._more = message["type"] == "http.request" and message.get("more_body", False)
        size = min(len(buffer), len(self._left))
        buffer[:size] = self._left[:size]
        self._left = self._left[size:]
        return size


async def _next(receive: Receive) -> Message:
    return await receive()


@dataclass(slots=True)
class Call:
    """One request: its ASGI scope, its body, its client, and `send`, which sends the answer through the event loop."""

    scope: Message
    body: RequestBody
    client: Client
    loop: asyncio.AbstractEventLoop
    send: Send
    environ: dict[str, Any] = field(init=False)
    _head: tuple[str, list[tuple[str, str]]] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.environ = self._environ()

    def run(self, application: WSGIApplication) -> Answer:
        """Call the application in this thread, and return its answer. An answer without a Content-Length is already
        sent while the application produces it, unless it is an event stream.
        """
        pieces = application(self.environ, self._start)
        close = getattr(pieces, "close", None) or _nothing
        try:
            stream = self.environ.get(HANDED_OVER)
            if stream is not None:
                return self._answer(close, stream=stream)
            return self._sent(pieces, close)
        except BaseException:
            close()
            raise

    def _environ(self) -> dict[str, Any]:
        """Return the request's WSGI environment (PEP 3333). It has the same keys as gunicorn's."""
        scope = self.scope
        path, query = scope["raw_path"], scope["query_string"].decode("latin-1")
        host, port = scope.get("client") or ("", 0)
        name, listens = scope.get("server") or ("localhost", 0)
        target = path.decode("latin-1") + (f"?{query}" if query else "")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": scope["method"],
            "SCRIPT_NAME": "",
            "PATH_INFO": unquote_to_bytes(path).decode("latin-1"),
            "QUERY_STRING": query,
            "RAW_URI": target,
            "SERVER_NAME": name,
            "SERVER_PORT": str(listens),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "REMOTE_ADDR": host,
            "REMOTE_PORT": str(port),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": scope["scheme"],
            "wsgi.input": io.BufferedReader(self.body),
            "wsgi.input_terminated": True,
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
            CLIENT: self.client,
            HANDED_OVER: None,
        }
        for raw, value in scope["headers"]:
            if b"_" in raw:  # such a name could be mistaken for another header, whose "-" becomes "_"
                continue
            key = raw.decode("latin-1").upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            text = value.decode("latin-1")
            environ[key] = f"{environ[key]},{text}" if key in environ else text
        if host in _LOOPBACK and any(environ.get(key) == word for key, word in _SECURE.items()):
            environ["wsgi.url_scheme"] = "https"
        return environ

    def _start(self, status: str, headers: list[tuple[str, str]], _: object = None) -> Callable[[bytes], object]:
        self._head = status, headers
        return _refuse_to_write

    def _answer(self, close: Callable[[], None], piece: bytes = b"", stream: StreamBody | None = None) -> Answer:
        assert self._head is not None, "the application did not call start_response"
        status, headers = self._head
        return Answer(int(status[:3]), _raw(headers), close, piece, stream)

    def _sent(self, pieces: Iterable[bytes], close: Callable[[], None]) -> Answer:
        """Return the answer whose body consists of `pieces`. If it has a Content-Length, the returned answer contains
        the whole body. Otherwise the pieces are sent here one by one, as long as the client is connected.

        The answer keeps the function `close`, which must be called at the end.
        """
        started, held = False, list[bytes]()
        answer: Answer | None = None
        for piece in pieces:
            answer = answer or self._answer(close)
            if any(name == b"content-length" for name, _ in answer.headers):
                held.append(piece)
            elif self.client.gone:
                break
            elif piece:
                self._put(None if started else answer.head(), piece)
                started = True
        answer = answer or self._answer(close)
        answer.started, answer.piece = started, b"".join(held)
        return answer

    def _put(self, head: Message | None, piece: bytes) -> None:
        asyncio.run_coroutine_threadsafe(self._both(head, piece), self.loop).result()

    async def _both(self, head: Message | None, piece: bytes) -> None:
        if head is not None:
            await self.send(head)
        await self.send({"type": "http.response.body", "body": piece, "more_body": True})


def refusal(refused: Refused) -> Answer:
    """Return the answer to a request that was refused before the application was called."""
    return Answer(int(refused.status[:3]), _raw(refused.headers), _nothing, refused.body)


def _raw(headers: list[tuple[str, str]]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]


def _nothing() -> None:
    """Do nothing: the function `close` of an answer that has nothing to close."""


def _refuse_to_write(_: bytes) -> object:
    raise RuntimeError("this server does not support WSGI's write(); return the body as an iterable")
