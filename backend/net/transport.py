"""Send the requests of all clients, each by the rules of its Policy.

Some requests may only use public addresses; for others, the operator has allowed a private address. There are two pools
of connections, so that a request of the first kind cannot use a connection of the second. `address_guard.py` decides
which addresses are public. A name is resolved once, and the connection uses the checked address (`connection.py`).

Import this module only when needed: it imports the HTTP library.
"""

from __future__ import annotations

import ssl
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass

import httpcore2
import httpx2

from backend.net import address_guard, deadline, side_thread
from backend.net.connection import CONNECT_SECONDS, Network
from backend.net.name_lookup import NameLookup, Resolver, system_resolver

#: The name in a request's `extensions` of the operator's URL, for a client that calls several services.
OPERATOR_URL = "coscribe.operator_url"
#: Hosts that are never reached through a proxy.
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Policy:
    """The rules for the requests of a client: which private address is allowed, whether proxies are used, and how long
    an idle connection stays open.
    """

    #: the operator's setting for the service's address: exactly its host and port may be private
    operator_url: str = ""
    #: True if requests go through the proxies that the environment names. A proxy resolves names itself, so then only
    #: addresses written as numbers and names that this machine can resolve are checked.
    environment_proxies: bool = False
    #: Seconds for which an idle connection is kept open. The server may close it just when it is used again, so it is
    #: 0 for a client that must not send a request twice.
    keep_seconds: float = 0.0


class Transport(httpx2.BaseTransport):
    """Sends requests to public addresses, and to the host and port that the operator has set. Several threads may use
    it at the same time.
    """

    def __init__(self, policy: Policy, resolver: Resolver = system_resolver) -> None:
        self._policy = policy
        self._names = NameLookup(resolver)
        context = httpx2.create_ssl_context()
        guarded, unguarded = Network(self._names, public_only=True), Network(self._names, public_only=False)
        self._networks = guarded, unguarded
        self._public = self._pool(context, guarded)
        self._private = self._pool(context, unguarded)
        self._proxied = {
            scheme: self._pool(context, unguarded, httpcore2.Proxy(address))
            for scheme, address in (urllib.request.getproxies() if policy.environment_proxies else {}).items()
            if scheme in ("http", "https")
        }

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        stream = request.stream
        if not isinstance(stream, httpx2.SyncByteStream):
            raise TypeError("a synchronous client can send only a synchronous body")
        url = request.url
        outgoing = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=stream,
            extensions=request.extensions,
        )
        try:
            answer = self.pool_for(request).handle_request(outgoing)
        except _CORE_ERRORS as error:
            raise _as_client_error(error) from error
        return httpx2.Response(
            answer.status, headers=answer.headers, stream=_Body(answer), extensions=answer.extensions
        )

    def close(self) -> None:
        for pool in (self._public, self._private, *self._proxied.values()):
            pool.close()
        for network in self._networks:
            network.close()

    def pool_for(self, request: httpx2.Request) -> httpcore2.ConnectionPool:
        """Return the pool of connections for this request. Raises AddressRefused if the request must go through a
        proxy, and its address is not public.
        """
        host, proxied = request.url.host, self._proxied.get(request.url.scheme)
        may_be_private = self._is_operators(request)
        if proxied is None or host in THIS_MACHINE or urllib.request.proxy_bypass(host):
            return self._private if may_be_private else self._public
        if not may_be_private:
            self._check(host)
        return proxied

    def _is_operators(self, request: httpx2.Request) -> bool:
        """Return True if a request goes to the host and port that the operator has set."""
        own = request.extensions.get(OPERATOR_URL, self._policy.operator_url)
        if not own:
            return False
        here = address_guard.host_and_port(str(request.url))
        return here is not None and here == address_guard.host_and_port(str(httpx2.URL(own)))

    def _check(self, host: str) -> None:
        seconds = deadline.remaining(CONNECT_SECONDS)
        look_up = side_thread.start("coscribe-lookup", lambda: self._names.addresses(host, 0, seconds))
        try:
            addresses = side_thread.result_of(look_up, seconds, "the host name was not resolved in time")
        except httpcore2.ConnectError:
            return  # a name that only the proxy can resolve
        address_guard.check(host, addresses)

    def _pool(
        self, context: ssl.SSLContext, network: Network, proxy: httpcore2.Proxy | None = None
    ) -> httpcore2.ConnectionPool:
        keep = self._policy.keep_seconds
        return httpcore2.ConnectionPool(
            ssl_context=context,
            proxy=proxy,
            max_connections=None,
            max_keepalive_connections=20 if keep else 0,
            keepalive_expiry=keep or None,
            network_backend=network,
        )


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
    """Convert an error of the connection library to the HTTP client's error with the same name, such as `ReadTimeout`.
    If the client has no such error, return a `TransportError`.
    """
    kind = getattr(httpx2, type(error).__name__, httpx2.TransportError)
    return kind(str(error))
