"""Find free ports for servers that a test starts as processes, possibly more than once."""

from __future__ import annotations

import random
import socket

#: Below the ports that Linux gives to outgoing connections (32768 and up): one of those may be somebody's own end of a
#: connection by the time the server listens, or while it is dead.
LOWEST, HIGHEST = 15_000, 32_000
_random = random.SystemRandom()


def free_port() -> int:
    """A port of loopback at which nobody listens, and which stays free."""
    while True:
        port = _random.randint(LOWEST, HIGHEST)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as servers do
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
