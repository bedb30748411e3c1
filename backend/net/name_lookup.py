"""Resolve host names. Callers that ask for the same name at the same time share one look-up.

`getaddrinfo` has no time-out, so each look-up that hangs keeps a thread. With shared look-ups, a hanging name keeps
only one.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from ipaddress import ip_address

import httpcore2

#: Maximum number of names that are resolved at once. A resolver that hangs occupies one thread for each.
MOST_LOOKUPS = 32

Resolver = Callable[[str, int], Sequence[str]]


def system_resolver(host: str, port: int) -> Sequence[str]:
    """Return the host's addresses, for connecting to `port`, in the order of the operating system. Raises OSError or
    UnicodeError if it has none.
    """
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class NameLookup:
    """Resolves host names. Callers that ask for the same name at the same time wait for the same look-up."""

    def __init__(self, resolver: Resolver = system_resolver) -> None:
        self._resolver = resolver
        self._lock = threading.Lock()
        self._pending: dict[tuple[str, int], Future[Sequence[str]]] = {}

    def addresses(self, host: str, port: int, seconds: float) -> Sequence[str]:
        """Return the host's addresses, for connecting to `port`. Raises ConnectError if the host has none. Raises
        ConnectTimeout if another thread is resolving the name and has no result after `seconds`.

        The first caller resolves the name in its own thread, without a time limit. So call this function in a thread
        that may be abandoned (side_thread.py).
        """
        try:
            return (str(ip_address(host.strip("[]"))),)
        except ValueError:
            pending = self._looked_up(host, port)
        try:
            return pending.result(seconds)
        except FutureTimeout:
            raise httpcore2.ConnectTimeout("the host name was not resolved in time") from None
        except (OSError, UnicodeError) as error:  # the latter for a text that cannot be a host name
            raise httpcore2.ConnectError("the host name has no address") from error

    def _looked_up(self, host: str, port: int) -> Future[Sequence[str]]:
        key = host, port
        with self._lock:
            if key in self._pending:
                return self._pending[key]
            if len(self._pending) >= MOST_LOOKUPS:
                raise httpcore2.ConnectTimeout("too many host names are being resolved")
            pending = self._pending[key] = Future()
        try:
            pending.set_result(self._resolver(host, port))
        except (OSError, UnicodeError) as error:
            pending.set_exception(error)
        finally:
            if not pending.done():
                pending.set_exception(OSError("the name resolver failed"))
            with self._lock:
                del self._pending[key]
        return pending
