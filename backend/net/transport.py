"""The network under `http.py`: names resolved once and checked, connections to the checked address, all by a deadline.

Two pools, because a connection to a private address that the operator allowed must not be found again by a request
that may not go there. A read time-out starts anew with every byte; here each read and write gets what is left of
the request's deadline, and looking a name up, which has no time-out, happens on a thread that can be left behind.

Loaded on first use only: it imports the HTTP library.
"""

from __future__ import annotations

import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import contextmanager
from contextvars import ContextVar
from ipaddress import ip_address
from typing import Any

import httpcore2
import httpx2

from backend.errors import AddressRefused
from backend.net import address_guard

CONNECT_SECONDS = 5.0
#: Seconds an idle connection is kept. Servers close theirs after 5 to 75.
KEEP_SECONDS = 5.0
#: Names being looked up at once. A resolver that hangs holds one thread a name, and no more than this many.
LOOK_UPS = 32
#: What a request's `extensions` say about it: may its address be private?
OWN = "coscribe.own"

Resolver = Callable[[str, int], Sequence[str]]

_EXPIRES: ContextVar[float | None] = ContextVar("coscribe_outgoing_expires", default=None)


@contextmanager
def until(expires: float) -> Iterator[None]:
    """Everything this thread sends inside ends by `expires`, on the clock of `time.monotonic`."""
    token = _EXPIRES.set(expires)
    try:
        yield
    finally:
        _EXPIRES.reset(token)


def system_resolver(host: str, port: int) -> Sequence[str]:
    """The host's addresses in the system's order. OSError or UnicodeError where there are none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class GuardedTransport(httpx2.BaseTransport):
    """Sends a request to a public address, or, where it is marked `OWN`, to any.

    With `proxies` the environment's proxies are used for public addresses. A proxy resolves names itself, so
    then only addresses written as numbers and names that this machine can resolve are checked.
    """

    def __init__(self, resolver: Resolver = system_resolver, proxies: bool = False) -> None:
        self._look_ups = LookUps(resolver)
        context = httpx2.create_ssl_context()
        self._public = _pool(context, _Network(self._look_ups, guarded=True))
        self._own = _pool(context, _Network(self._look_ups, guarded=False))
        self._proxied = {
            scheme: _pool(context, _Network(self._look_ups, guarded=False), httpcore2.Proxy(address))
            for scheme, address in (urllib.request.getproxies() if proxies else {}).items()
            if scheme in ("http", "https")
        }

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
            answer = self._pool_for(request).handle_request(outgoing)
        except _CORE_ERRORS as error:
            raise _as_client_error(error) from error
        return httpx2.Response(
            answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions
        )

    def close(self) -> None:
        for pool in (self._public, self._own, *self._proxied.values()):
            pool.close()

    def _pool_for(self, request: httpx2.Request) -> httpcore2.ConnectionPool:
        if request.extensions.get(OWN):
            return self._own
        host, pool = request.url.host, self._proxied.get(request.url.scheme)
        if pool is None or urllib.request.proxy_bypass(host):
            return self._public
        try:
            _check(host, self._look_ups.addresses(host, 0, _left(CONNECT_SECONDS)))
        except httpcore2.ConnectError:
            return pool  # a name that only the proxy can resolve
        return pool


class LookUps:
    """Host names to addresses. Those who ask for the same name at the same time wait for the same thread."""

    def __init__(self, resolver: Resolver = system_resolver, most: int = LOOK_UPS) -> None:
        self._resolver = resolver
        self._most = most
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, int], Future[tuple[str, ...]]] = {}

    def addresses(self, host: str, port: int, seconds: float) -> tuple[str, ...]:
        """ConnectTimeout after `seconds`, ConnectError where the name has no address."""
        try:
            return (str(ip_address(host.strip("[]"))),)
        except ValueError:
            answer = self._start(host, port)
        try:
            return answer.result(timeout=max(0.0, seconds))
        except FutureTimeout:
            raise httpcore2.ConnectTimeout("the host name was not resolved in time") from None
        except (OSError, UnicodeError) as error:  # the latter for a name that cannot be one
            raise httpcore2.ConnectError("the host name has no address") from error

    def _start(self, host: str, port: int) -> Future[tuple[str, ...]]:
        with self._lock:
            answer = self._pending.get((host, port))
            if answer is not None:
                return answer
            if len(self._pending) >= self._most:
                raise httpcore2.ConnectTimeout("too many host names are being resolved")
            answer = self._pending[host, port] = Future()
        threading.Thread(target=self._look_up, args=(host, port, answer), daemon=True, name="coscribe-lookup").start()
        return answer

    def _look_up(self, host: str, port: int, answer: Future[tuple[str, ...]]) -> None:
        try:
            found = tuple(self._resolver(host, port))
        except (OSError, UnicodeError) as error:
            answer.set_exception(error)
        else:
            answer.set_result(found)
        finally:
            if not answer.done():
                answer.set_exception(OSError("the resolver broke down"))
            with self._lock:
                del self._pending[host, port]


class _Network(httpcore2.NetworkBackend):
    def __init__(self, look_ups: LookUps, guarded: bool) -> None:
        self._inner = httpcore2.SyncBackend()
        self._look_ups = look_ups
        self._guarded = guarded

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore2.NetworkStream:
        stop = time.monotonic() + _left(CONNECT_SECONDS)
        addresses = self._look_ups.addresses(host, port, stop - time.monotonic())
        if self._guarded:
            _check(host, addresses)
        failure: httpcore2.ConnectError | httpcore2.ConnectTimeout | None = None
        for address in addresses:
            left = stop - time.monotonic()
            if left <= 0:
                raise httpcore2.ConnectTimeout("the host did not accept a connection in time")
            try:
                return _Stream(self._inner.connect_tcp(address, port, left, local_address, socket_options or ()))
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                failure = error
        raise failure or httpcore2.ConnectError("the host name has no address")


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        left = _left(timeout)
        if left <= 0:
            raise httpcore2.ReadTimeout("the deadline has passed")
        return self._inner.read(max_bytes, left)

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
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
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, _left(CONNECT_SECONDS)))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


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


def _pool(
    context: ssl.SSLContext, network: httpcore2.NetworkBackend, proxy: httpcore2.Proxy | None = None
) -> httpcore2.ConnectionPool:
    return httpcore2.ConnectionPool(
        ssl_context=context,
        proxy=proxy,
        max_connections=None,
        max_keepalive_connections=20,
        keepalive_expiry=KEEP_SECONDS,
        network_backend=network,
    )


def _check(host: str, addresses: Sequence[str]) -> None:
    """One address that is not public refuses the host: which one a connection would get is nobody's to choose."""
    for address in addresses:
        why = address_guard.refusal(address)
        if why is not None:
            raise AddressRefused(f"{host[:100]} is not on the public internet ({why})")


def _left(timeout: float | None) -> float:
    """The smaller of `timeout` and what the deadline leaves; without both, a minute."""
    expires = _EXPIRES.get()
    limits = [timeout, None if expires is None else expires - time.monotonic()]
    return max(0.0, min((seconds for seconds in limits if seconds is not None), default=60.0))
