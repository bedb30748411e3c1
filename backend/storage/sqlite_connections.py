"""Lend connections to SQLite without the steps that SQLAlchemy takes at the beginning and end of each transaction.

SQLAlchemy creates two objects for each transaction, resets the connection afterwards, and looks for listeners in
between. For the ten short transactions of a chat this took as much CPU time as all of their statements. So a connection
that was used stays as it is until it is used again, and a transaction is begun and committed by the driver.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import threading
import time
from dataclasses import dataclass
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.pool import ConnectionPoolEntry, PoolProxiedConnection, QueuePool

#: SQLAlchemy's pools log under the names of their classes; that they close a connection is no news to an operator.
logging.getLogger(f"{__name__}.LocalPool").setLevel(logging.WARNING)


@dataclass(slots=True)
class Lent:
    """A connection in use. `of_pool` is its object in the pool, and `driver` the connection of the driver. `wrapper` is
    SQLAlchemy's object for statements; it is created for the first statement that needs it.
    """

    of_pool: PoolProxiedConnection
    driver: sqlite3.Connection
    wrapper: sa.Connection | None = None

    def by_sqlalchemy(self, engine: sa.Engine) -> sa.Connection:
        """Return an SQLAlchemy connection that runs its statements on this connection to SQLite."""
        if self.wrapper is None:
            self.wrapper = sa.Connection(engine, self.of_pool)
        return self.wrapper

    def end(self, commit: bool) -> None:
        """Commit the transaction, or roll it back. Raises an error of SQLAlchemy if this fails."""
        if self.wrapper is not None and self.wrapper.in_transaction():
            self.wrapper.commit() if commit else self.wrapper.rollback()
            return
        try:
            self.driver.commit() if commit else self.driver.rollback()
        except sqlite3.Error as error:
            raise _wrapped("COMMIT" if commit else "ROLLBACK", error) from error


def _wrapped(sql: str, error: sqlite3.Error) -> sa.exc.DBAPIError:
    """Return SQLAlchemy's error for an error that the driver raised for the statement `sql`."""
    return cast("sa.exc.DBAPIError", sa.exc.DBAPIError.instance(sql, None, error, sqlite3.Error))


class LocalPool(QueuePool):
    """A pool of connections to SQLite. A connection that `take_back` received stays open, and `lend` can lend it again
    at once. Code that uses SQLAlchemy's own methods may get one of these connections, too.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._ready: list[Lent] = []
        self._asking = 0
        self._lock = threading.Lock()

    def lend(self, begin: str) -> Lent:
        """Return a connection on which the statement `begin` has begun a transaction: if possible, the connection that
        was used last. Raises SQLAlchemy's TimeoutError if none is free in time, and its other errors if the database
        refuses.
        """
        try:
            lent = self._ready.pop()
        except IndexError:
            found = self.connect()
            lent = Lent(found, cast("sqlite3.Connection", found.driver_connection))
        try:
            lent.driver.execute(begin)
        except sqlite3.Error as error:
            lent.of_pool.close()
            raise _wrapped(begin, error) from error
        return lent

    def take_back(self, lent: Lent, commit: bool) -> None:
        """End the transaction, and keep the connection ready to be lent again. Raises an error of SQLAlchemy if the
        transaction could not be committed; it is then rolled back.
        """
        try:
            lent.end(commit)
        except BaseException:
            lent.of_pool.close()  # rolls back what is left
            raise
        self._ready.append(lent)
        if self._asking:
            self._free_one()

    def _free_one(self) -> None:
        """Return one idle connection to SQLAlchemy's own pool, so that code that uses that pool can have it. Does
        nothing if no connection is idle.
        """
        try:
            lent = self._ready.pop()
        except IndexError:
            return
        lent.of_pool.close()

    # --- what SQLAlchemy calls ------------------------------------------------------------------

    def _do_get(self) -> ConnectionPoolEntry:
        with self._lock:
            self._asking += 1
        try:
            self._free_one()
            return super()._do_get()
        finally:
            with self._lock:
                self._asking -= 1

    def checkedout(self) -> int:
        return super().checkedout() - len(self._ready)

    def dispose(self) -> None:
        while self._ready:
            self._free_one()
        super().dispose()


def begin_sqlite(connection: sa.Connection) -> None:
    """Begin a write transaction without SQLAlchemy. When it ends, SQLite itself writes it to the disk (without
    `DiskLog`).

    If the engine had a listener for its "begin" event, SQLAlchemy would look for listeners eight times in every
    statement; that took a third of the statement's time.
    """
    driver: Any = connection.connection.dbapi_connection
    try:
        driver.execute("PRAGMA synchronous=FULL")
        driver.execute("BEGIN IMMEDIATE")
    except sqlite3.Error as error:
        raise _wrapped("BEGIN IMMEDIATE", error) from error


def prepare_connection(connection: sqlite3.Connection, lock_wait: float) -> str:
    """Configure a new connection, and return the path of its file. `lock_wait` is how many seconds to wait for other
    processes.
    """
    connection.isolation_level = None  # the driver begins no transaction by itself, `LocalPool.lend` does
    cursor = connection.cursor()
    _use_wal(cursor, lock_wait)
    cursor.execute("PRAGMA synchronous=NORMAL")  # `disk_log` writes to the disk
    cursor.execute("PRAGMA foreign_keys=ON")
    path = str(cursor.execute("PRAGMA database_list").fetchone()[2])
    cursor.close()
    return path


def _use_wal(cursor: sqlite3.Cursor, lock_wait: float) -> None:
    """Switch a new SQLite file to WAL mode. If another process does this at the same moment, SQLite reports "locked" at
    once; this function then tries again.
    """
    deadline = time.monotonic() + lock_wait
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_BUSY_RECOVERY") or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def file_identity(path: str) -> tuple[int, int] | None:
    """Return the identity of a file (device and inode), or None if it does not exist."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
