"""Store what a user chose last: the server, the session, and which revision of each document the user has seen."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from backend.client.failures import InvalidUsage
from backend.client.private_files import Damaged, Store

_NAME = "choices.json"
#: The address of a server that `coscribe serve` starts with default settings.
DEFAULT_SERVER = "http://127.0.0.1:8000"
#: The most sessions whose last seen revision is stored.
REMEMBERED = 200


class Choices:
    """The user's stored choices. A damaged file is treated as missing, because the user can choose again."""

    def __init__(self, store: Store) -> None:
        self._store = store

    @property
    def server(self) -> str:
        return str(self._read().get("server") or DEFAULT_SERVER)

    def choose_server(self, server: str) -> None:
        self._change(lambda kept: kept | {"server": server})

    def session(self, server: str) -> str | None:
        """Return the id of the session that the user chose on a server; None if none is chosen."""
        session: str | None = self._read().get("sessions", {}).get(server)
        return session

    def choose_session(self, server: str, session_id: str | None) -> None:
        def change(kept: dict[str, Any]) -> dict[str, Any]:
            others = {name: each for name, each in kept.get("sessions", {}).items() if name != server}
            return kept | {"sessions": others | ({server: session_id} if session_id else {})}

        self._change(change)

    def last_seen(self, session_id: str) -> int | None:
        """Return the number of the newest revision of a session's document that the user has seen; None if unknown."""
        revision: int | None = self._read().get("seen", {}).get(session_id)
        return revision

    def remember_seen(self, session_id: str, revision: int) -> None:
        def change(kept: dict[str, Any]) -> dict[str, Any]:
            others = {name: each for name, each in kept.get("seen", {}).items() if name != session_id}
            return kept | {"seen": dict([*others.items(), (session_id, revision)][-REMEMBERED:])}

        self._change(change)

    def _read(self) -> dict[str, Any]:
        try:
            return self._store.read(_NAME) or {}
        except Damaged:
            return {}

    def _change(self, change: Any) -> None:
        with self._store.locked(_NAME):
            self._store.write(_NAME, change(self._read()))


def address(given: str) -> str:
    """Return the address of a server as it is stored: with a scheme and without a final slash. `given` may lack the
    scheme; it is then http for this machine, else https. Raises InvalidUsage if `given` is not the address of a server.
    """
    text = given.strip()
    if "://" not in text:
        text = f"{'http' if is_here(f'http://{text}') else 'https'}://{text}"
    parts = urlsplit(text)
    try:
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.query or parts.fragment or parts.username:
        raise InvalidUsage(f"{given!r} is not a server address. An address looks like {DEFAULT_SERVER}")
    return text.rstrip("/")


def is_here(server: str) -> bool:
    """Return True if the host of the address `server` is this machine."""
    try:
        host = urlsplit(server).hostname or ""
    except ValueError:
        return False
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
