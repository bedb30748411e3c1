"""Call the public API for what a user keeps: library, personas, and the references of sessions."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote

from backend.client.api import MOST, Api, session_path
from backend.client.connection import Call
from backend.client.naming import Kind

#: Seconds between two requests for the state of a file that the server reads, and seconds to wait for it in all. The
#: server needs at most 25.
LOOK_AGAIN, READING = 0.25, 120.0
_NO_WORK = "Your library has no work with the title, file name or id"
_WORK = Kind(("title", "filename"), "works", _NO_WORK, " See: coscribe library")

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
        self._connection.json(Call("PATCH", session_path(session_id), {"persona_id": persona_id}))


class UserLibrary:
    """The library of one user on a server, and the references of the user's sessions."""

    def __init__(self, api: Api) -> None:
        self._api, self._connection = api, api.connection

    def works(self, limit: int = MOST) -> list[dict[str, Any]]:
        """Return at most `limit` of the user's works, newest first, as JSON objects of the API."""
        return list(self._api.items("/api/library", limit))

    def find(self, wanted: str) -> dict[str, Any]:
        """Find the work that `wanted` names by its id, the beginning of its id, its title or its file's name. Raises
        RequestRefused if no work or more than one matches.
        """
        return _WORK.find(wanted, self.works())

    def add(self, name: str, content: bytes) -> dict[str, Any]:
        """Add a file and wait until the server has read it. Returns the work, whose `status` is then "ready" or
        "failed".
        """
        work = self._connection.json(Call("POST", "/api/library", files={"file": (name, content)}))
        until = time.monotonic() + READING
        while work["status"] == "processing" and time.monotonic() < until:
            time.sleep(LOOK_AGAIN)
            work = self._connection.json(Call("GET", _work(work["id"])))
        return work

    def fix(self, work_id: str, changes: Mapping[str, Any]) -> dict[str, Any]:
        return self._connection.json(Call("PATCH", _work(work_id), dict(changes)))

    def remove(self, work_id: str) -> None:
        self._connection.call(Call("DELETE", _work(work_id)))

    def entries(self, work_id: str) -> list[dict[str, Any]]:
        found = self._connection.json(Call("GET", f"{_work(work_id)}/entries"))
        return cast("list[dict[str, Any]]", found["items"])

    # --- sessions ---------------------------------------------------------------------------------

    def use_works(self, session_id: str, works: Sequence[str] | str | None) -> None:
        """Choose which works a session's drafts may use: their ids, "all", or None for none."""
        chosen = list(works) if isinstance(works, (list, tuple)) else works
        self._connection.json(Call("PATCH", session_path(session_id), {"library": chosen}))

    def cite(self, session_id: str, works: Sequence[str] | str) -> dict[str, Any]:
        """Add works of the library, given by their ids or as "all", to the references of a session. Returns the API's
        answer.
        """
        chosen = works if isinstance(works, str) else list(works)
        return self._connection.json(Call("POST", f"{session_path(session_id)}/references", {"library": chosen}))

    def references(self, session_id: str) -> dict[str, Any]:
        return self._connection.json(Call("GET", f"{session_path(session_id)}/references"))

    def add_references(self, session_id: str, items: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Add CSL-JSON items to a session's references. An item's id becomes its citation key, unless the session has
        another reference with that key. Returns the API's answer.
        """
        body = [dict(each) for each in items]
        return self._connection.json(Call("POST", f"{session_path(session_id)}/references", body))


def _work(work_id: str) -> str:
    return f"/api/library/{quote(work_id, safe='')}"


def _persona(persona_id: str) -> str:
    return f"/api/personas/{quote(persona_id, safe='')}"
