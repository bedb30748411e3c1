"""Extract the works from library files. Each file is read in a separate child process (sandbox.py, worker.py).

A file may have at most 50 MB and 10 million characters, and reading it may take at most 25 seconds and 600 MB of
memory. A PDF is read up to 3,000 pages or 8 million characters. Any other file over its limits is refused; a reference
list may have 10,000 works.
"""

from __future__ import annotations

import errno
import os
import stat
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backend.extraction.formats import kinds
from backend.extraction.refusal import UnsuitableFile
from backend.extraction.sandbox import Sandbox, Unreadable
from backend.kernel.events import Emit, Event
from backend.kernel.storable_text import storable
from backend.kernel.works import PageText, Work

#: The largest file in bytes, the seconds to read it, and the most files that this process reads at a time.
MOST_BYTES, SECONDS, AT_ONCE = 50_000_000, 25.0, 2
#: Number of bytes at the beginning of a file that are read to find out its format.
HEAD = 65_536


class FileExtractor:
    """Extracts works from files. Several threads may use it at the same time: at most AT_ONCE files are read at once,
    and the others wait.
    """

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._slots = threading.BoundedSemaphore(AT_ONCE)

    def check(self, path: Path, filename: str) -> None:
        """Raise Refused if a file certainly cannot be read, judged by its first bytes and its name. Its format is not
        supported, or the bytes have another format than the name says.
        """
        try:
            kinds.check(_content(path, HEAD), filename)
        except (Unreadable, UnsuitableFile) as error:
            raise _told(filename, str(error)) from error

    def extract(self, path: Path, filename: str, emit: Emit) -> tuple[Work, ...]:
        """Return the works in the file: one work, or many for a reference list. Raises Refused if the file cannot be
        read.

        `emit` gets `phase` events about the progress: that reading begins and, for a long PDF, how many pages have been
        read.
        """
        emit(Event("phase", {"phase": "reading"}))
        try:
            with self._slots:
                works = self._read(_content(path, MOST_BYTES), filename, emit)
        except Unreadable as error:
            raise _told(filename, error.detail) from error
        return tuple(map(_work, works))

    def _read(self, content: bytes, filename: str, emit: Emit) -> list[dict[str, Any]]:
        def tell(done: int, total: int) -> None:
            emit(Event("phase", {"phase": "reading", "pages": done, "of": total}))

        with Sandbox(ready=False) as sandbox:
            return sandbox.works(content, filename, self._seconds, tell)


def _told(filename: str, words: str) -> Unreadable:
    sentence = f"{_shown(filename)} {words}."
    return Unreadable(sentence, errors={"file": [sentence]})


def _shown(filename: str) -> str:
    """Return the file's name on one line, so that it can be part of a sentence."""
    name = "".join(character if character.isprintable() else "?" for character in filename)
    return name if len(name) <= 200 else f"{name[:150]}…{name[-40:]}"


def _content(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file. Raises Unreadable if the path is not a regular file, or if the file is
    larger than `MOST_BYTES`.
    """
    try:
        with open(path, "rb", opener=_opened) as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise Unreadable("is a folder or device, not a file: choose a file")
            if status.st_size > MOST_BYTES:
                raise Unreadable(f"is larger than {MOST_BYTES // 1_000_000} MB, the limit: divide it")
            return file.read(most)
    except OSError as error:
        raise Unreadable(
            "is a link: choose the file itself"
            if error.errno == errno.ELOOP
            else f"cannot be opened ({error.strerror})"
        ) from error


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def _work(told: Mapping[str, Any]) -> Work:
    return Work(
        kind=told["kind"],
        title=storable(told["title"]),
        authors=tuple(map(storable, told["authors"])),
        year=told["year"],
        doi=told["doi"],
        pages=tuple(PageText(number, storable(text)) for number, text in told["pages"]),
        url=told.get("url"),
        metadata=told["metadata"],
    )
