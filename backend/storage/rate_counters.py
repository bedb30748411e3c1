"""Count requests for rate limits in a small SQLite file that all server processes of one machine share.

If each process counted in its own memory, the limit would grow with the number of processes. The counts need not
survive a crash, so nothing is forced to disk, and one count takes some 20 µs. Several machines use Redis instead.
"""

from __future__ import annotations

import os
import sqlite3
import threading
import time
from pathlib import Path
from urllib.parse import quote, unquote

from limits.storage import Storage

_SCHEME = "coscribe-counters"
#: Number of counts between two removals of expired counters.
_SWEEP_EVERY = 1000

_TABLE = """
CREATE TABLE IF NOT EXISTS counters (key TEXT PRIMARY KEY, count INTEGER NOT NULL, expires REAL NOT NULL) WITHOUT ROWID
"""
_COUNT = """
INSERT INTO counters (key, count, expires) VALUES (:key, :amount, :expires)
ON CONFLICT (key) DO UPDATE SET
    count = CASE WHEN expires <= :now THEN excluded.count ELSE count + excluded.count END,
    expires = CASE WHEN expires <= :now THEN excluded.expires ELSE expires END
RETURNING count
"""


def counters_uri(path: Path) -> str:
    """Return the URI by which Flask-Limiter finds the counters in the file `path`."""
    return f"{_SCHEME}://{quote(str(path))}"


class SharedCounters(Storage):
    """Counts requests within periods of a fixed length. The first request begins a period; when the period is over, its
    counter is deleted.
    """

    STORAGE_SCHEME = [_SCHEME]  # noqa: RUF012

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **options: float | str | bool) -> None:
        super().__init__(uri, wrap_exceptions, **options)
        self._path = unquote((uri or "").removeprefix(f"{_SCHEME}://"))
        self._lock = threading.Lock()
        self._until_sweep = _SWEEP_EVERY
        self._opened: tuple[int, sqlite3.Connection] | None = None

    @property
    def _file(self) -> sqlite3.Connection:
        """Return the connection to the file. It is opened at the first count, and again in a forked child process. The
        caller must have the lock.
        """
        if self._opened is None or self._opened[0] != os.getpid():
            file = sqlite3.connect(self._path, timeout=5, isolation_level=None, check_same_thread=False)
            file.execute("PRAGMA journal_mode=WAL")
            file.execute("PRAGMA synchronous=OFF")
            file.execute(_TABLE)
            self._opened = os.getpid(), file
        return self._opened[1]

    @property
    def base_exceptions(self) -> type[Exception]:
        return sqlite3.Error

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        with self._lock:
            self._sweep(now)
            row = self._file.execute(_COUNT, {"key": key, "amount": amount, "expires": now + expiry, "now": now})
            return int(row.fetchone()[0])

    def get(self, key: str) -> int:
        found = self._row(key)
        return int(found[0]) if found else 0

    def get_expiry(self, key: str) -> float:
        found = self._row(key)
        return float(found[1]) if found else time.time()

    def check(self) -> bool:
        """Return True if the file with the counters can be read. Flask-Limiter calls this after a failure. An error is
        caught here; otherwise Flask-Limiter would not count the present request.
        """
        try:
            with self._lock:
                return bool(self._file.execute("SELECT 1").fetchone() == (1,))
        except sqlite3.Error:
            return False

    def reset(self) -> int:
        with self._lock:
            return self._file.execute("DELETE FROM counters").rowcount

    def clear(self, key: str) -> None:
        with self._lock:
            self._file.execute("DELETE FROM counters WHERE key = ?", (key,))

    def close(self) -> None:
        with self._lock:
            if self._opened is not None:
                self._opened[1].close()
                self._opened = None

    def _row(self, key: str) -> tuple[int, float] | None:
        with self._lock:
            query = "SELECT count, expires FROM counters WHERE key = ? AND expires > ?"
            row: tuple[int, float] | None = self._file.execute(query, (key, time.time())).fetchone()
            return row

    def _sweep(self, now: float) -> None:
        self._until_sweep -= 1
        if self._until_sweep <= 0:
            self._until_sweep = _SWEEP_EVERY
            self._file.execute("DELETE FROM counters WHERE expires <= ?", (now,))
