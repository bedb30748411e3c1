"""Stream a run as server-sent events, for callers that watch instead of waiting."""

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
from backend.services.session_followers import HEARTBEAT, SessionStream
from backend.storage.runs import Run

EVENTS = "text/event-stream"
LAST_ID = "Last-Event-ID"
#: One event of a stream, as a reader of server-sent events has it.
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
#: How the description tells of them.
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
#: No cache may keep them, no proxy hold them back or squeeze them.
STREAM_HEADERS = {"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"}
#: Milliseconds after which a reader that lost its connection may come again; browsers differ where none are named.
RETRY = 2000
#: Seconds between two looks at whether the server is to stop, while a session's stream is silent.
LOOK = 1.0
#: Seconds between two pieces of a stream: what comes meanwhile goes out in one. Nobody reads quicker, and a piece costs
#: the same whether it holds a word or ten.
PACE = 0.05
#: The key of a request's environment by which a server says that it sends streams itself, and gets them.
HANDED_OVER = "coscribe.stream"
#: made once: `json.dumps` makes an encoder for each call whose options differ from its own
_JSON = json.JSONEncoder(ensure_ascii=False).encode


def wants_events() -> bool:
    """Return True if the caller prefers events to a single answer."""
    return prefers(EVENTS)


def started(run: Run) -> Response:
    """Return the event stream of a run that has just begun; the run continues even if the client leaves."""
    user_id = current_user_id()
    if ports().executor.here:
        runs.feed_of(ports(), run)
    ports().executor.submit(user_id, run.id)
    return streamed(run_followers.follow(ports(), user_id, run.id))


def streamed(stream: Stream) -> Response:
    """Return a response that sends the run's events as they come."""
    response = _response(_Body(stream, _offsets()))
    response.headers["X-Run-Id"] = stream.run.id
    return response


def _response(body: StreamBody) -> Response:
    """Return a response with this body. A server that sends streams itself (`HANDED_OVER`) gets the
    body directly, too.
    """
    if HANDED_OVER in request.environ and request.method != "HEAD":
        request.environ[HANDED_OVER] = body
    return Response(body, content_type=f"{EVENTS}; charset=utf-8", headers=STREAM_HEADERS)  # type: ignore[arg-type]


def last_event(cursor: int | None) -> int | None:
    """Return the number of the last event that the caller has: from the header `Last-Event-ID`, else from `cursor`."""
    given = request.headers.get(LAST_ID, "").strip()
    if not given:
        return cursor
    if not (given.isascii() and given.isdigit() and len(given) < 10):
        raise Refused("A header was refused.", errors={LAST_ID: ["Not a valid event id: event ids are numbers."]})
    return int(given)


def session_streamed(stream: SessionStream) -> Response:
    """Return a response that sends the session's events as they come."""
    return _response(_SessionBody(stream, current_app.config.get("METRICS_DIR") or ""))


class StreamBody(Protocol):
    """The bytes of a stream for one reader. A thread iterates over it, or an event loop reads it in
    pieces with `take`.
    """

    #: only the reader, or the server's end, ends it
    endless: bool
    #: the bytes that say after a silence that somebody is still there
    beat: bytes

    @property
    def done(self) -> bool:
        """Return True if the stream has ended."""

    def take(self, seconds: float) -> bytes:
        """Return all new bytes, waiting up to `seconds` for some; b"" if there are none."""

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call `call` from any thread whenever there may be new bytes, until the returned function is called."""

    def close(self) -> None:
        """Release the stream, because its reader has disconnected."""


class _SessionBody:
    """The body of a session's stream. Its first bytes are sent at once, so that the client knows that it is connected.

    It ends when the server stops, because nothing else would end it. `shared` is the folder that signals this.
    """

    endless: bool = True
    beat: bytes = sse.comment("still here")

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
                yield self.beat

    def close(self) -> None:
        self._stream.close()


class _Body:
    """The body of a stream: the server iterates over it, and closes it when the client disconnects."""

    endless: bool = False
    beat: bytes = sse.comment("still here")

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
                yield self.beat

    def close(self) -> None:
        self._stream.close()

    def _wire(self, run_id: str, told: Numbered | Token | Event, retry: int | None = None) -> bytes:
        offset = self._offsets.of(told) if self._offsets and isinstance(told, Token) else None
        return _wire(run_id, told, retry, offset)


class Utf16Offsets:
    """Counts the offsets of one reader's tokens in UTF-16 units, as JavaScript does: some characters take two."""

    def __init__(self) -> None:
        #: by channel, where the characters of two units stand in the text so far
        self._doubles: dict[str, list[int]] = {}

    def of(self, token: Token) -> int:
        """Return the UTF-16 offset of a token, which continues the text so far or replaces its end."""
        doubles = self._doubles.setdefault(token.channel, [])
        del doubles[bisect_left(doubles, token.offset) :]
        offset = token.offset + len(doubles)
        doubles += (token.offset + at for at, character in enumerate(token.text) if character > "\uffff")
        return offset


def _offsets() -> Utf16Offsets | None:
    """Return the counter for the unit that the request asks for; None for code points."""
    return Utf16Offsets() if request.args.get("unit") == "utf16" else None


def _wire(run_id: str, told: Numbered | Token | Event, retry: int | None = None, offset: int | None = None) -> bytes:
    """Encode one event for the stream. Only stored events get an id."""
    if isinstance(told, Token):
        at = told.offset if offset is None else offset
        data = {"run_id": run_id, "channel": told.channel, "offset": at, "text": told.text}
        return sse.encode(_JSON(data), "token", retry=retry)
    number = str(told.number) if isinstance(told, Numbered) else ""
    return sse.encode(_JSON(dict(told.data)), told.name, number, retry)
