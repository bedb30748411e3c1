"""Store the library's uploaded files, `<data>/library/<user id>/<work id>`, completely or not at all.

An upload is written to a temporary file named after its process, forced to disk, and renamed when its work has a row. A
crash leaves a temporary file, or a file without a row: `sweep` deletes both.
"""

from __future__ import annotations

import os
import shutil
import time
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO
from urllib.parse import quote, unquote

from backend.storage.columns import is_id
from backend.storage.published_documents import opened, unlink
from backend.storage.run_owner import is_alive, this_process

_TEMPORARY = ".upload."
#: Bytes that are read at once.
_PIECE = 1 << 20
#: Seconds after which a file without a row is taken for left behind: its row may be on its way.
_OLD = 3600


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded file that has no final name yet."""

    path: Path
    sha256: str
    size: int

    def settle(self, work_id: str) -> None:
        """Rename it to the file of a work, atomically."""
        if not is_id(work_id):
            raise ValueError("not a work's id")
        with opened(self.path.parent, make=False) as directory:
            os.replace(self.path.name, work_id, src_dir_fd=directory, dst_dir_fd=directory)
            os.fsync(directory)  # type: ignore[arg-type]

    def discard(self) -> None:
        """Delete it, unless it has its final name."""
        with opened(self.path.parent, make=False) as directory:
            if directory is not None:
                unlink(directory, self.path.name)


def receive(data_dir: Path, user_id: str, content: BinaryIO) -> Upload:
    """Write an upload to disk, piece by piece. Raises Conflict if the user's folder is a symbolic link."""
    folder = _folder(data_dir, user_id)
    name = f"{_TEMPORARY}{quote(this_process(), safe='')}.{uuid.uuid4().hex[:8]}"
    digest, size = sha256(), 0
    with opened(folder, make=True) as directory:
        assert directory is not None
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with open(os.open(name, flags, 0o600, dir_fd=directory), "wb") as file:
                while piece := content.read(_PIECE):
                    digest.update(piece)
                    size += len(piece)
                    file.write(piece)
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            unlink(directory, name)
            raise
    return Upload(folder / name, digest.hexdigest(), size)


def path(data_dir: Path, user_id: str, work_id: str) -> Path:
    """Return the path of a work's file. Raise ValueError for a string that is not an id."""
    if not is_id(work_id):
        raise ValueError("not a work's id")
    return _folder(data_dir, user_id) / work_id


def remove(data_dir: Path, user_id: str, work_id: str) -> None:
    """Delete a work's file."""
    place = path(data_dir, user_id, work_id)
    with opened(place.parent, make=False) as directory:
        if directory is not None:
            unlink(directory, place.name)


def kept(data_dir: Path) -> list[str]:
    """Return the users who have a folder here."""
    return [each.name for each in (data_dir / "library").glob("*") if is_id(each.name)]


def remove_all(data_dir: Path, user_id: str) -> None:
    """Delete the user's folder with its contents; a link in its place is deleted, not followed."""
    folder = _folder(data_dir, user_id)
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
    elif folder.exists():
        shutil.rmtree(folder)


def sweep(data_dir: Path, known: Collection[str]) -> int:
    """Delete what crashes have left: temporary files of dead processes, and old files without a work. Returns their
    number.
    """
    removed = 0
    for file in (data_dir / "library").glob("*/*"):
        try:
            if not file.is_dir() and _is_left_behind(file, known):
                file.unlink()
                removed += 1
        except FileNotFoundError:
            continue  # another sweep was quicker
    return removed


def _is_left_behind(file: Path, known: Collection[str]) -> bool:
    old = time.time() - file.lstat().st_mtime > _OLD
    if not file.name.startswith(_TEMPORARY):
        return old and is_id(file.name) and file.name not in known
    alive = is_alive(unquote(file.name.removeprefix(_TEMPORARY).rpartition(".")[0]))
    return alive is False or (alive is None and old)


def _folder(data_dir: Path, user_id: str) -> Path:
    if not is_id(user_id):
        raise ValueError("not a user's id")
    return data_dir / "library" / user_id
