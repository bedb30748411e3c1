"""Define the fixtures of all tests, and the guard that blocks connections to other machines."""

from __future__ import annotations

import functools
import gc
import ipaddress
import itertools
import os
import shutil
import socket
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpcore2
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from flask import Flask
from hypothesis import settings
from werkzeug.routing import Rule

from backend.server import COLLECT
from backend.services import accounts
from backend.storage import db as storage_db
from backend.storage.db import db, init_database
from backend.storage.migration import migrate_database
from backend.storage.prepared import PreparedStatements
from tests.kept_connections import KeptConnections
from tests.postgres import Server, Unavailable
from tests.s3_server import S3Server, start_s3

# `make test` tries the same examples every time, so that it fails for the change at hand and for nothing else;
# `make fuzz` tries new ones. No example has a deadline: this machine may be slow.
settings.register_profile("repeatable", derandomize=True, database=None, deadline=None)
settings.register_profile("random", database=None, print_blob=True, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))

_product_hasher = accounts._hasher
_real_connect, _real_connect_ex = socket.socket.connect, socket.socket.connect_ex
_real_sendto, _real_getaddrinfo = socket.socket.sendto, socket.getaddrinfo


class _Compiled(dict[tuple[Any, ...], Any]):
    """Compiled statements by all of their key but the dialect: every engine has a dialect of its own."""

    def get(self, key: Any, default: Any = None) -> Any:
        return super().get(key[1:], default)

    def __setitem__(self, key: Any, compiled: Any) -> None:
        super().__setitem__(key[1:], compiled)


# Each test has engines of its own. Compiling the same statements for each of them took a fifth of the time of the tests
# with a database, so all engines of a kind share what is compiled. Nothing undoes this: threads outlive the last test.
_compiled: defaultdict[str, _Compiled] = defaultdict(_Compiled)
sa.Engine._compiled_cache = property(  # type: ignore[assignment]
    lambda engine: _compiled[engine.dialect.name], lambda engine, own: None
)


# So do all databases in files share the statements that the product prepares: for every test anew, these took a tenth.
_prepared: dict[str, PreparedStatements] = {}
storage_db.PreparedStatements = lambda dialect: (  # type: ignore[assignment,misc]
    _prepared.setdefault(dialect.name, PreparedStatements(dialect))
)


# The product's servers do the same (`server.collect_seldom`), for the same reason.
gc.set_threshold(*COLLECT)


def pytest_collection_finish() -> None:
    """Let the collector look at no test and no module again and again: they stay until the end."""
    gc.collect()
    gc.freeze()


def _compile_at_first_use(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    def build(rule: Rule, **values: Any) -> tuple[str, str]:
        made = _compile_builder(rule, append_unknown).__get__(rule, None)
        setattr(rule, "_build_unknown" if append_unknown else "_build", made)
        return made(**values)

    return build


# A new app compiles two functions for each of its 80 rules, for `url_for`: 20 of the 50 ms that an app takes, and a
# thousand tests have an app of their own. They are compiled when they are used.
_compile_builder = Rule._compile_builder
Rule._compile_builder = _compile_at_first_use  # type: ignore[method-assign]


# Every HTTP client reads the authorities that this machine trusts anew, in 30 ms, though none leaves the machine.
httpcore2.default_ssl_context = functools.cache(httpcore2.default_ssl_context)


class OutsideConnection(AssertionError):
    """A test tried to reach something that isn't on this machine."""


def _is_local(host: object) -> bool:
    if host is None or host in ("", b"", "localhost", b"localhost"):
        return True
    text = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None)
    return (mapped or address).is_loopback or address.is_unspecified


def _check(sock: socket.socket, address: Any) -> None:
    if sock.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):
        raise OutsideConnection(f"tests stay on this machine: no connection to {address[0]}")


@pytest.fixture(scope="session", autouse=True)
def _stay_inside() -> Iterator[None]:
    """Refuse to connect, to send and to look names up, except for loopback; unix sockets are free."""

    def connect(self: socket.socket, address: Any) -> None:
        _check(self, address)
        return _real_connect(self, address)

    def connect_ex(self: socket.socket, address: Any) -> int:
        _check(self, address)
        return _real_connect_ex(self, address)

    def sendto(self: socket.socket, data: Any, *rest: Any) -> int:
        _check(self, rest[-1])
        return _real_sendto(self, data, *rest)

    def getaddrinfo(host: Any, *rest: Any, **options: Any) -> Any:
        if not _is_local(host):
            raise OutsideConnection(f"tests stay on this machine: {host!r} is not looked up")
        return _real_getaddrinfo(host, *rest, **options)

    patch = pytest.MonkeyPatch()
    for name, guarded in (("connect", connect), ("connect_ex", connect_ex), ("sendto", sendto)):
        patch.setattr(socket.socket, name, guarded)
    patch.setattr(socket, "getaddrinfo", getaddrinfo)
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _cheap_hashes() -> Iterator[None]:
    """Hash passwords at Argon2's smallest parameters: most tests register somebody, and 35 ms each add up to a minute.

    The servers that journeys start hash as the product does, and so does a test that asks for `product_hashes`.
    """
    patch = pytest.MonkeyPatch()
    patch.setattr(accounts, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    yield
    patch.undo()


@pytest.fixture
def product_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords at the parameters of the product."""
    monkeypatch.setattr(accounts, "_hasher", _product_hasher)


@pytest.fixture(scope="session")
def _migrated_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated SQLite database, to be copied: quicker than migrating one for every test."""
    path = tmp_path_factory.mktemp("migrated") / "coscribe.db"
    _migrate(f"sqlite:///{path}")
    with sa.create_engine(f"sqlite:///{path}").connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


class _Databases:
    """The databases of one PostgreSQL server: one that is migrated and emptied for every test, and bare ones."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._numbers = itertools.count()
        self._admin = sa.create_engine(server.url("postgres"), isolation_level="AUTOCOMMIT", poolclass=sa.NullPool)
        self._url = self.make()
        _migrate(self._url)
        # One connection for all tests: a new one plans its statements anew, which is nine tenths of the work.
        self._engine = sa.create_engine(self._url, pool_size=1, pool_pre_ping=True)
        self._kept = KeptConnections(self._url)
        self._patch = pytest.MonkeyPatch()
        self._kept.install(self._patch)

    def make(self) -> str:
        """A database without a table; returns its URL."""
        name = f"test_{next(self._numbers)}"
        self._do(f"CREATE DATABASE {name} TEMPLATE template0")
        return self._server.url(name)

    def close(self) -> None:
        self._patch.undo()
        self._kept.close()
        self._engine.dispose()

    def drop(self, url: str) -> None:
        self._do(f"DROP DATABASE {sa.make_url(url).database} WITH (FORCE)")

    def emptied(self) -> str:
        """The migrated database's URL, its rows gone, and whoever an earlier test left in it thrown out."""
        with self._engine.begin() as connection:
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL(%s::int[])",
                (self._kept.pids(),),
            )
            tables = [each for each in reversed(db.metadata.sorted_tables) if each.name != "schema_support"]
            connection.exec_driver_sql("; ".join(f"DELETE FROM {table.name}" for table in tables))  # one round trip
        return self._url

    def _do(self, statement: str) -> None:
        with self._admin.connect() as connection:
            connection.exec_driver_sql(statement)


@pytest.fixture(scope="session")
def _postgres() -> Iterator[_Databases]:
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    try:
        server = Server()
    except Unavailable as why:
        pytest.skip(str(why))
    try:
        databases = _Databases(server)
        yield databases
        databases.close()
    finally:
        server.stop()


@pytest.fixture
def sqlite_url(tmp_path: Path, _migrated_file: Path) -> str:
    """A fresh, migrated SQLite database."""
    return f"sqlite:///{shutil.copy(_migrated_file, tmp_path / 'coscribe.db')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest) -> str:
    """An empty, migrated database, once of each kind. PostgreSQL is started when first asked for."""
    if request.param == "sqlite":
        return request.getfixturevalue("sqlite_url")
    databases: _Databases = request.getfixturevalue("_postgres")
    return databases.emptied()


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database without a table, once of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'empty.db'}"
        return
    databases: _Databases = request.getfixturevalue("_postgres")
    url = databases.make()
    yield url
    databases.drop(url)


@pytest.fixture
def make_app() -> Iterator[Callable[[str], Flask]]:
    """Bare apps on databases, whose connections are closed at the end."""
    made: list[Flask] = []

    def make(url: str) -> Flask:
        app = Flask(__name__)
        init_database(app, url)
        made.append(app)
        return app

    yield make
    for app in made:
        with app.app_context():
            db.engine.dispose()


def _migrate(url: str) -> None:
    app = Flask(__name__)
    init_database(app, url)
    migrate_database(app)
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="session")
def s3() -> Iterator[S3Server]:
    """A store of files that machines share; skips where there is none."""
    server = start_s3()
    yield server
    server.stop()
