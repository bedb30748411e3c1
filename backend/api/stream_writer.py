"""Send the event streams of all clients in one thread, for a server that has a thread for each request.

If each request's own thread waited for the next event, every piece of a stream would wake a thread twice: once when an
event arrives, and once after a short pause, in which more events are collected. With hundreds of streams, that costs
more than sending the pieces. Here one thread sends the new pieces of all streams together, several times a second. The
requests' own threads sleep meanwhile.

A stream is returned to its own thread when it may have to wait for its client: a piece is long, or the client reads
slowly. That thread sends the piece, and then hands the stream over again.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from backend.api.event_streams import HANDED_OVER, LOOK, PACE, StreamBody
from backend.kernel.sse import KEEP_ALIVE
from backend.services.run_followers import HEARTBEAT

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

#: The most bytes that this thread sends at once. A socket with room accepts this much without waiting, or nearly.
PIECE = 16_384


@dataclass(eq=False, slots=True)
class _Stream:
    """A stream that the common thread sends. `write` sends bytes to the client whose socket is `target`. `unsent` are
    the bytes that the request's own thread should send.
    """

    body: StreamBody
    write: Callable[[bytes], object]
    target: socket.socket
    sent_at: float = field(default_factory=time.monotonic)
    returned: threading.Event = field(default_factory=threading.Event)
    unsent: bytes = b""
    error: BaseException | None = None

    def goes_on(self) -> bool:
        """Send the new bytes. Returns False if the request's own thread should continue the stream. If sending failed,
        `error` is set.
        """
        try:
            said = self.body.take(0)
            if not said and time.monotonic() - self.sent_at >= HEARTBEAT:
                said = KEEP_ALIVE
            if said:
                self.sent_at = time.monotonic()
                if len(said) > PIECE or not self._has_room():
                    self.unsent = said
                    return False
                self.write(said)
            return not self.body.done
        except BaseException as error:  # noqa: BLE001 - `StreamWriter.pieces` raises it in the thread of the request
            self.error = error
            return False

    def _has_room(self) -> bool:
        room = select.poll()
        room.register(self.target, select.POLLOUT)
        return bool(room.poll(0))


class StreamWriter:
    """Sends streams in a thread that starts with the first stream and ends with the last. It regularly calls the
    function `stopping`, which returns True if the server stops. Endless streams, such as those of sessions, then end.
    """

    def __init__(self, stopping: Callable[[], bool]) -> None:
        self._stopping = stopping
        self._lock = threading.Lock()
        self._open: set[_Stream] = set()
        #: the streams with news
        self._due: set[_Stream] = set()
        self._news = threading.Event()
        self._is_running = False

    def pieces(self, body: StreamBody, write: Callable[[bytes], object], target: socket.socket) -> Iterator[bytes]:
        """Yield those pieces of a stream that its own thread must send; the common thread sends all others. `write`
        sends bytes to the client whose socket is `target`. Errors of `body` and of `write` are raised.

        The first piece is yielded, because the common thread may be busy with many other streams.
        """
        stream = _Stream(body, write, target)
        stop = body.listen(lambda: self._wake(stream))
        try:
            if first := body.take(0):
                yield first
            while not (body.done or (body.endless and self._stopping())):
                self._add(stream)
                stream.returned.wait()
                stream.returned.clear()
                if stream.error is not None:
                    raise stream.error
                if stream.unsent:
                    yield stream.unsent
                    stream.unsent = b""
        finally:
            stop()

    def _add(self, stream: _Stream) -> None:
        with self._lock:
            self._open.add(stream)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="writer", daemon=True).start()
        self._wake(stream)

    def _wake(self, stream: _Stream) -> None:
        """Let the common thread send the new events of a stream soon. Any thread may call it."""
        with self._lock:
            is_first = not self._due
            self._due.add(stream)
        if is_first:
            self._news.set()

    def _run(self) -> None:
        look_at = time.monotonic() + LOOK
        while True:
            self._news.wait(max(0.0, look_at - time.monotonic()))
            self._news.clear()
            with self._lock:
                due, self._due = self._due & self._open, set()
            self._send(due)
            if time.monotonic() >= look_at:
                look_at = time.monotonic() + LOOK
                self._look()
            with self._lock:
                if not self._open:
                    self._is_running = False
                    return
            if due:
                time.sleep(PACE)

    def _send(self, streams: Iterable[_Stream]) -> None:
        for stream in streams:
            if not stream.goes_on():
                self._return(stream)

    def _look(self) -> None:
        """Send a sign of life to each client that has received nothing for a long time. If the server stops, give each
        stream that has no end of its own, such as a feed of events, back to the thread of its request, which ends it.
        """
        with self._lock:
            still_open = list(self._open)
        if self._stopping():
            for stream in still_open:
                if stream.body.endless:
                    self._return(stream)
        silent_since = time.monotonic() - HEARTBEAT
        self._send(stream for stream in still_open if stream.sent_at <= silent_since)

    def _return(self, stream: _Stream) -> None:
        with self._lock:
            self._open.discard(stream)
        stream.returned.set()


class _Pieces:
    """The pieces of a stream that the request's own thread sends. `answer` is the application's answer; it is closed at
    the end.
    """

    def __init__(self, pieces: Iterator[bytes], answer: Iterable[bytes]) -> None:
        self._pieces, self._answer = pieces, answer

    def __iter__(self) -> Iterator[bytes]:
        return self._pieces

    def close(self) -> None:
        close = getattr(self._answer, "close", None)
        if close is not None:
            close()


def sending_together(application: WSGIApplication, stopping: Callable[[], bool]) -> WSGIApplication:
    """Return the application, changed so that one thread sends all its event streams. This needs gunicorn, which passes
    the client's socket in the environment; with another server, nothing changes. `stopping` returns True if the server
    should stop.
    """
    writer = StreamWriter(stopping)

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        target = environ.get("gunicorn.socket")
        if not isinstance(target, socket.socket) or isinstance(target, ssl.SSLSocket):
            return application(environ, start_response)
        environ[HANDED_OVER] = None
        writes: list[Callable[[bytes], object]] = []

        def begin(*given: Any) -> Callable[[bytes], object]:
            writes.append(start_response(*given))
            return writes[-1]

        pieces = application(environ, begin)
        body: StreamBody | None = environ[HANDED_OVER]
        return pieces if body is None else _Pieces(writer.pieces(body, writes[-1], target), pieces)

    return answer
