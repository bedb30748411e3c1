"""Write SQLite's log to the disk, once for all threads that have just committed.

With synchronous=FULL, SQLite itself waits for the disk at each commit, and no other thread can write meanwhile. With
many chats, that wait takes longer than all of their work. So SQLite only appends to its log (synchronous=NORMAL), and
each transaction waits here, after it has let the next one begin. A power failure loses no transaction that has ended
here. The log is one file in the order of the commits, so writing it covers everything that was committed before.

Another thread may read a committed change before the change is on the disk. If that thread then writes, its own wait
covers both changes.
"""

from __future__ import annotations

import os
import threading
from dataclasses import dataclass

from backend.kernel.work_slots import waiting

_write = getattr(os, "fdatasync", os.fsync)


@dataclass(slots=True, eq=False)
class _Round:
    """One write of the log, for which several threads wait. `error` is the error of this write."""

    is_done: bool = False
    error: OSError | None = None


class DiskLog:
    """The log of one SQLite database; `path` is the path of the database."""

    def __init__(self, path: str) -> None:
        self._path = f"{path}-wal"
        self._lock = threading.Lock()
        #: held by the thread that writes
        self._turn = threading.Lock()
        self._next = _Round()

    def write(self) -> None:
        """Return when everything that was committed before this call is on the disk. Raises OSError if the disk
        fails.
        """
        with self._lock:
            mine = self._next
        with waiting(), self._turn:
            if not mine.is_done:
                with self._lock:
                    self._next = _Round()  # who commits from now on is not covered
                try:
                    self._flush()
                except OSError as error:
                    mine.error = error
                mine.is_done = True
        if mine.error is not None:
            raise mine.error

    def _flush(self) -> None:
        try:
            log = os.open(self._path, os.O_RDWR)
        except FileNotFoundError:
            return  # SQLite has moved everything into the database, and has written that to the disk
        try:
            _write(log)
        finally:
            os.close(log)
