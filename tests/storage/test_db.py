from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path

import pytest
import sqlalchemy as sa
from flask import Flask

from backend.errors import Busy, NotFound
from backend.kernel.exchange import ChatReply
from backend.storage import db as database
from backend.storage import messages, model_calls, sessions, users
from backend.storage.db import (
    db,
    execute,
    init_database,
    insert_rows,
    is_ready,
    new_id,
    newest_revision,
    reading,
    transaction,
)
from backend.storage.library_tables import terms
from backend.storage.tables import users as users_table
from tests.storage.conftest import NOW, World

ROOT = Path(__file__).parents[2]


def _out() -> int:
    return db.engine.pool.checkedout()  # type: ignore[attr-defined]


def test_a_connection_is_held_inside_and_only_there(world: World) -> None:
    for way_in in (reading, transaction):
        assert _out() == 0
        with way_in():
            sessions.get(world.user.id, world.session.id)
            assert _out() == 1
        assert _out() == 0
        with pytest.raises(ZeroDivisionError), way_in():
            raise ZeroDivisionError
        assert _out() == 0


def test_an_error_rolls_all_back(world: World) -> None:
    with pytest.raises(ZeroDivisionError), transaction():
        messages.add(world.session.id, "user", "lost", NOW)
        raise ZeroDivisionError
    with reading():
        assert not messages.history(world.session.id)


def test_a_row_whose_session_went_meanwhile_is_not_found(world: World) -> None:
    with pytest.raises(NotFound), transaction():
        model_calls.record_call(new_id(), None, "stage1", ChatReply("", "p", "m"), NOW)
    with pytest.raises(sa.exc.IntegrityError), transaction():  # any other law that is broken is our own mistake
        execute(users_table.insert(), {"id": new_id()})


def test_a_return_from_inside_commits(world: World) -> None:
    def add() -> str:
        with transaction():
            return messages.add(world.session.id, "user", "kept", NOW).id

    message_id = add()
    with reading():
        assert messages.get(message_id).content == "kept"


@pytest.mark.parametrize("outer", [reading, transaction])
@pytest.mark.parametrize("inner", [reading, transaction])
def test_nesting_is_refused_and_harms_nothing(world: World, outer: Callable, inner: Callable) -> None:
    with outer():
        with pytest.raises(RuntimeError, match="don't nest"), inner():
            pytest.fail("entered")
        sessions.get(world.user.id, world.session.id)


def test_rows_that_are_poured_in_are_rows_like_others(world: World) -> None:
    made = [(world.user.id, f"t\\{number}\t", number) for number in range(3_000)]
    columns = ("user_id", "term", "works")
    with transaction():
        insert_rows(terms, columns, made)
        insert_rows(terms, columns, [])
    with reading():
        assert sorted(map(tuple, execute(sa.select(terms))), key=lambda row: row[2]) == made
        with pytest.raises(RuntimeError, match="this statement writes"):
            insert_rows(terms, columns, made)
    with pytest.raises(NotFound), transaction():
        insert_rows(terms, columns, [(new_id(), "term", 1)])
    with pytest.raises(sa.exc.IntegrityError), transaction():
        insert_rows(terms, columns, made[:1])


def test_functions_outside_and_writes_inside_reading_say_so(world: World) -> None:
    with pytest.raises(RuntimeError, match="outside of transaction"):
        sessions.get(world.user.id, world.session.id)
    with reading(), pytest.raises(RuntimeError, match="this statement writes"):
        messages.add(world.session.id, "user", "x", NOW)


def test_a_transaction_stays_in_its_thread(world: World) -> None:
    caught: list[str] = []

    def meddle() -> None:
        try:
            sessions.get(world.user.id, world.session.id)
        except RuntimeError as error:
            caught.append(str(error))

    with reading():
        thread = threading.Thread(target=copy_context().run, args=(meddle,))
        thread.start()
        thread.join()
    assert caught == ["a transaction belongs to the thread that opened it"]


def test_reading_sees_one_moment(world: World) -> None:
    def write() -> None:
        with world.app.app_context(), transaction():
            messages.add(world.session.id, "user", "meanwhile", NOW)

    with reading():
        assert not messages.history(world.session.id)
        thread = threading.Thread(target=write)
        thread.start()
        thread.join()
        assert not messages.history(world.session.id)
    with reading():
        assert len(messages.history(world.session.id)) == 1


def test_writers_who_wait_too_long_are_told_that_it_is_busy(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind another thread's write: SQLite's queue is ours, PostgreSQL's the row's lock."""
    monkeypatch.setattr(database, "LOCK_WAIT", 0.2)
    caught: list[BaseException] = []

    def wait() -> None:
        with world.app.app_context():
            try:
                with transaction():
                    if db.engine.dialect.name == "postgresql":
                        execute(sa.text("SET LOCAL lock_timeout = '200ms'"))
                    sessions.touch(world.session.id, NOW)
            except Busy as error:
                caught.append(error)

    with transaction():
        sessions.touch(world.session.id, NOW)
        thread = threading.Thread(target=wait)
        thread.start()
        thread.join()
    assert [type(error) for error in caught] == [Busy] and caught[0].retry_after is not None  # type: ignore[attr-defined]


def test_another_process_holding_the_file_is_busy_too(
    sqlite_url: str, make_app: Callable[[str], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "LOCK_WAIT", 0.1)
    app = make_app(sqlite_url)
    holder = sa.create_engine(sqlite_url, poolclass=sa.NullPool)
    with holder.connect() as connection:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
        with app.app_context(), pytest.raises(Busy), transaction():
            pytest.fail("entered")
        connection.exec_driver_sql("ROLLBACK")


def test_a_server_that_is_away_is_busy_and_not_ready(tmp_path: Path, make_app: Callable[[str], Flask]) -> None:
    pytest.importorskip("psycopg")
    app = make_app(f"postgresql+psycopg://postgres@/none?host={tmp_path}")
    with app.app_context():
        assert not is_ready()
        with pytest.raises(Busy), reading():
            pytest.fail("entered")


def test_sqlite_keeps_what_it_promises(sqlite_url: str, make_app: Callable[[str], Flask]) -> None:
    app = make_app(sqlite_url)
    wanted = {"journal_mode": "wal", "synchronous": 1, "foreign_keys": 1, "busy_timeout": 10_000}
    with app.app_context(), reading():
        assert {name: execute(sa.text(f"PRAGMA {name}")).scalar_one() for name in wanted} == wanted


def test_a_row_without_its_parent_is_impossible(world: World) -> None:
    with pytest.raises(NotFound), transaction():
        sessions.create("00000000-0000-0000-0000-000000000000", None, NOW)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:", "mysql://x/y"])
def test_databases_that_cant_work_are_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"memory|not supported"):
        init_database(Flask(__name__), url)


def test_ready_means_migrated(database_url: str, make_app: Callable[[str], Flask]) -> None:
    app = make_app(database_url)
    with app.app_context():
        assert is_ready()
        with transaction():
            execute(sa.text("UPDATE alembic_version SET version_num = '0000'"))
        assert not is_ready()
        with transaction():
            execute(sa.text("UPDATE alembic_version SET version_num = :now"), {"now": newest_revision()})
        assert is_ready()


def test_a_newer_database_that_only_added_something_keeps_this_program_ready(
    database_url: str, make_app: Callable[[str], Flask]
) -> None:
    def at(version: str, oldest: str) -> bool:
        with transaction():
            execute(sa.text("UPDATE alembic_version SET version_num = :version"), {"version": version})
            execute(sa.text("UPDATE schema_support SET oldest = :oldest"), {"oldest": oldest})
        return is_ready()

    with make_app(database_url).app_context():
        assert at("9998", newest_revision()), "what came later only adds"
        assert not at("9999", "9999"), "what came later needs a later program"
        assert not at("0001", "0001"), "an older database has to be migrated first"
        assert at(newest_revision(), "0012")


def test_not_ready_where_the_file_is_not_the_one_that_was_opened(
    tmp_path: Path, sqlite_url: str, make_app: Callable[[str], Flask]
) -> None:
    """SQLite itself would go on: connections write where nobody will read."""
    file, aside = Path(str(sa.make_url(sqlite_url).database)), tmp_path / "aside.sqlite3"
    with make_app(sqlite_url).app_context():
        assert is_ready()
        file.rename(aside)
        assert not is_ready() and not is_ready()
        shutil.copy(aside, file)
        assert not is_ready(), "another file of the same name"
        aside.replace(file)
        assert is_ready()


def test_not_ready_without_tables(empty_database_url: str, make_app: Callable[[str], Flask]) -> None:
    with make_app(empty_database_url).app_context():
        assert not is_ready()


def test_many_threads_write_and_none_is_lost(world: World) -> None:
    def work(number: int) -> None:
        with world.app.app_context():
            for _ in range(10):
                with transaction():
                    messages.add(world.session.id, "user", str(number), NOW)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading():
        assert [each.number for each in messages.history(world.session.id)] == list(range(1, 121))
    assert _out() == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_child_uses_connections_of_its_own(world: World) -> None:
    """As gunicorn does it: the parent has talked to the database before."""
    with reading():
        pass
    child = os.fork()
    if child == 0:
        code = 1
        try:
            with transaction():
                users.create("child@example.org", None, "hash", NOW)
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    with reading():
        assert users.by_email("child@example.org") is not None
        assert execute(sa.select(sa.func.count()).select_from(users_table)).scalar_one() == 2
