"""Detect with one short query whether any process has committed anything to the database.

Clients that follow runs and sessions must learn of changes. As long as nothing is committed, the many rows of these
runs and sessions need not be read again. The alternative would be notifications from PostgreSQL (NOTIFY). They need a
statement in every transaction and a lock at every commit, and do not pass a pooler such as PgBouncer.
"""

from __future__ import annotations

import sqlalchemy as sa

from backend.storage.db import db, execute, reading

#: PostgreSQL's snapshot names the transactions whose changes are visible. So equal snapshots show the same data.
_SNAPSHOT = sa.text("SELECT CAST(pg_current_snapshot() AS text)")


class ChangeWatch:
    """Finds out whether the database has changed between two calls of `mark`. Use it in one thread and within an
    application context, and call `close` at the end. The watch has a connection of its own, because SQLite counts only
    the commits of other connections.
    """

    def __init__(self) -> None:
        self._is_sqlite = db.engine.dialect.name == "sqlite"
        self._connection: sa.Connection | None = None

    def mark(self) -> str:
        """Return a text that differs from that of the last call if any process has committed something to the database
        since then, and equals it otherwise.
        """
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
        """Close the connection of this watch."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
