"""Name stored files, independent of where they are kept. A name is a path such as `sessions/<session
id>/figure.png`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

#: The folders that hold everything: pictures, notes and copies of sessions, and the uploads of users.
SESSIONS, LIBRARY = "sessions", "library"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A stored file. `name` is its name relative to the listed folder."""

    name: str
    size: int
    changed_at: datetime


def session_folder(session_id: str) -> str:
    """Return the folder of a session's files."""
    return f"{SESSIONS}/{session_id}"


def session_file(session_id: str, name: str) -> str:
    """Return the name of a file of a session."""
    return f"{SESSIONS}/{session_id}/{name}"


def user_folder(user_id: str) -> str:
    """Return the folder of a user's uploads."""
    return f"{LIBRARY}/{user_id}"


def work_file(user_id: str, work_id: str) -> str:
    """Return the name of a work's file, as it was uploaded."""
    return f"{LIBRARY}/{user_id}/{work_id}"


def parts_of(name: str) -> tuple[str, ...]:
    """Return the parts of a name. Raises ValueError for a name that leaves its folder."""
    parts = tuple(name.split("/"))
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise ValueError(f"{name!r} is not a file's name")
    return parts
