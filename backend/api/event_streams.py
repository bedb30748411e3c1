"""Send the events of a run or a session as server-sent events, for clients that follow the work."""

from __future__ import annotations

import json
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any, Protocol

from flask import Response, current_app, request

from backend.api.authentication import current_user_id, ports
from backend.api.health import is_draining
from backend.api.responses import prefers
from backend.errors import Refused
from backend.kernel import sse
from backend.kernel.events import Event, Numbered, Token
from backend.services import run_followers, runs
from backend.services.run_followers import Stream
from backend.services.runs import RunWork
from backend.services.session_followers import HEARTBEAT, SessionStream
from backend.storage.runs import Run

EVENTS = "text/event-stream"
LAST_ID = "Last-Event-ID"
#: The OpenAPI schema of one server-sent event.
EVENT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "one event; `data` is JSON",
    "properties": {
        "event": {"type": "string"},
        "data": {"type": "string"},
        "id": {"type": "string"},
        "retry": {"type": "integer"},
    },
}
#: The entry in the API description for an answer that is a stream of a run's events.
EVENTS_ANSWER: dict[str, Any] = {
    "content_type": EVENTS,
    "schema": EVENT_SCHEMA,
    "description": "The run as server-sent events, where Accept asks for them",
}
SESSION_EVENTS: dict[str, Any] = {
    "content_type": EVENTS,
    "schema": EVENT_SCHEMA,
    "description": "`draft`, `revision`, `run`, `citations` and `reference` as server-sent events",
}
#: Headers of streams: no cache may store them, and no proxy may delay or compress them.
STREAM_HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
#: Milliseconds after which a client that lost its connection connects again. Without this, browsers choose different
#: times.
RETRY = 2000
#: Seconds between two checks whether the server is stopping, while a session's stream is silent.
LOOK = 1.0
#: Seconds between two pieces of a stream; news in between is sent in one piece. Nobody reads faster, and a piece costs
#: the same whether it has one word or ten.
PACE = 0.05
#: The key in the WSGI environment by which a server tells that it sends streams itself; the stream is stored under it.
HANDED_OVER = "coscribe.stream"
#: One encoder for all events, because `json.dumps` with such options creates an encoder at each call.
_JSON = json.JSONEncoder(ensure_ascii=False).encode
#: The JSON of a token. Its texts are encoded one by one, because encoding an object takes five times as long.
_TOKEN = '{"run_id": %s, "channel": %s, "offset": %d, "text": %s}'


def wants_events() -> bool:
    """Return True if the request's `Accept` header prefers a stream of events to one JSON answer."""
    return prefers(EVENTS)


def started(run: Run, work: RunWork | None = None) -> Response:
    """Return the event stream of a run that has just begun. The run continues even if the client disconnects.

    `work` is the function that does the run's work if this process does it. With None, the function is chosen by the
    kind of run.
    """
    user_id = current_user_id()
    stream = run_followers.follow_new(ports(), run, runs.feed_of(ports(), run)) if ports().executor.here else None
    ports().executor.submit(user_id, run.id, work)
    return streamed(stream or run_followers.follow(ports(), user_id, run.id))


def streamed(stream: Stream) -> Response:
    """Return a response that sends the run's events as they arrive."""
    response = _response(_Body(stream, _offsets()))
    response.headers["X-Run-Id"] = stream.run.id
    return response


def _response(body: StreamBody) -> Response:
    """Return a streaming response with this body. `edge.py` sends streams itself; it finds the body in the request's
    environment under the key `HANDED_OVER`.
    """
    if HANDED_OVER in request.environ and request.method != "HEAD":
        request.environ[HANDED_OVER] = body
    return Response(body, content_type=f"{EVENTS}; charset=utf-8", headers=STREAM_HEADERS)  # type: ignore[arg-type]


def last_event(cursor: int | None) -> int | None:
    """Return the number of the last event that the client has received: from the header `Last-Event-ID`, else `cursor`;
    None if neither is given.
    """
    given = request.headers.get(LAST_ID, "").strip()
    if not given:
        return cursor
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Refused(
            "The header Last-Event-ID was refused, so nothing was done.",
            errors={
                LAST_ID: [
                    "This is not an event id. Send the number of the last event received, or leave the header out."
                ]
            },
        )
    return int(given)


def session_streamed(stream: SessionStream) -> Response:
    """Return a response that sends the session's events as they arrive."""
    return _response(_SessionBody(stream, current_app.config.get("METRICS_DIR") or ""))


class StreamBody(Protocol):
    """The bytes of an event stream for one client. A thread reads it by iterating over it, an event loop by calling
    `take`.
    """

    #: True if the stream ends only when the client disconnects or the server stops
    endless: bool

    @property
    def done(self) -> bool:
        """Return True if the stream has ended."""

    def take(self, seconds: float) -> bytes:
        """Return all new bytes. If there are none, wait up to `seconds` for some; return b"" if none come."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call the function `call`, from any thread, whenever there may be new bytes. Returns a function that ends
        these calls.
        """

    def close(self) -> None:
        """End the stream, because its client has disconnected."""


class _SessionBody:
    """The body of a session's event stream. Its first bytes are sent at once, so that the client knows that it is
    connected. The stream ends when the client disconnects, or when the server stops. A server that stops writes a file
    into the folder `shared`.
    """

    endless: bool = True

    def __init__(self, stream: SessionStream, shared: str = "") -> None:
        self._stream, self._shared = stream, shared
        self._greeting = f"retry: {RETRY}\n\n".encode()

    @property
    def done(self) -> bool:
        return self._stream.done

    def take(self, seconds: float) -> bytes:
        greeting, self._greeting = self._greeting, b""
        told = self._stream.read(0 if greeting else seconds)
        return greeting + b"".join(sse.encode(_JSON(dict(each.data)), each.name, each.id) for each in told)

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        return self._stream.listen(call)

    def __iter__(self) -> Iterator[bytes]:
        yield self.take(0)
        silence = 0.0
        while not self.done and not is_draining(self._shared):
            said = self.take(LOOK)
            silence = 0.0 if said else silence + LOOK
            if said:
                yield said
            elif silence >= HEARTBEAT:
                silence = 0.0
                yield sse.KEEP_ALIVE

    def close(self) -> None:
        self._stream.close()


class _Body:
    """The body of a run's event stream. The server iterates over it, and closes it when the client disconnects."""

    endless: bool = False

    def __init__(self, stream: Stream, offsets: Utf16Offsets | None = None) -> None:
        self._stream, self._offsets = stream, offsets
        self._retry: int | None = RETRY

    @property
    def done(self) -> bool:
        return self._stream.done

    def take(self, seconds: float) -> bytes:
        told = self._stream.read(seconds)
        if not told:
            return b""
        retry, self._retry = self._retry, None
        first, *more = told
        run_id = self._stream.run.id
        return b"".join([self._wire(run_id, first, retry), *(self._wire(run_id, each) for each in more)])

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        return self._stream.listen(call)

    def __iter__(self) -> Iterator[bytes]:
        while not self.done:
            said = self.take(HEARTBEAT)
            if said:
                yield said
            if self.done:
                return
            if said:
                time.sleep(PACE)
            else:
                yield sse.KEEP_ALIVE

    def close(self) -> None:
        self._stream.close()

    def _wire(self, run_id: str, told: Numbered | Token | Event, retry: int | None = None) -> bytes:
        offset = self._offsets.of(told) if self._offsets and isinstance(told, Token) else None
        return _wire(run_id, told, retry, offset)


class Utf16Offsets:
    """Converts the offsets of tokens in a stream from code points to UTF-16 units, which JavaScript counts."""

    def __init__(self) -> None:
        #: by channel, the offsets of the characters in the text so far that take two UTF-16 units
        self._doubles: dict[str, list[int]] = {}

    def of(self, token: Token) -> int:
        """Return the offset of a token in UTF-16 units. Call it for all tokens of the stream in order. Each token
        either follows the text so far or replaces its end.
        """
        doubles = self._doubles.setdefault(token.channel, [])
        del doubles[bisect_left(doubles, token.offset) :]
        offset = token.offset + len(doubles)
        doubles += (token.offset + at for at, character in enumerate(token.text) if character > "\uffff")
        return offset


def _offsets() -> Utf16Offsets | None:
    """Return a converter if the request asks for offsets in UTF-16 units; None if it does not."""
    return Utf16Offsets() if request.args.get("unit") == "utf16" else None


def _wire(run_id: str, told: Numbered | Token | Event, retry: int | None = None, offset: int | None = None) -> bytes:
    """Encode `told`, an event or a piece of text (a token), for the stream. An event gets an id only if it is stored in
    the database.

    `retry` is after how many milliseconds a disconnected client should connect again. `offset` replaces the offset of a
    token; with None, the token's own offset is sent.
    """
    if isinstance(told, Token):
        at = told.offset if offset is None else offset
        data = _TOKEN % (_JSON(run_id), _JSON(told.channel), at, _JSON(told.text))
        return sse.encode(data, "token", retry=retry)
    number = str(told.number) if isinstance(told, Numbered) else ""
    return sse.encode(_JSON(dict(told.data)), told.name, number, retry)
