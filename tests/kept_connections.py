"""Connections to one PostgreSQL database that outlive the engines that opened them.

Each test has engines of its own. A new connection costs PostgreSQL a process that reads its catalog and plans every
statement anew: two thirds of what the tests with PostgreSQL took.
"""

from __future__ import annotations

import threading
from collections import defaultdict
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg

#: What a new connection would not have: settings, channels it listens at, locks.
_RESET = "RESET ALL; UNLISTEN *; SELECT pg_advisory_unlock_all()"


class KeptConnections:
    """While `install`ed, engines get the connections of earlier engines, as good as new.

    A thread may open a connection after its test has closed the application's. Nobody closes it, and the driver would
    warn of it in the middle of a later test. So all that are open are referred to from here, and closed at the end.
    """

    def __init__(self, url: str) -> None:
        self._url = sa.make_url(url)
        self._lock = threading.Lock()
        self._free: defaultdict[str, list[psycopg.Connection[Any]]] = defaultdict(list)
        self._kinds: dict[int, str] = {}
        self._open: dict[int, psycopg.Connection[Any]] = {}

    def install(self, patch: pytest.MonkeyPatch) -> None:
        connect, close = PGDialect_psycopg.connect, PGDialect_psycopg.do_close

        def take(dialect: PGDialect_psycopg, *given: Any, **named: Any) -> psycopg.Connection[Any]:
            asked = tuple(named.get(name) for name in ("user", "dbname", "host"))
            if asked != (self._url.username, self._url.database, self._url.query.get("host")):
                return self._opened(connect(dialect, *given, **named))
            # each engine has a copy of the same adapters
            kind = repr((given, sorted((name, value) for name, value in named.items() if name != "context")))
            with self._lock:
                if self._free[kind]:
                    return self._free[kind].pop()
            made = self._opened(connect(dialect, *given, **named))
            self._kinds[id(made)] = kind
            return made

        def give_back(dialect: PGDialect_psycopg, connection: Any) -> None:
            kind = self._kinds.get(id(connection))
            if kind is None or not _renewed(connection):
                self._kinds.pop(id(connection), None)
                close(dialect, connection)
                self._open.pop(id(connection), None)
            else:
                with self._lock:
                    self._free[kind].append(connection)

        patch.setattr(PGDialect_psycopg, "connect", take)
        patch.setattr(PGDialect_psycopg, "do_close", give_back)

    def pids(self) -> list[int]:
        """The server's processes of the connections that nobody uses."""
        with self._lock:
            return [each.info.backend_pid for free in self._free.values() for each in free]

    def close(self) -> None:
        with self._lock:
            for each in self._open.values():
                each.close()
            self._open.clear()
            self._free.clear()

    def _opened(self, connection: Any) -> psycopg.Connection[Any]:
        self._open[id(connection)] = connection
        return connection  # type: ignore[no-any-return]


def _renewed(connection: psycopg.Connection[Any]) -> bool:
    """Make a connection as good as new; False where it can't be."""
    try:
        connection.rollback()
        connection.autocommit = True
        connection.execute(_RESET, prepare=False)
        connection.isolation_level = connection.read_only = connection.deferrable = None
        connection.autocommit = False
    except psycopg.Error:
        return False
    connection._notice_handlers.clear()  # SQLAlchemy's, which each engine adds
    return not connection._notify_handlers
