"""Look host names up without waiting longer than the caller can: `getaddrinfo` itself has no time-out."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from ipaddress import ip_address

import httpcore2

from backend.net import side_thread

#: Names being looked up at once. A resolver that hangs holds one thread a name, and no more than this many.
MOST_LOOKUPS = 32

Resolver = Callable[[str, int], Sequence[str]]


def system_resolver(host: str, port: int) -> Sequence[str]:
    """The host's addresses in the system's order. OSError or UnicodeError if it has none."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class NameLookup:
    """Resolve host names. Callers that ask for the same name at the same time wait for the same thread."""

    def __init__(self, resolver: Resolver = system_resolver) -> None:
        self._resolver = resolver
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, int], Future[Sequence[str]]] = {}

    def addresses(self, host: str, port: int, seconds: float) -> Sequence[str]:
        """The host's addresses. ConnectTimeout after `seconds`, ConnectError if the name has no address."""
        try:
            return (str(ip_address(host.strip("[]"))),)
        except ValueError:
            pending = self._start(host, port)
        try:
            return side_thread.result_of(pending, seconds, "the host name was not resolved in time")
        except (OSError, UnicodeError) as error:  # the latter for a text that cannot be a host name
            raise httpcore2.ConnectError("the host name has no address") from error

    def _start(self, host: str, port: int) -> Future[Sequence[str]]:
        key = host, port
        with self._lock:
            if key not in self._pending:
                if len(self._pending) >= MOST_LOOKUPS:
                    raise httpcore2.ConnectTimeout("too many host names are being resolved")
                self._pending[key] = side_thread.start("coscribe-lookup", lambda: self._look_up(host, port))
            return self._pending[key]

    def _look_up(self, host: str, port: int) -> Sequence[str]:
        try:
            return self._resolver(host, port)
        finally:
            with self._lock:
                del self._pending[host, port]
