"""Decode the bodies of the models' streamed answers, and read all of them in one thread.

If each call's own thread waited for the next piece of its answer, every piece would wake a thread, which would then
wait for the interpreter's lock. With hundreds of streams, that costs more than reading the pieces. Here one common
thread looks at all streams together, several times a second, and reads what has arrived. The calls' own threads sleep
meanwhile.

The common thread returns a stream to the call's own thread at the end of the answer, at an error, at the call's
deadline, or if the work is cancelled. The next read of the call's own thread then reports what happened.

The HTTP library can only wait for the next piece, so this module reads the later pieces from the connection itself.
What the library has already read, beginning with the answer's head, is parsed again here by the same parser.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import contextvars
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field

import h11
import httpcore2

from backend.kernel import cancellation
from backend.net import deadline
from backend.net.connection import READ_BYTES, Connection

#: Maximum bytes of an answer's head; the HTTP library accepts as many.
MOST_HEAD = 102_400

#: Seconds between two readings. What arrives in between is read together; what arrives after a longer silence is read
#: at once.
PACE = 0.05


@dataclass(eq=False, slots=True)
class _Stream:
    """A stream that the common thread reads: its socket, and a function that reads what has arrived. The function
    returns False if the call's own thread should continue the stream.
    """

    source: socket.socket
    read: Callable[[], bool]
    bound: deadline.Deadline | None = field(default_factory=deadline.current)
    stop_request: cancellation.Cancellation | None = field(default_factory=cancellation.current)
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    returned: threading.Event = field(default_factory=threading.Event)
    error: BaseException | None = None

    @property
    def is_over(self) -> bool:
        """Return True if the deadline has passed, the work was cancelled, or the socket was closed."""
        return (
            (self.bound is not None and not self.bound.remaining())
            or (self.stop_request is not None and self.stop_request.wanted)
            or self.source.fileno() < 0
        )

    def goes_on(self) -> bool:
        """Read what has arrived. Returns False if the call's own thread should continue the stream. If reading failed,
        `error` is set.
        """
        try:
            return self.context.run(self.read)
        except BaseException as error:  # noqa: BLE001 - `read_together` raises it in the thread of the call
            self.error = error
            return False


class _Reader:
    """Reads streams in a thread that starts with the first stream and ends with the last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._new: list[_Stream] = []
        self._is_running = False

    def add(self, stream: _Stream) -> None:
        with self._lock:
            self._new.append(stream)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="streams", daemon=True).start()

    def _run(self) -> None:
        open_streams: set[_Stream] = set()
        look_at = 0.0
        with selectors.DefaultSelector() as selector:
            while True:
                with self._lock:
                    new, self._new = self._new, []
                    if not new and not open_streams:
                        self._is_running = False
                        return
                if new or time.monotonic() >= look_at:  # a new socket may have the number of one that was closed
                    look_at = time.monotonic() + cancellation.PATIENCE / 2
                    for stream in [each for each in open_streams if each.is_over]:
                        open_streams.discard(stream)
                        _return(stream, selector)
                for stream in new:
                    open_streams.add(stream)
                    selector.register(stream.source, selectors.EVENT_READ, stream)
                arrived = selector.select(PACE)
                for key, _ in arrived:
                    if not key.data.goes_on():
                        open_streams.discard(key.data)
                        _return(key.data, selector)
                if arrived:
                    time.sleep(PACE)


class StreamedBody:
    """The body of an answer whose head has arrived. `received` are all bytes that were read from the connection,
    including the head.
    """

    def __init__(self, connection: Connection, received: bytes) -> None:
        self._connection = connection
        self._is_over = False
        self._parser = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
        self._parser.send(h11.Request(method="POST", target="/", headers=[("Host", "-"), ("Content-Length", "0")]))
        self._parser.send(h11.EndOfMessage())
        self._parser.receive_data(received)
        while isinstance(self._parser.next_event(), h11.InformationalResponse):
            pass

    def __iter__(self) -> Iterator[bytes]:
        """Yield the pieces of the body. Waits for the next one."""
        while not self._is_over:
            while piece := self._next():
                yield piece
            if not self._is_over:
                self._parser.receive_data(self._connection.read(READ_BYTES))

    def push(self, take: Callable[[bytes], bool]) -> None:
        """Call `take` in the common thread with each piece as it arrives, as long as `take` returns True. Iterate over
        this object for the rest of the body.
        """
        source = self._connection.pollable
        if source is not None and self._taken(take):
            read_together(source, lambda: self._read_now(source, take))

    def _read_now(self, source: socket.socket, take: Callable[[bytes], bool]) -> bool:
        """Read what has arrived, and call `take` with it. Returns False if the call's own thread should read the
        rest.
        """
        while data := self._connection.read_now():
            self._parser.receive_data(data)
            if not self._taken(take):
                return False
            if not isinstance(source, ssl.SSLSocket) or not source.pending():
                return True  # nothing is left that the selector does not see
        return data is None

    def _taken(self, take: Callable[[bytes], bool]) -> bool:
        """Pass the pieces that are already parsed to `take`. Returns False if the body has ended, or if `take`
        returned False.
        """
        while piece := self._next():
            if not take(piece):
                return False
        return not self._is_over

    def _next(self) -> bytes:
        """Return the next piece of the body. Returns b"" if it has not arrived, or if the body has ended
        (`_is_over`).
        """
        if self._is_over:
            return b""
        try:
            event = self._parser.next_event()
        except h11.RemoteProtocolError as error:
            raise httpcore2.RemoteProtocolError(str(error)) from error
        if isinstance(event, h11.Data):
            return bytes(event.data)
        self._is_over = event is not h11.NEED_DATA
        return b""


def body_of(answer: httpcore2.Response) -> StreamedBody | None:
    """Return the body of an answer from which nothing was read yet. Returns None if only the HTTP library can read this
    body.
    """
    connection = answer.extensions.get("network_stream")
    if not isinstance(connection, Connection):
        return None
    received = connection.take_received()
    return None if received is None else StreamedBody(connection, received)


def _return(stream: _Stream, selector: selectors.BaseSelector) -> None:
    with suppress(KeyError, ValueError):  # a socket that was closed has no number any more
        selector.unregister(stream.source)
    stream.returned.set()


_READER = _Reader()


def read_together(source: socket.socket, read: Callable[[], bool]) -> None:
    """Let the common thread call `read` whenever bytes have arrived at `source`, until `read` returns False. Also
    returns at the deadline of the call, if its work is cancelled, or if the socket is closed. Errors of `read` are
    raised. `read` must not wait.
    """
    stream = _Stream(source, read)
    _READER.add(stream)
    stream.returned.wait()
    if stream.error is not None:
        raise stream.error
