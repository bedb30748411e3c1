"""Detect whether the client of a request has disconnected."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

#: The key in the WSGI environment under which an asynchronous server stores the `Client` of a request.
CLIENT = "coscribe.client"


@dataclass(slots=True)
class Client:
    """The client of a request to an asynchronous server. The server sets `gone` to True when the client disconnects."""

    gone: bool = False


def connection_of(environ: Mapping[str, Any]) -> socket.socket | Client | None:
    """Return the client's socket or, on an asynchronous server, its `Client`; None if the server provides neither."""
    found: socket.socket | Client | None = (
        environ.get("gunicorn.socket") or environ.get("werkzeug.socket") or environ.get(CLIENT)
    )
    return found


def is_closed(connection: socket.socket | Client | None) -> bool:
    """Return True if the client has disconnected; False if it has not, or if this cannot be found out."""
    if connection is None:
        return False
    if isinstance(connection, Client):
        return connection.gone
    try:
        return connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except ValueError:  # a TLS socket allows no MSG_PEEK
        return False
    except OSError:
        return True
