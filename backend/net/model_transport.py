"""HTTP for the model clients, bounded by the call's deadline rather than by silence.

A read time-out starts anew with every byte, so a server that drips bytes holds its caller for ever. Here each
read and write gets what is left of the deadline, and looking a host name up, which has no time-out of
its own, happens on a thread that can be left behind, as do connecting and TLS's handshake. Closing a client does not
wake a read that waits, but shutting its socket does, and that is how a cancelled call ends (kernel/cancellation.py):
hundreds of calls wait at once, and looking at each five times a second took 7 of a message's 39 ms of processor time.

Loaded on first use only: it imports the HTTP library.
"""

from __future__ import annotations

import select
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import httpx2

from backend import errors
from backend.kernel import cancellation
from backend.net import deadline

CONNECT_SECONDS = 5.0
#: Bytes written at a time. A socket that has room takes this much without waiting, or nearly.
PIECE = 16_384


def http_client(base_url: str) -> httpx2.Client:
    """A client for one service. It follows no redirect: the key belongs to the address in the settings."""
    return httpx2.Client(transport=BoundedTransport(_proxy(base_url)), follow_redirects=False, trust_env=False)


def bounds() -> httpx2.Timeout:
    """Per-operation limits for the client: the rest of the deadline, and `CONNECT_SECONDS` to connect."""
    current = deadline.current()
    return httpx2.Timeout(current.remaining() if current else None, connect=_left(CONNECT_SECONDS))


@contextmanager
def told(name: str) -> Iterator[None]:
    """The client's failures as ours. A call that is to end and fails meanwhile has ended."""
    try:
        yield
    except httpx2.TimeoutException:
        cancellation.check()
        raise errors.ProviderTimeout(f"{name} did not answer in time") from None
    except (httpx2.TransportError, httpx2.DecodingError):
        cancellation.check()
        raise errors.ProviderUnreachable(f"{name} could not be reached, or cut the connection") from None


class BoundedTransport(httpx2.BaseTransport):
    """A pool over the bounded network. Connections are not kept: a call takes seconds, a handshake does not, and
    a connection that the server has closed while idle would look like a cut call."""

    def __init__(self, proxy: httpcore2.Proxy | None = None) -> None:
        self._pool = httpcore2.ConnectionPool(
            ssl_context=httpx2.create_ssl_context(),
            proxy=proxy,
            max_connections=None,
            max_keepalive_connections=0,
            network_backend=_Network(),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        stream = request.stream
        if not isinstance(stream, httpx2.SyncByteStream):
            raise TypeError("the synchronous client sends synchronous bodies")
        url = request.url
        outgoing = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=stream,
            extensions=request.extensions,
        )
        try:
            answer = self._pool.handle_request(outgoing)
        except _CORE_ERRORS as error:
            raise _as_client_error(error) from error
        return httpx2.Response(
            answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions
        )

    def close(self) -> None:
        self._pool.close()


class _Body(httpx2.SyncByteStream):
    def __init__(self, answer: httpcore2.Response) -> None:
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._answer.iter_stream()
        except _CORE_ERRORS as error:
            raise _as_client_error(error) from error

    def close(self) -> None:
        self._answer.close()


class _Network(httpcore2.NetworkBackend):
    def __init__(self) -> None:
        self._inner = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        seconds = _left(timeout if timeout is not None else CONNECT_SECONDS)
        stop = time.monotonic() + seconds

        def dial() -> httpcore2.NetworkStream:
            failure: httpcore2.ConnectError | httpcore2.ConnectTimeout | None = None
            for address in _addresses(host, port):
                left = stop - time.monotonic()
                if left <= 0:
                    raise httpcore2.ConnectTimeout("the host did not accept a connection in time")
                try:
                    return self._inner.connect_tcp(address, port, left, local_address, socket_options or ())
                except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                    failure = error
            raise failure or httpcore2.ConnectError("the host has no address")

        return _Stream(_Errand(dial).wait(seconds))


class _Errand:
    """Work that can't be interrupted, on a thread that is left behind when nobody waits for its stream any more."""

    def __init__(self, work: Callable[[], httpcore2.NetworkStream]) -> None:
        self._work = work
        self._lock = threading.Lock()
        self._done = threading.Event()
        self._abandoned = False
        self._stream: httpcore2.NetworkStream | None = None
        self._error: Exception | None = None
        threading.Thread(target=self._run, daemon=True, name="coscribe-connect").start()

    def wait(self, seconds: float) -> httpcore2.NetworkStream:
        """What the work gives or raises. ConnectTimeout after `seconds`, Cancelled when that is wanted."""
        stop = time.monotonic() + seconds
        try:
            while not self._done.wait(max(0.0, min(cancellation.PATIENCE, stop - time.monotonic()))):
                cancellation.check()
                if time.monotonic() >= stop:
                    raise httpcore2.ConnectTimeout("no connection was made in time")
        except BaseException:
            self._abandon()
            raise
        if self._stream is None:
            raise self._error or httpcore2.ConnectError("no connection was made")
        return self._stream

    def _run(self) -> None:
        try:
            stream = self._work()
        except (*_CORE_ERRORS, OSError, ValueError) as error:
            self._error = error
        else:
            with self._lock:
                self._stream = stream
                if self._abandoned:
                    stream.close()
        finally:
            self._done.set()

    def _abandon(self) -> None:
        with self._lock:
            self._abandoned = True
            if self._stream is not None:
                self._stream.close()


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        current, wish = deadline.current(), cancellation.current()
        left = _left(timeout)
        if left <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        if wish is None:
            data = self._inner.read(max_bytes, left)
        else:
            wish.check()
            with wish.waking(self._shut):
                try:
                    data = self._inner.read(max_bytes, max(0.001, min(left, wish.left)))
                finally:
                    wish.check()  # what the read says of a socket that was shut is not the server's doing
        if data and current is not None:
            current.answering = True
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        current = deadline.current()
        if current is not None:
            current.answering = False
        # A slow reader takes the buffer in parts, each with a time-out of its own.
        for start in range(0, len(buffer), PIECE):
            left = self._until_writable(timeout)
            if left <= 0:
                raise httpcore2.WriteTimeout("the deadline has passed")
            self._inner.write(buffer[start : start + PIECE], left)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        seconds = _left(timeout)
        return _Stream(_Errand(lambda: self._inner.start_tls(ssl_context, server_hostname, seconds)).wait(seconds))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)

    def _shut(self) -> None:
        with suppress(OSError):  # it may be closed already
            # the method below TLS's, which would forget the key of a connection that another thread reads
            socket.socket.shutdown(self._inner.get_extra_info("socket"), socket.SHUT_RDWR)

    def _until_writable(self, timeout: float | None) -> float:
        """Seconds left once the socket has room. A write that waits can't be taken up again, so it isn't begun."""
        stop = time.monotonic() + _left(timeout)
        if cancellation.current() is not None:
            room = select.poll()
            room.register(self._inner.get_extra_info("socket"), select.POLLOUT)
            while (left := stop - time.monotonic()) > 0:
                cancellation.check()
                if room.poll(1000 * min(left, cancellation.PATIENCE)):
                    break
        return stop - time.monotonic()


_CORE_ERRORS = (
    httpcore2.TimeoutException,
    httpcore2.NetworkError,
    httpcore2.ProtocolError,
    httpcore2.ProxyError,
    httpcore2.UnsupportedProtocol,
)


def _as_client_error(error: Exception) -> httpx2.TransportError:
    """Both libraries name their errors alike."""
    kind = getattr(httpx2, type(error).__name__, httpx2.TransportError)
    return kind(str(error))


def _left(timeout: float | None) -> float:
    """The smaller of `timeout` and what the deadline leaves; without both, ten minutes."""
    current = deadline.current()
    limits = [seconds for seconds in (timeout, current.remaining() if current else None) if seconds is not None]
    return min(limits, default=600.0)


def _addresses(host: str, port: int) -> list[str]:
    """The host's addresses in the system's order. It takes as long as the system likes. Raises ConnectError."""
    try:
        return [str(ip_address(host.strip("[]")))]
    except ValueError:
        pass  # a name, to be looked up
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:  # the latter for a name that cannot be one
        raise httpcore2.ConnectError(str(error)) from error
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


def _proxy(base_url: str) -> httpcore2.Proxy | None:
    """The system's proxy for this address; none for this machine's own servers."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    address = urllib.request.getproxies().get(parts.scheme)
    if not address or host in ("localhost", "127.0.0.1", "::1") or urllib.request.proxy_bypass(host):
        return None
    return httpcore2.Proxy(address)
