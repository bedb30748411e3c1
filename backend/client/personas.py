"""Call the public API for personas: stored instructions that set the tone of a session's answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from backend.client.api import MOST, Api
from backend.client.connection import Call
from backend.client.naming import Kind

_PERSONA = Kind(("name",), "personas", "You have no persona with the name or id", " See: coscribe personas")


class Personas:
    """The personas of one user on a server."""

    def __init__(self, api: Api) -> None:
        self._api, self._connection = api, api.connection

    def all(self, limit: int = MOST) -> list[dict[str, Any]]:
        """Return at most `limit` of the user's personas, newest first."""
        return list(self._api.items("/api/personas", limit))

    def find(self, wanted: str) -> dict[str, Any]:
        """Find the persona that `wanted` names by its id, the beginning of its id, or its name. Raises RequestRefused
        if no persona or more than one matches.
        """
        return _PERSONA.find(wanted, self.all())

    def add(self, name: str, prompt: str) -> dict[str, Any]:
        return self._connection.json(Call("POST", "/api/personas", {"name": name, "prompt": prompt}))

    def change(self, persona_id: str, changes: Mapping[str, str]) -> dict[str, Any]:
        return self._connection.json(Call("PATCH", _persona(persona_id), dict(changes)))

    def remove(self, persona_id: str) -> None:
        self._connection.call(Call("DELETE", _persona(persona_id)))

    def use(self, session_id: str, persona_id: str | None) -> None:
        """Use this persona for a session's answers from now on. With None, the session has no persona."""
        path = f"/api/sessions/{quote(session_id, safe='')}"
        self._connection.json(Call("PATCH", path, {"persona_id": persona_id}))


def _persona(persona_id: str) -> str:
    return f"/api/personas/{quote(persona_id, safe='')}"
