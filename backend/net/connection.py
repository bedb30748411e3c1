"""Open connections to checked addresses, and make sure that the whole call ends at its deadline.

An ordinary time-out for reading starts again with every byte, so a server that sends single bytes could keep its caller
waiting forever. Here each read and write gets only the time that is left until the deadline.

A cancelled call must stop reading at once (kernel/cancellation.py). Closing a client does not wake up a waiting read,
but shutting down its socket does. Otherwise each call would have to check several times a second whether it was
cancelled. With hundreds of waiting calls and five checks a second, the checks took 7 of the 39 ms of processor time for
a message.

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import weakref
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from ipaddress import ip_address
from typing import Any

import httpcore2

from backend.kernel import cancellation
from backend.net import address_guard, deadline, side_thread
from backend.net.name_lookup import NameLookup

#: Maximum seconds to resolve a name and connect: a server that is up takes a fraction of one; a lost packet is sent
#: again after 1 and after 3.
CONNECT_SECONDS = 5.0
#: Number of bytes that are written at once. A socket with free space accepts this much nearly without waiting.
PIECE = 16_384
#: Maximum bytes of one read that does not wait.
READ_BYTES = 65_536
#: Maximum bytes of an answer that are kept: the head of a streamed answer, and what came with it.
KEPT_BYTES = 262_144


class Network(httpcore2.NetworkBackend):
    """Opens connections; with `public_only`, only to public addresses.

    If the pool of the HTTP library is closed, the library does not close a connection that it is just opening. So this
    class keeps track of its connections, and closes them itself.
    """

    def __init__(self, names: NameLookup, *, public_only: bool) -> None:
        self._inner = httpcore2.SyncBackend()
        self._names = names
        self._public_only = public_only
        self._lock = threading.Lock()
        self._open: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._is_closed = False

    def close(self) -> None:
        """Close every open connection, and every connection that is opened later."""
        with self._lock:
            self._is_closed = True
            still_open = list(self._open)
        for each in still_open:
            each.shut()
            each.close()

    def keep(self, connection: Connection) -> Connection:
        """Add a connection to those that `close` closes. Raises ConnectError if `close` was called before."""
        with self._lock:
            if not self._is_closed:
                self._open.add(connection)
                return connection
        connection.close()
        raise httpcore2.ConnectError("the client was closed")

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        bound = deadline.after(deadline.remaining(CONNECT_SECONDS))

        def connect() -> httpcore2.NetworkStream:
            addresses = self._names.addresses(host, port, bound.remaining())
            if self._public_only:
                address_guard.check(host, addresses)
            failure: httpcore2.ConnectError | httpcore2.ConnectTimeout | None = None
            for address in addresses:
                if not bound.remaining():
                    raise httpcore2.ConnectTimeout("the host did not accept a connection in time")
                try:
                    return self._inner.connect_tcp(
                        address, port, bound.remaining(), local_address, socket_options or ()
                    )
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                    failure = error
            raise failure or httpcore2.ConnectError("the host name has no address")

        opened = connect() if _answers_at_once(host) else _opened(connect, bound.remaining())
        return self.keep(Connection(opened, self))


def _answers_at_once(host: str) -> bool:
    """Return True for a loopback address. The operating system accepts or refuses such a connection at once, so it can
    be opened without a waiting thread.
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


class Connection(httpcore2.NetworkStream):
    """An open connection. `layers` is the number of layers of TLS: two if TLS is also used on the way to the proxy."""

    def __init__(self, inner: httpcore2.NetworkStream, network: Network, layers: int = 0) -> None:
        self._inner = inner
        self._network = network
        self._layers = layers
        self._received: bytearray | None = bytearray()

    @property
    def pollable(self) -> socket.socket | None:
        """Return the socket from which `read_now` reads; None if this connection cannot be read without waiting."""
        # the HTTP library itself decrypts the inner layer of two, which its socket does not tell
        socket_: socket.socket | None = self._inner.get_extra_info("socket") if self._layers < 2 else None
        return socket_

    def take_received(self) -> bytes | None:
        """Return all bytes that were read since the last write, and stop recording them. Returns None if nothing is
        recorded any longer, for example because there were too many bytes.
        """
        received, self._received = self._received, None
        return None if received is None else bytes(received)

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        call, stop_request = deadline.current(), cancellation.current()
        left = deadline.remaining(timeout)
        if left <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        if stop_request is None:
            data = self._inner.read(max_bytes, left)
        else:
            stop_request.check()
            with stop_request.waking(self.shut):
                try:
                    data = self._inner.read(max_bytes, max(0.001, min(left, stop_request.left)))
                finally:
                    stop_request.check()  # raises Cancelled if we shut the socket, instead of the socket's error
        if data and call is not None:
            call.answering = True
        self._keep(data)
        return data

    def read_now(self) -> bytes | None:
        """Return the bytes that have arrived, b"" at the end of the connection, and None if there are none yet."""
        source = self.pollable
        assert source is not None, "the caller asks `pollable` first"
        if source.gettimeout() != 0:  # setting it is a call to the system, and there are many reads
            source.settimeout(0)
        try:
            return source.recv(READ_BYTES)
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None
        except OSError as error:
            raise httpcore2.ReadError(str(error)) from error

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        call = deadline.current()
        if call is not None:
            call.answering = False
        self._received = bytearray()
        # A slow server accepts the buffer in parts, and each part has a time-out of its own.
        for start in range(0, len(buffer), PIECE):
            left = self._wait_for_room(timeout)
            if left <= 0:
                raise httpcore2.WriteTimeout("the deadline has passed")
            self._inner.write(buffer[start : start + PIECE], left)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        seconds = deadline.remaining(CONNECT_SECONDS)
        secured = _opened(lambda: self._inner.start_tls(ssl_context, server_hostname, seconds), seconds)
        return self._network.keep(Connection(secured, self._network, self._layers + 1))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)

    def shut(self) -> None:
        """End a read or write that is waiting on this connection."""
        with suppress(OSError):  # it may be closed already
            # the socket's own method; TLS's would forget the key of a connection that another thread reads
            socket.socket.shutdown(self._inner.get_extra_info("socket"), socket.SHUT_RDWR)

    def _keep(self, data: bytes) -> None:
        if self._received is not None:
            self._received += data
            if len(self._received) > KEPT_BYTES:
                self._received = None

    def _wait_for_room(self, timeout: float | None) -> float:
        """Wait until the socket is writable, and return the seconds that are left; 0 if the time is over. A write that
        has begun cannot be interrupted without losing data. So a write only begins when the socket is writable.
        """
        bound = deadline.after(deadline.remaining(timeout))
        if cancellation.current() is not None:
            room = select.poll()
            room.register(self._inner.get_extra_info("socket"), select.POLLOUT)
            while left := bound.remaining():
                cancellation.check()
                if room.poll(1000 * min(left, cancellation.PATIENCE)):
                    break
        return bound.remaining()


def _opened(work: Callable[[], httpcore2.NetworkStream], seconds: float) -> httpcore2.NetworkStream:
    """Return the stream that `work` opens. Raises ConnectTimeout after `seconds`; if the stream opens later, it is
    closed at once.
    """
    opening = side_thread.start("coscribe-connect", work)
    try:
        return side_thread.result_of(opening, seconds, "no connection was made in time")
    except BaseException:
        opening.add_done_callback(_close_late)
        raise


def _close_late(opening: Future[httpcore2.NetworkStream]) -> None:
    if opening.exception() is None:
        opening.result().close()
