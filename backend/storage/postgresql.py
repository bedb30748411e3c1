"""Configure connections to PostgreSQL, with or without a pooler such as PgBouncer in between.

A pooler may use another connection to the server for each transaction. Settings and prepared statements of a connection
are then lost. Such a pooler is recognized by the server's process number: the number that the pooler tells its clients
is invented, and differs from the real one.
"""

from __future__ import annotations

import importlib
import math
import random
import time
from typing import Any

import sqlalchemy as sa

_POOLED, _USED_AT = "coscribe_pooled", "coscribe_used_at"
#: Seconds after which an unused connection is tested before it is used again. Testing each connection of a busy pool
#: takes a tenth of a chat's time in the database.
UNUSED = 1.0
#: The words by which a server or a pooler says that it accepts no more connections; a refused connection has no error
#: code.
_CROWDED = (
    "too many clients",
    "too many connections",
    "remaining connection slots",
    "no more connections allowed",
    "query_wait_timeout",
)
#: Minimum and maximum seconds between two attempts to get a connection from a server that has too many.
_PAUSE = 0.02, 0.1


def prepare_engine(engine: sa.Engine, lock_wait: float) -> None:
    """Let no connection of the engine wait longer than `lock_wait` seconds for a lock. Behind a pooler, this limit is
    set anew in each transaction, and no statements are prepared. Connections that the server has closed are replaced.
    """

    def connected(connection: Any, record: Any) -> None:
        record.info[_POOLED] = _lies_behind_a_pooler(connection)
        if record.info[_POOLED]:
            connection.prepare_threshold = None
        else:
            connection.execute(f"SET lock_timeout = '{lock_wait}s'")
        connection.commit()

    def begun(connection: sa.Connection) -> None:
        if connection.info.get(_POOLED):
            driver: Any = connection.connection
            driver.cursor().execute(f"SET LOCAL lock_timeout = '{lock_wait}s'")

    def returned(connection: Any, record: Any) -> None:
        record.info[_USED_AT] = time.monotonic()

    def taken(connection: Any, record: Any, proxy: Any) -> None:
        if time.monotonic() - record.info.get(_USED_AT, math.inf) > UNUSED:
            try:
                engine.dialect.do_ping(connection)
            except engine.dialect.loaded_dbapi.Error as error:
                raise sa.exc.InvalidatePoolError() from error

    sa.event.listen(engine, "connect", connected)
    sa.event.listen(engine, "checkin", returned)
    sa.event.listen(engine, "checkout", taken)
    sa.event.listen(engine, "begin", begun)
    sa.event.listen(engine, "before_cursor_execute", _in_binary)


def connect(engine: sa.Engine, wait: float) -> sa.Connection:
    """Return a connection. If the server refuses because it has too many connections, try again for at most `wait`
    seconds.
    """
    until = time.monotonic() + wait
    while True:
        try:
            return engine.connect()
        except sa.exc.OperationalError as error:
            if time.monotonic() > until or not is_crowded(error):
                raise
        time.sleep(random.uniform(*_PAUSE))


def is_crowded(error: sa.exc.OperationalError) -> bool:
    """Return True if the server refused the connection because it has too many connections already."""
    words = str(error.orig)
    return any(each in words for each in _CROWDED)


def is_pooled(connection: sa.Connection) -> bool:
    """Return True if the connection goes through a pooler such as PgBouncer."""
    return bool(connection.info.get(_POOLED))


def _lies_behind_a_pooler(connection: Any) -> bool:
    (number,) = connection.execute("SELECT pg_backend_pid()").fetchone()
    return bool(number != connection.info.backend_pid)


def _in_binary(_: object, cursor: Any, statement: str, values: object, context: Any, many: bool) -> None:
    if context is not None and context.execution_options.get("coscribe_bytes"):
        cursor.format = importlib.import_module("psycopg.pq").Format.BINARY
