"""Decode the bodies of the models' streamed answers, and read all of them in one thread.

If each call's own thread waited for the next piece of its answer, every piece would wake a thread, which would then
wait for the interpreter's lock. With hundreds of streams, that costs more than reading the pieces. Here one common
thread looks at all streams together, several times a second, and reads what has arrived. The calls' own threads sleep
meanwhile.

The common thread returns a stream to the call's own thread at the end of the answer, at an error, at the call's
deadline, or if the work is cancelled. The next read of the call's own thread then reports what happened.

The HTTP library can only wait for the next piece, so this module reads the later pieces from the connection itself.
What the library has already read, beginning with the answer's head, is parsed again here. The library's parser takes
longer for a piece than everything that is done with the piece afterwards, so it parses only the head.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import contextvars
import math
import re
import selectors
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field

import h11
import httpcore2

from backend.kernel import cancellation
from backend.net import deadline
from backend.net.connection import READ_BYTES, Connection

#: Maximum bytes of an answer's head; the HTTP library accepts as many.
MOST_HEAD = 102_400

_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,16})[ \t]*(?:;.*)?\Z", re.DOTALL)
#: What the next line is: the size of a chunk, the empty line after a chunk, or a line after the last chunk.
_SIZE, _END_OF_CHUNK, _TRAILER = object(), object(), object()

#: Seconds between two readings. What arrives in between is read together; what arrives after a longer silence is read
#: at once.
PACE = 0.05


@dataclass(eq=False, slots=True)
class _Stream:
    """A stream that is read by the one thread which all calls share: its socket, and a function that reads what has
    arrived. If the function returns False, the thread of the call reads the rest.
    """

    source: socket.socket
    read: Callable[[], bool]
    context: contextvars.Context = field(default_factory=contextvars.copy_context)
    bound: deadline.Deadline | None = field(default_factory=deadline.current)
    returned: threading.Event = field(default_factory=threading.Event)
    #: True if the call's own thread wants the stream back, whether or not anything has arrived
    is_wanted: bool = False
    error: BaseException | None = None

    @property
    def is_over(self) -> bool:
        """Return True if the call's own thread wants the stream back, if the call's deadline has passed, or if the
        socket was closed.
        """
        is_late = self.bound is not None and not self.bound.remaining()
        return self.is_wanted or is_late or self.source.fileno() < 0

    def ask_back(self) -> None:
        """Let the common thread return the stream soon. Any thread may call this."""
        self.is_wanted = True

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
        with selectors.DefaultSelector() as selector:
            while True:
                with self._lock:
                    new, self._new = self._new, []
                    if not new and not open_streams:
                        self._is_running = False
                        return
                for stream in [each for each in open_streams if each.is_over]:
                    open_streams.discard(stream)
                    _return(stream, selector)
                for stream in new:  # only now, because its socket may have the number of one that was closed
                    open_streams.add(stream)
                    if not stream.is_over:
                        selector.register(stream.source, selectors.EVENT_READ, stream)
                arrived = selector.select(PACE)
                for key, _ in arrived:
                    if not key.data.goes_on():
                        open_streams.discard(key.data)
                        _return(key.data, selector)
                if arrived:
                    time.sleep(PACE)


class Framing:
    """Finds the end of a body by the `headers` of its answer. The body ends after its last chunk, after the length that
    the headers give, or where the connection ends.
    """

    def __init__(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        by_name = dict(headers)
        self.is_over = False
        self._is_chunked = b"transfer-encoding" in by_name
        #: number of bytes until the end of the chunk or of the body; None if the body ends with the connection
        self._left: int | None = 0 if self._is_chunked else None
        if not self._is_chunked and b"content-length" in by_name:
            self._left = int(by_name[b"content-length"])
            self.is_over = not self._left
        #: the beginning of a line between chunks; the rest has not arrived
        self._rest = b""
        self._next_line = _SIZE

    def decode(self, data: bytes) -> bytes:
        """Return the part of the body that is in `data`, the next bytes of the connection; `data` is b"" at the
        connection's end. Raises RemoteProtocolError if the connection ends before the body, or if a chunk is malformed.
        """
        if self._left is None:
            self.is_over = not data
            return data
        if not data:
            raise httpcore2.RemoteProtocolError("the connection was closed before the end of the answer")
        if self._is_chunked:
            return b"".join(self._chunks(self._rest + data))
        piece = data[: self._left]
        self._left -= len(piece)
        self.is_over = not self._left
        return piece

    def _chunks(self, data: bytes) -> Iterator[bytes]:
        at = 0
        while at < len(data) and not self.is_over:
            if self._left:
                piece = data[at : at + self._left]
                yield piece
                at += len(piece)
                self._left -= len(piece)
            else:
                end = data.find(b"\r\n", at)
                if end < 0:
                    break
                self._read_line(data[at:end])
                at = end + 2
        self._rest = data[at:]
        if len(self._rest) > MOST_HEAD and not self.is_over:
            raise httpcore2.RemoteProtocolError("a line between two chunks is too long")

    def _read_line(self, line: bytes) -> None:
        """Read a line before, between or after the chunks."""
        if self._next_line is _SIZE:
            found = _CHUNK_SIZE.match(line)
            if found is None:
                raise httpcore2.RemoteProtocolError("a chunk begins without its size")
            self._left = int(found[1], 16)
            self._next_line = _END_OF_CHUNK if self._left else _TRAILER
        elif self._next_line is _TRAILER:
            self.is_over = not line
        elif line:
            raise httpcore2.RemoteProtocolError("a chunk is longer than its size")
        else:
            self._next_line = _SIZE


class StreamedBody:
    """The body of an answer whose head has arrived. `received` are all bytes that were read from the connection,
    including the head.
    """

    def __init__(self, connection: Connection, received: bytes) -> None:
        self._connection = connection
        parser = h11.Connection(h11.CLIENT, max_incomplete_event_size=MOST_HEAD)
        parser.send(h11.Request(method="POST", target="/", headers=[("Host", "-"), ("Content-Length", "0")]))
        parser.send(h11.EndOfMessage())
        parser.receive_data(received)
        head = parser.next_event()
        while isinstance(head, h11.InformationalResponse):
            head = parser.next_event()
        assert isinstance(head, h11.Response), "the HTTP library has read the head already"
        is_empty = head.status_code in (204, 304)
        self._framing = Framing([(b"content-length", b"0")] if is_empty else head.headers)
        beginning = parser.trailing_data[0]
        #: the bytes of the body that were read and not passed on
        self._ready = self._framing.decode(beginning) if beginning and not is_empty else b""

    def __iter__(self) -> Iterator[bytes]:
        """Yield the pieces of the body. Waits for the next one."""
        while True:
            piece, self._ready = self._ready, b""
            if piece:
                yield piece
            elif self._framing.is_over:
                return
            else:
                self._ready = self._framing.decode(self._connection.read(READ_BYTES))

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
            self._ready = self._framing.decode(data)
            if not self._taken(take):
                return False
            if not isinstance(source, ssl.SSLSocket) or not source.pending():
                return True  # nothing is left that the selector does not see
        return data is None

    def _taken(self, take: Callable[[bytes], bool]) -> bool:
        """Pass what has been read to `take`. Returns False if the body has ended, or if `take` returned False."""
        piece, self._ready = self._ready, b""
        return (not piece or take(piece)) and not self._framing.is_over


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
    stream, stop_request, seconds = _Stream(source, read), cancellation.current(), math.inf
    with ExitStack() as stack:
        if stop_request is not None:
            stack.enter_context(stop_request.waking(stream.ask_back))
            seconds = stop_request.left
        _READER.add(stream)
        if not stream.returned.wait(None if math.isinf(seconds) else seconds):
            stream.ask_back()
            stream.returned.wait()
    if stream.error is not None:
        raise stream.error
