"""Whether the client of a request has hung up, as its socket tells."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from typing import Any


def connection_of(environ: Mapping[str, Any]) -> socket.socket | None:
    """The client's socket, where the server hands it on."""
    found: socket.socket | None = environ.get("gunicorn.socket") or environ.get("werkzeug.socket")
    return found


def is_closed(connection: socket.socket | None) -> bool:
    """Say whether the client has closed its end. A connection that can't be looked at counts as open."""
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
