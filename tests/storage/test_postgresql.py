"""Connections to PostgreSQL: behind PgBouncer in transaction mode, and when there are none left."""

from __future__ import annotations

import gc
import threading
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
import sqlalchemy as sa
from flask import Flask

from backend.errors import Busy
from backend.storage import postgresql, sessions, users
from backend.storage.columns import new_id
from backend.storage.db import (
    Pool,
    close_database,
    db,
    execute,
    init_database,
    is_ready,
    most_connections,
    reading,
    transaction,
)
from backend.storage.postgresql import is_crowded
from tests.pgbouncer import pgbouncer
from tests.storage.conftest import NOW
from tests.waiting import until


@pytest.fixture
def server_url(_postgres) -> str:
    return _postgres.emptied()


@pytest.fixture
def pooled(server_url: str, make_app: Callable[[str], Flask]) -> Iterator[Flask]:
    """An app behind a pooler that hands connections out by the transaction."""
    with pgbouncer(server_url) as url:
        app = make_app(url)
        with app.app_context():
            yield app
        with app.app_context():
            close_database()


def _in_threads(app: Flask, work: Callable[[int], object], count: int) -> list[object]:
    def one(number: int) -> object:
        with app.app_context():
            return work(number)

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(one, range(count)))


def test_statements_that_are_repeated_and_shared_connections_get_on(pooled: Flask) -> None:
    def work(number: int) -> int:
        for turn in range(20):  # psycopg would prepare a statement from its sixth use on
            with transaction():
                user = users.create(f"{number}-{turn}@example.org", "Ada", "hash", NOW)
                sessions.create(user.id, "A paper", NOW)
        with reading():
            return execute(sa.text("SELECT count(*) FROM sessions")).scalar_one()

    assert until(lambda: is_ready() or None)
    assert max(_in_threads(pooled, work, 12)) == 12 * 20


def test_a_lock_is_waited_for_within_bounds_behind_a_pooler(pooled: Flask) -> None:
    with transaction():
        assert execute(sa.text("SHOW lock_timeout")).scalar_one() == "10s"
    with reading():
        assert execute(sa.text("SHOW lock_timeout")).scalar_one() == "10s"
    assert most_connections() is None


def test_what_a_reading_sees_stays_one_moment_behind_a_pooler(pooled: Flask) -> None:
    with reading():
        before = execute(sa.text("SELECT count(*) FROM users")).scalar_one()

        def add(_: int) -> None:
            with transaction():
                users.create(f"{new_id()}@example.org", "Ada", "hash", NOW)

        _in_threads(pooled, add, 2)
        assert execute(sa.text("SELECT count(*) FROM users")).scalar_one() == before


def test_without_a_pooler_statements_are_prepared_and_the_session_has_the_bound(
    server_url: str, make_app: Callable[[str], Flask]
) -> None:
    with make_app(server_url).app_context():
        with reading():
            assert execute(sa.text("SHOW lock_timeout")).scalar_one() == "10s"
        with db.engine.connect() as connection:
            assert connection.connection.driver_connection.prepare_threshold == 5
        assert most_connections() > 10


@pytest.fixture
def crowded(_postgres, server_url: str) -> Iterator[str]:
    """The URL for somebody who may have three connections."""
    name = sa.make_url(server_url).database
    for each in ("DROP OWNED BY guest", "DROP ROLE guest"):
        try:
            _postgres._do(each)
        except sa.exc.ProgrammingError:
            continue
    _postgres._do("CREATE ROLE guest LOGIN CONNECTION LIMIT 3")
    _postgres._do(f"GRANT CONNECT ON DATABASE {name} TO guest")
    yield server_url.replace("//postgres@", "//guest@")


def test_connections_that_the_server_closed_are_replaced_and_only_unused_ones_are_tested(
    server_url: str, make_app: Callable[[str], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    tested: list[object] = []
    app = make_app(server_url)
    with app.app_context():
        for _ in range(2):
            with reading():
                pass
        ping = db.engine.dialect.do_ping
        monkeypatch.setattr(db.engine.dialect, "do_ping", lambda each: tested.append(each) or ping(each))
        with transaction():
            own = execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
        assert not tested
        monkeypatch.setattr(postgresql, "UNUSED", 0)
        with sa.create_engine(server_url).connect() as other:
            other.execute(sa.select(sa.func.pg_terminate_backend(own, 5000)))
        with transaction():
            assert execute(sa.text("SELECT pg_backend_pid()")).scalar_one() != own
        assert tested
        close_database()


def test_who_finds_no_connection_waits_for_one(crowded: str) -> None:
    app = Flask("crowded")
    init_database(app, crowded, Pool(8, 8, 20))

    def work(_: int) -> int:
        with reading():
            execute(sa.text("SELECT pg_sleep(0.01)"))
        return 1

    assert sum(_in_threads(app, work, 40)) == 40
    with app.app_context():
        close_database()


def test_the_waiting_ends_and_says_so(crowded: str) -> None:
    app = Flask("crowded")
    init_database(app, crowded, Pool(8, 8, 0.1))
    held, leave = threading.Barrier(4), threading.Event()

    def hold(_: int) -> None:
        with reading():
            held.wait()
            leave.wait()

    with ThreadPoolExecutor(1) as others, app.app_context():
        holding = others.submit(_in_threads, app, hold, 3)
        held.wait()
        try:
            with pytest.raises(Busy, match="cannot be reached"), reading():
                pass
        finally:
            leave.set()
        holding.result()
        close_database()


def test_a_server_that_is_away_is_not_waited_for() -> None:
    engine = sa.create_engine("postgresql+psycopg://postgres@127.0.0.1:9/x")
    with pytest.raises(sa.exc.OperationalError) as told:
        engine.connect()
    assert not is_crowded(told.value)


def test_the_driver_warns_of_no_connection_that_a_thread_opens_too_late(_postgres) -> None:
    engine = sa.create_engine(_postgres.emptied())
    engine.connect().close()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        del engine
        gc.collect()
    assert not told
