"""Store small JSON files that only the user can read (mode 0600) in a folder of the user (mode 0700).

A file is written completely or not at all.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Damaged(Exception):
    """Raised if a stored file cannot be read or parsed."""


class Store:
    """JSON files in one folder, by name. A caller that reads a file and then changes it must do both within `locked`,
    so that no other process changes the file in between.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the JSON object stored under this name; None if there is no such file. Raises Damaged if it cannot be
        read.
        """
        try:
            found = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise Damaged(f"{self.folder / name} cannot be read") from error
        if not isinstance(found, dict):
            raise Damaged(f"{self.folder / name} does not contain a JSON object")
        return found

    def write(self, name: str, value: dict[str, Any]) -> None:
        self._prepare()
        handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=f".{name}.")  # 0600 from its first byte on
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump(value, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, self.folder / name)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def remove(self, name: str) -> None:
        (self.folder / name).unlink(missing_ok=True)

    @contextmanager
    def locked(self, name: str) -> Iterator[None]:
        """While the context is open, keep other processes and threads of this user from locking `name`."""
        self._prepare()
        handle = os.open(self.folder / f"{name}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _prepare(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.folder.chmod(0o700)


def slug(server: str) -> str:
    """Return a file name for a server's address: readable, and different for different addresses."""
    readable = re.sub(r"[^a-z0-9.]+", "-", server.lower()).strip("-")[:60]
    return f"{readable}-{hashlib.sha256(server.encode()).hexdigest()[:8]}"
