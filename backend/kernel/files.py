"""Name stored files, independent of where they are stored. A name is a path such as `sessions/<session
id>/figure.png`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

#: The two top folders: the first has the files of sessions (pictures, notes, copies of documents), the second the
#: users' uploads.
SESSIONS, LIBRARY = "sessions", "library"


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A stored file: its `name` relative to the listed folder, its size in bytes, and when it changed."""

    name: str
    size: int
    changed_at: datetime


def session_folder(session_id: str) -> str:
    """Return the name of the folder that holds a session's files."""
    return f"{SESSIONS}/{session_id}"


def session_file(session_id: str, name: str) -> str:
    """Return the full name of the file `name` in a session's folder."""
    return f"{SESSIONS}/{session_id}/{name}"


def user_folder(user_id: str) -> str:
    """Return the name of the folder that holds a user's uploads."""
    return f"{LIBRARY}/{user_id}"


def work_file(user_id: str, work_id: str) -> str:
    """Return the name under which the uploaded file of a library work is stored."""
    return f"{LIBRARY}/{user_id}/{work_id}"


def parts_of(name: str) -> tuple[str, ...]:
    """Split a file's name at its slashes. Raises ValueError if a part is empty, "." or "..", or contains NUL."""
    parts = tuple(name.split("/"))
    if any(part in ("", ".", "..") or "\0" in part for part in parts):
        raise ValueError(f"{name!r} is not a valid file name: a part is empty, '.' or '..', or contains NUL")
    return parts
