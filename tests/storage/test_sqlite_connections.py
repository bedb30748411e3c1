"""A connection that was lent is ready for the next transaction, and is still SQLAlchemy's to give and to close."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from backend.storage.sqlite_connections import LocalPool, file_identity, prepare_connection


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sa.Engine]:
    arguments = {"check_same_thread": False, "timeout": 0.1}
    options: dict[str, Any] = {"pool_size": 1, "max_overflow": 1, "pool_timeout": 0.2, "connect_args": arguments}
    made = sa.create_engine(f"sqlite:///{tmp_path / 'file.sqlite3'}", poolclass=LocalPool, **options)
    sa.event.listen(made, "connect", lambda connection, record: prepare_connection(connection, 1))
    with made.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE numbers (number INTEGER)")
    yield made
    made.dispose()


@pytest.fixture
def pool(engine: sa.Engine) -> LocalPool:
    assert isinstance(engine.pool, LocalPool)
    return engine.pool


def _numbers(engine: sa.Engine) -> list[int]:
    with engine.connect() as connection:
        return list(connection.exec_driver_sql("SELECT number FROM numbers").scalars())


def test_the_connection_used_last_is_lent_again_and_counts_as_free(pool: LocalPool) -> None:
    first, second = pool.lend("BEGIN"), pool.lend("BEGIN")
    assert pool.checkedout() == 2
    pool.take_back(second, commit=True)
    pool.take_back(first, commit=True)
    assert pool.checkedout() == 0
    assert pool.lend("BEGIN") is first
    pool.take_back(first, commit=True)


@pytest.mark.parametrize("by_sqlalchemy", [False, True])
def test_a_transaction_is_committed_or_rolled_back(engine: sa.Engine, pool: LocalPool, by_sqlalchemy: bool) -> None:
    for number, commit in ((1, True), (2, False), (3, True)):
        lent = pool.lend("BEGIN IMMEDIATE")
        insert = f"INSERT INTO numbers VALUES ({number})"
        if by_sqlalchemy:
            lent.by_sqlalchemy(engine).exec_driver_sql(insert)
        else:
            lent.driver.execute(insert)
        pool.take_back(lent, commit=commit)
    assert _numbers(engine) == [1, 3]


def test_sqlalchemy_gets_a_connection_that_is_ready(engine: sa.Engine, pool: LocalPool) -> None:
    for lent in (pool.lend("BEGIN"), pool.lend("BEGIN")):
        pool.take_back(lent, commit=True)
    with engine.connect(), engine.connect():
        assert pool.checkedout() == 2
    assert pool.checkedout() == 0


def test_who_waits_gets_the_next_connection_and_otherwise_an_error(pool: LocalPool) -> None:
    out = [pool.lend("BEGIN"), pool.lend("BEGIN")]
    with pytest.raises(sa.exc.TimeoutError):
        pool.lend("BEGIN")
    back = threading.Timer(0.05, pool.take_back, [out.pop()], {"commit": True})
    back.start()
    out.append(pool.lend("BEGIN"))
    back.join()
    for lent in out:
        pool.take_back(lent, commit=True)
    assert pool.checkedout() == 0


def test_a_refused_begin_keeps_no_connection(pool: LocalPool) -> None:
    writer = pool.lend("BEGIN IMMEDIATE")
    with pytest.raises(sa.exc.OperationalError):
        pool.lend("BEGIN IMMEDIATE")
    assert pool.checkedout() == 1
    pool.take_back(writer, commit=False)


def test_disposing_closes_what_is_ready(engine: sa.Engine, pool: LocalPool) -> None:
    lent = pool.lend("BEGIN")
    pool.take_back(lent, commit=True)
    engine.dispose()
    with pytest.raises(Exception, match="closed"):
        lent.driver.execute("SELECT 1")
    assert engine.pool is not pool and isinstance(engine.pool, LocalPool)


def test_a_file_is_known_by_device_and_inode(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    (tmp_path / "b").touch()
    assert (
        file_identity(str(tmp_path / "a")) == file_identity(str(tmp_path / "a")) != file_identity(str(tmp_path / "b"))
    )
    assert file_identity(str(tmp_path / "c")) is None
