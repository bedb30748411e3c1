"""Receive uploads on this machine's disk, before they are moved to the file store.

An upload is written to a temporary file below `<data>/library/<user id>`, and forced to disk. The name of the temporary
file contains the name of the process. If the file store is in the same folder, the file only needs to be renamed. A
crash leaves a temporary file, which `sweep` removes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from backend.storage.columns import is_id, new_id
from backend.storage.published_documents import delete_leftovers, opened, temporary_name, unlink

_TEMPORARY = ".upload."
#: Number of bytes that are read at once.
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that was received and not yet moved to the file store, with the digest of its bytes and their number
    (`size`). `work_id` is the id of the new work; it is only used if the user's library does not have these bytes yet.
    """

    path: Path
    sha256: str
    size: int
    work_id: str = field(default_factory=new_id)

    def discard(self) -> None:
        """Delete the temporary file. Does nothing if it has been moved to the store."""
        with opened(self.path.parent, make=False) as directory:
            if directory is not None:
                unlink(directory, self.path.name)


def receive(data_dir: Path, user_id: str, content: BinaryIO) -> Upload:
    """Write an upload to a temporary file, piece by piece. Raises Conflict if the user's folder is a symbolic link."""
    folder = _folder(data_dir, user_id)
    name = temporary_name(_TEMPORARY)
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


def user_ids(data_dir: Path) -> list[str]:
    """Return the ids of the users who have a folder in this data folder."""
    return [each.name for each in (data_dir / "library").glob("*") if is_id(each.name)]


def sweep(data_dir: Path) -> int:
    """Delete the temporary files that crashes have left. Returns how many were deleted."""
    return delete_leftovers((data_dir / "library").glob(f"*/{_TEMPORARY}*"), _TEMPORARY)


def _folder(data_dir: Path, user_id: str) -> Path:
    if not is_id(user_id):
        raise ValueError("not a user's id")
    return data_dir / "library" / user_id
