"""Decode the body of an answer that arrives slowly, so that one thread can read many of them (stream_reader.py).

The HTTP library can only wait for the next piece. So what it has read so far, beginning with the answer's head, is
parsed again here, by the same parser; and what comes later is read from the connection.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator

import h11
import httpcore2

from backend.net.connection import READ_BYTES, Connection
from backend.net.stream_reader import read_together

#: Maximum bytes of an answer's head; the HTTP library accepts as many.
MOST_HEAD = 102_400


class StreamedBody:
    """The body of an answer whose head has arrived. `received` are the bytes that were read from the connection, from
    the head on.
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
        """Call `take` with the pieces as they arrive, in the thread that reads all streams, as long as it returns
        True. The rest can be iterated over.
        """
        source = self._connection.pollable
        if source is not None and self._taken(take):
            read_together(source, lambda: self._read_now(source, take))

    def _read_now(self, source: socket.socket, take: Callable[[bytes], bool]) -> bool:
        """Read what has arrived, and pass it on. Returns False if the rest should be read in the thread of the call."""
        while data := self._connection.read_now():
            self._parser.receive_data(data)
            if not self._taken(take):
                return False
            if not isinstance(source, ssl.SSLSocket) or not source.pending():
                return True  # nothing is left that the selector does not see
        return data is None

    def _taken(self, take: Callable[[bytes], bool]) -> bool:
        """Pass on what is parsed already. Returns False if the body has ended, or if `take` wants no more."""
        while piece := self._next():
            if not take(piece):
                return False
        return not self._is_over

    def _next(self) -> bytes:
        """Return the next piece; b"" if it has not arrived, or if the body is over (`_is_over`)."""
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
    """Return the body of an answer from which nothing was read yet; None if only the HTTP library can read it."""
    connection = answer.extensions.get("network_stream")
    if not isinstance(connection, Connection):
        return None
    received = connection.take_received()
    return None if received is None else StreamedBody(connection, received)
