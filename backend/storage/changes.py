"""Detect with one short query whether anything was committed to the database, by any process.

Followers of runs and sessions need to know of changes. While nothing is committed, the many rows that they follow need
not be read. A notification from PostgreSQL (NOTIFY) would need a statement in every transaction and a lock at every
commit, and does not pass a pooler such as PgBouncer.
"""

from __future__ import annotations

import sqlalchemy as sa

from backend.storage.db import db, execute, reading

#: PostgreSQL's snapshot names the transactions whose changes are visible. So equal snapshots show the same data.
_SNAPSHOT = sa.text("SELECT CAST(pg_current_snapshot() AS text)")


class ChangeWatch:
    """Compares the database with an earlier moment, in one thread and within an application context. Close it at the
    end.

    SQLite counts the commits of other connections only, so the watch has a connection that belongs to no pool.
    """

    def __init__(self) -> None:
        self._is_sqlite = db.engine.dialect.name == "sqlite"
        self._connection: sa.Connection | None = None

    def mark(self) -> str:
        """Return a text that differs from earlier ones if anything was committed since then."""
        if not self._is_sqlite:
            with reading():
                return str(execute(_SNAPSHOT).scalar_one())
        try:
            if self._connection is None:
                self._connection = db.engine.connect()
                self._connection.detach()
            return str(self._connection.exec_driver_sql("PRAGMA data_version").scalar_one())
        except sa.exc.SQLAlchemyError:
            self.close()  # the next call opens another connection
            raise

    def close(self) -> None:
        """Close the watch's own connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
