"""HTTP for the model clients, bounded by the call's deadline rather than by silence.

A read time-out starts anew with every byte, so a server that drips bytes holds its caller for ever. Here each
read and write gets what is left of the deadline, and looking a host name up, which has no time-out of
its own, happens on a thread that can be left behind.

Loaded on first use only: it imports the HTTP library.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore2
import httpx2

from backend.providers import deadline

CONNECT_SECONDS = 5.0


def http_client(base_url: str) -> httpx2.Client:
    """A client for one service. It follows no redirect: the key belongs to the address in the settings."""
    return httpx2.Client(transport=BoundedTransport(_proxy(base_url)), follow_redirects=False, trust_env=False)


def bounds() -> httpx2.Timeout:
    """Per-operation limits for the client: the rest of the deadline, and `CONNECT_SECONDS` to connect."""
    current = deadline.current()
    return httpx2.Timeout(current.remaining() if current else None, connect=_left(CONNECT_SECONDS))


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
        stop = time.monotonic() + _left(timeout if timeout is not None else CONNECT_SECONDS)
        failure: httpcore2.ConnectError | httpcore2.ConnectTimeout | None = None
        for address in _addresses(host, port, stop - time.monotonic()):
            left = stop - time.monotonic()
            if left <= 0:
                raise httpcore2.ConnectTimeout("the host did not accept a connection in time")
            try:
                return _Stream(self._inner.connect_tcp(address, port, left, local_address, socket_options or ()))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore2.ConnectError("the host has no address")


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _left(timeout)
        if left <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        data = self._inner.read(max_bytes, left)
        current = deadline.current()
        if data and current is not None:
            current.answering = True
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        current = deadline.current()
        if current is not None:
            current.answering = False
        # A slow reader takes the buffer in parts, each with a time-out of its own.
        for start in range(0, len(buffer), 65536):
            left = _left(timeout)
            if left <= 0:
                raise httpcore2.WriteTimeout("the deadline has passed")
            self._inner.write(buffer[start : start + 65536], left)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, _left(timeout)))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


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


def _addresses(host: str, port: int, seconds: float) -> list[str]:
    """The host's addresses in the system's order, or ConnectTimeout after `seconds`."""
    try:
        return [str(ip_address(host.strip("[]")))]
    except ValueError:
        pass  # a name, to be looked up
    answers: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:  # the latter for a name that cannot be one
            answers.put(error)
        else:
            answers.put(list(dict.fromkeys(str(entry[4][0]) for entry in found)))

    threading.Thread(target=look_up, daemon=True, name="coscribe-lookup").start()
    try:
        answer = answers.get(timeout=max(0.0, seconds))
    except queue.Empty:
        raise httpcore2.ConnectTimeout("the host name was not resolved in time") from None
    if isinstance(answer, Exception):
        raise httpcore2.ConnectError(str(answer)) from answer
    return answer


def _proxy(base_url: str) -> httpcore2.Proxy | None:
    """The system's proxy for this address; none for this machine's own servers."""
    parts = urlsplit(base_url)
    host = parts.hostname or ""
    address = urllib.request.getproxies().get(parts.scheme)
    if not address or host in ("localhost", "127.0.0.1", "::1") or urllib.request.proxy_bypass(host):
        return None
    return httpcore2.Proxy(address)
