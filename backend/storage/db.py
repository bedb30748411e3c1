"""Provide the database engine and its two contexts: `transaction()` to write and `reading()` to read.

A connection exists only inside one of the two. Both must be short: read, leave, call the model without a connection,
and open a new one to commit. Every storage function uses `execute`, so a function that is called outside of a context,
or one that writes inside `reading()`, fails at once.

SQLite runs in WAL mode; a transaction ends when it is on the disk (`disk_log`). It begins with BEGIN IMMEDIATE, so that
it cannot fail half-way because of another process's lock. The threads of one process wait for the lock in order,
because SQLite itself only tries again at intervals of up to 100 ms.
"""

from __future__ import annotations

import importlib
import os
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

import sqlalchemy as sa
from flask import Flask, current_app
from flask_sqlalchemy import SQLAlchemy

from backend.errors import Busy, NotFound
from backend.storage import postgresql
from backend.storage.columns import is_id as is_id
from backend.storage.columns import new_id as new_id
from backend.storage.disk_log import DiskLog
from backend.storage.fair_lock import FairLock
from backend.storage.prepared import PreparedStatements
from backend.storage.sqlite_connections import Lent, LocalPool, file_identity, prepare_connection

T = TypeVar("T")
#: seconds that a writer waits for another one
LOCK_WAIT = 10
#: Seconds after which a connection to PostgreSQL is opened anew; the clocks are compared at that time
#: (`database_clock`).
RECYCLE = 600
#: Names of constraints; without them SQLite's tables cannot be altered later.
_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}

_VERSIONS = Path(__file__).resolve().parents[2] / "migrations" / "versions"
_EXTENSION = "coscribe_database"
_OLDEST = sa.text("SELECT oldest FROM schema_support")

db = SQLAlchemy(metadata=sa.MetaData(naming_convention=_NAMES))


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list. `next_cursor` is the cursor for the following page; None on the last page."""

    items: tuple[T, ...]
    next_cursor: str | None


@dataclass(slots=True, eq=False, weakref_slot=True)
class _Database:
    """The database of one application. `wait` is how many seconds a request waits for a connection. `file` is the
    device and inode that SQLite's file had when it was first opened.
    """

    engine: sa.Engine
    reader: sa.Engine
    insert: Callable[[sa.Table], Any]
    wait: float
    prepared: PreparedStatements
    turn: FairLock = field(default_factory=FairLock)
    log: DiskLog | None = None
    file: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Open:
    """The open transaction of this thread, on a database other than SQLite."""

    connection: sa.Connection
    driver: Any
    writes: bool
    thread: int
    database: _Database


_open: ContextVar[_Open | _LocalTransaction | None] = ContextVar("coscribe_transaction", default=None)
_databases: weakref.WeakSet[_Database] = weakref.WeakSet()


@dataclass(frozen=True, slots=True)
class Pool:
    """The connection pool of one process. `size` connections stay open, and `overflow` more are opened under load.
    Further requests wait for a connection.
    """

    size: int = 8
    overflow: int = 8
    wait: float = LOCK_WAIT  # seconds that a request waits for a connection


DEFAULT_POOL = Pool()


def init_database(app: Flask, url: str, pool: Pool = DEFAULT_POOL) -> None:
    """Create the database engine of `app`. Opens no connection; `migration.migrate_database` creates the tables.

    Raises ValueError for a database in memory, which threads cannot share, and for a dialect other than SQLite and
    PostgreSQL.
    """
    address = sa.make_url(url)
    dialect = address.get_backend_name()
    if dialect not in ("sqlite", "postgresql"):
        raise ValueError(f"{dialect} is not supported: use sqlite or postgresql")
    if dialect == "sqlite" and (address.database or ":memory:") == ":memory:":
        raise ValueError("a database in memory can't be shared between threads: use a file")
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    options: dict[str, Any] = {"pool_size": pool.size, "max_overflow": pool.overflow, "pool_timeout": pool.wait}
    if dialect == "postgresql":
        options |= {"pool_recycle": RECYCLE, "connect_args": {"connect_timeout": 5}}
    else:
        options |= {"connect_args": {"timeout": LOCK_WAIT, "check_same_thread": False}, "poolclass": LocalPool}
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", {}).update(options)
    db.init_app(app)
    with app.app_context():
        engine = db.engine
    if dialect == "sqlite":
        sa.event.listen(engine, "connect", lambda connection, record: _opened(connection, database))
        reader = engine
    else:
        postgresql.prepare_engine(engine, LOCK_WAIT)
        # one snapshot for all reads of a `reading()`, as SQLite provides it anyway
        reader = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    insert = importlib.import_module(f"sqlalchemy.dialects.{dialect}").insert
    database = _Database(engine, reader, insert, pool.wait, PreparedStatements(engine.dialect))
    app.extensions[_EXTENSION] = database
    _databases.add(database)


def _opened(connection: Any, database: _Database) -> None:
    path = prepare_connection(connection, LOCK_WAIT)
    database.file, database.log = database.file or file_identity(path), database.log or DiskLog(path)


def _forget_parent() -> None:
    # a forked child must not use its parent's connections, or wait for a lock that a thread of the parent had
    for database in list(_databases):
        database.engine.dispose(close=False)
        database.turn, database.log = FairLock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_parent)


def transaction(on_disk: bool = True) -> AbstractContextManager[None]:
    """Open a write transaction. It is committed at the end, or rolled back on an error. With `on_disk=False`, SQLite
    does not wait for the disk, so a power failure may undo the transaction until a later one has waited.

    Raises Busy if the lock cannot be acquired in time or the database cannot be reached, NotFound if a new row refers
    to a row that has been deleted in the meantime, and RuntimeError inside another transaction.
    """
    return _begun(writes=True, on_disk=on_disk)


def reading() -> AbstractContextManager[None]:
    """Open a read-only transaction on one snapshot of the data. Raises Busy and RuntimeError as `transaction` does.

    With SQLite, the transaction begins with its first statement.
    """
    return _begun(writes=False)


def _begun(writes: bool, on_disk: bool = False) -> AbstractContextManager[None]:
    database: _Database = current_app.extensions[_EXTENSION]
    if isinstance(database.engine.pool, LocalPool):
        return _LocalTransaction(database, writes, on_disk)
    return _entered(database, writes)


def _refuse_nesting() -> None:
    if _open.get() is not None:
        raise RuntimeError("transaction() and reading() don't nest: leave the first one before opening another")


class _LocalTransaction:
    """A transaction on SQLite: the context manager that opens it, and the object that runs its statements."""

    __slots__ = ("_on_disk", "_pool", "_token", "database", "lent", "thread", "writes")

    def __init__(self, database: _Database, writes: bool, on_disk: bool) -> None:
        self.database, self.writes, self._on_disk = database, writes, on_disk
        self.lent: Lent | None = None

    def __enter__(self) -> None:
        _refuse_nesting()
        if self.writes:
            self._begin_writing()
        self.thread = threading.get_ident()
        self._token = _open.set(self)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        _open.reset(self._token)
        try:
            if self.lent is not None:
                self._pool.take_back(self.lent, commit=error is None)
        except sa.exc.SQLAlchemyError as failure:
            _raise_translated(failure)
            raise
        finally:
            if self.writes:
                self.database.turn.release()
        if error is not None:
            _raise_translated(error)
        elif self._on_disk and self.database.log:
            self.database.log.write()

    def _begin_writing(self) -> None:
        """Wait for the other writers of this process, and begin the transaction, which waits for other processes."""
        turn = self.database.turn
        if not turn.acquire(timeout=LOCK_WAIT):
            raise Busy("The database is busy. Try again in a moment.", retry_after=1)
        try:
            self.begin()
        except BaseException as error:
            turn.release()
            _raise_translated(error)
            raise

    def begin(self) -> Lent:
        """Return the connection. The first call begins the transaction."""
        if self.lent is None:
            self._pool = cast("LocalPool", self.database.engine.pool)
            self.lent = self._pool.lend("BEGIN IMMEDIATE" if self.writes else "BEGIN")
        return self.lent

    @property
    def driver(self) -> Any:
        return self.begin().driver

    @property
    def connection(self) -> sa.Connection:
        """Return SQLAlchemy's connection, for statements that are not prepared."""
        return self.begin().by_sqlalchemy(self.database.engine)


@contextmanager
def _entered(database: _Database, writes: bool) -> Iterator[None]:
    """Open a transaction on PostgreSQL. With `writes`, it may write; otherwise it may only read."""
    _refuse_nesting()
    engine = database.engine if writes else database.reader
    try:
        with postgresql.connect(engine, database.wait) as connection, connection.begin():
            driver = connection.connection.driver_connection
            token = _open.set(_Open(connection, driver, writes, threading.get_ident(), database))
            try:
                yield
            finally:
                _open.reset(token)
    except sa.exc.SQLAlchemyError as error:
        _raise_translated(error)
        raise


def _raise_translated(error: BaseException | None) -> None:
    """Raise NotFound if `error` means a missing row, and Busy if a later attempt may succeed; else do nothing."""
    if isinstance(error, sa.exc.IntegrityError) and _is_orphan(error):
        raise NotFound("The session or account of this request was just deleted, so nothing was stored.") from error
    if isinstance(error, sa.exc.TimeoutError):
        raise Busy("The database is busy. Try again in a moment.", retry_after=1) from error
    if isinstance(error, sa.exc.OperationalError) and _is_passing(error):
        raise Busy("The database is busy or cannot be reached. Try again in a moment.", retry_after=1) from error


def _is_orphan(error: sa.exc.IntegrityError) -> bool:
    """Return True if the database refused a row because a row that it refers to, such as its session, is missing."""
    code = getattr(error.orig, "sqlite_errorname", None) or getattr(error.orig, "sqlstate", None)
    return code in ("SQLITE_CONSTRAINT_FOREIGNKEY", "23503")


def _is_passing(error: sa.exc.OperationalError) -> bool:
    """Return True if a lock, a deadlock or the network stopped the statement, so that it may succeed when repeated."""
    cause = error.orig
    code = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    if code is None:  # psycopg gives no code where no server answered
        return type(cause).__module__.startswith("psycopg")
    # 55P03 lock not available, 40P01 deadlock, 40001 serialisation, 57… shut down, 53300 too many, 08… connection
    return code in ("55P03", "40P01", "40001", "53300") or code.startswith(("SQLITE_BUSY", "57", "08"))


def _here(writes: bool = False) -> _Open | _LocalTransaction:
    current = _open.get()
    if current is None:
        raise RuntimeError("a storage function was called outside of transaction() and reading()")
    if current.thread != threading.get_ident():
        raise RuntimeError("a transaction belongs to the thread that opened it")
    if writes and not current.writes:
        raise RuntimeError("this statement writes: call it inside transaction(), not reading()")
    return current


def execute(
    statement: sa.Executable, rows: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None
) -> sa.CursorResult[*tuple[Any, ...]]:
    """Run a statement with the values `rows`. Raises RuntimeError outside a context, or for a write in `reading()`."""
    current = _here(writes=getattr(statement, "is_dml", False))
    form = current.database.prepared.find(statement, rows)
    if form is not None and (values := form.values_of(rows)) is not None:
        found = form.run(current.driver, values, many=isinstance(rows, list | tuple))
        return cast("sa.CursorResult[*tuple[Any, ...]]", found)
    return current.connection.execute(statement, rows)


def fetch_bytes(query: sa.Select[*tuple[Any, ...]]) -> Sequence[Any]:
    """Return all rows of a query that selects large columns of bytes. PostgreSQL's text format would double their size,
    so its binary format is used.
    """
    return execute(query.execution_options(coscribe_bytes=True)).all()


def insert_rows(table: sa.Table, columns: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> None:
    """Insert thousands of rows into these columns by the driver's fastest method: a third of the time of `execute`."""
    current = _here(writes=True)
    if not rows:
        return
    names = f"{table.name} ({', '.join(columns)})"
    if current.connection.dialect.name == "sqlite":
        places = ", ".join("?" * len(columns))
        current.connection.exec_driver_sql(f"INSERT INTO {names} VALUES ({places})", list(rows))
        return
    driver: Any = current.driver
    errors = importlib.import_module("psycopg").Error
    try:
        with driver.cursor() as cursor, cursor.copy(f"COPY {names} FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
    except errors as error:
        raise sa.exc.DBAPIError.instance(names, None, error, errors) from error


def new_rows(table: sa.Table) -> Any:
    """Return an INSERT of the database's dialect, which has `on_conflict_do_nothing` and `on_conflict_do_update`."""
    return _here().database.insert(table)


def newest_revision() -> str:
    """Return the number of the newest migration, read from the file names: importing Alembic takes 0.3 s."""
    return max(path.name.split("_")[0] for path in _VERSIONS.glob("[0-9]*_*.py"))


def is_ready() -> bool:
    """Return True if the database answers and its version fits this program. Call it outside of a transaction.

    A database of a later release fits if its migrations only added something. With SQLite, the file must be the one
    that was opened first, because SQLite keeps writing to a file that was deleted or moved.
    """
    file = current_app.extensions[_EXTENSION].file
    try:
        with reading():
            found = execute(sa.text("SELECT version_num FROM alembic_version")).scalars().all()
            moved = (
                file is not None and file_identity(execute(sa.text("PRAGMA database_list")).scalars(2).all()[0]) != file
            )
            suits = len(found) == 1 and _suits(found[0])
    except (Busy, sa.exc.SQLAlchemyError):
        return False
    return suits and not moved


def _suits(found: str) -> bool:
    known = newest_revision()
    later = found.isdecimal() and int(found) > int(known)
    return found == known or (later and int(execute(_OLDEST).scalar_one()) <= int(known))


def close_database() -> None:
    """Close this process's connections. They are opened again when they are needed."""
    db.engine.dispose()


def most_connections() -> int | None:
    """Return the maximum number of connections that the server accepts from users without special rights. Returns None
    if there is no such limit: for SQLite and behind a pooler.
    """
    if db.engine.dialect.name == "sqlite":
        return None
    asked = ("max_connections", "superuser_reserved_connections")
    with reading():
        if postgresql.is_pooled(_here().connection):
            return None
        most, reserved = (int(execute(sa.text(f"SHOW {name}")).scalar_one()) for name in asked)
    return most - reserved
