"""Store a session's pictures as files beside its doc.md, where Quarto, Obsidian and Pandoc look for them.

They are on disk only. Symbolic links are never followed, and anything but a plain file with a safe name is ignored.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from backend.errors import NotFound
from backend.storage import published_documents
from backend.storage.published_documents import alone, opened, put_beside, unlink

#: Says whether a name is one that we give.
IsOurs = Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class PictureFile:
    """A picture on disk."""

    name: str
    size: int
    created_at: datetime


def listed(data_dir: Path, session_id: str, is_ours: IsOurs) -> tuple[PictureFile, ...]:
    """Return the session's pictures by name."""
    with opened(_folder(data_dir, session_id), make=False) as directory:
        if directory is None:
            return ()
        found = [(name, os.stat(name, dir_fd=directory, follow_symlinks=False)) for name in _names(directory, is_ours)]
    return tuple(
        PictureFile(name, about.st_size, datetime.fromtimestamp(about.st_mtime, UTC))
        for name, about in sorted(found)
        if stat.S_ISREG(about.st_mode)
    )


def read(data_dir: Path, session_id: str, name: str) -> bytes:
    """Return a picture's bytes. `name` must be safe; raises NotFound."""
    with opened(_folder(data_dir, session_id), make=False) as directory:
        try:
            if directory is None:
                raise FileNotFoundError
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            handle = os.open(name, flags, dir_fd=directory)
        except OSError as error:
            raise NotFound("There is no such picture.") from error
        with open(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise NotFound("There is no such picture.")
            return file.read()


def put(data_dir: Path, session_id: str, name: str, content: bytes) -> None:
    """Write a picture under a safe name, completely or not at all."""
    with alone(data_dir, session_id):
        put_beside(data_dir, session_id, name, content)


def remove(data_dir: Path, session_id: str, name: str) -> None:
    """Delete a picture. `name` must be safe; raises NotFound."""
    read(data_dir, session_id, name)
    with opened(_folder(data_dir, session_id), make=False) as directory:
        if directory is not None:
            unlink(directory, name)


def _names(directory: int, is_ours: IsOurs) -> list[str]:
    with os.scandir(directory) as entries:
        return [each.name for each in entries if is_ours(each.name)]


def _folder(data_dir: Path, session_id: str) -> Path:
    return published_documents.path(data_dir, session_id).parent
