"""Detect whether the client of a request has disconnected, by its socket."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any


def connection_of(environ: Mapping[str, Any]) -> socket.socket | None:
    """Return the client's socket if the server provides it."""
    found: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return found


def is_closed(connection: socket.socket | None) -> bool:
    """Return True if the client has closed its end. A connection that cannot be checked counts as open."""
    if connection is None:
        return False
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except ValueError:  # TLS: its layer takes no such look
        return False
    except OSError:
        return True
