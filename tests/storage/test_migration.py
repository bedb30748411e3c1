from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask

from backend.storage import library_passages, library_tables, library_works, revisions, sessions, tables, users
from backend.storage.db import db, execute, is_ready, newest_revision, reading, transaction
from backend.storage.migration import FOLDER, migrate, migrate_database, workbench
from backend.storage.uploaded_files import Upload
from tests import warm
from tests.storage.conftest import NOW
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]


def test_the_migrations_make_exactly_the_tables(database_url: str, make_app: Callable[[str], Flask]) -> None:
    with make_app(database_url).app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "render_as_batch": True})
        assert compare_metadata(context, db.metadata) == []


def _indexes(engine: sa.Engine) -> set[tuple[str, str, bool, bool]]:
    """Of every index: table, name, is it unique, is it partial."""
    inspector = sa.inspect(engine)
    return {
        (table, str(index["name"]), bool(index["unique"]), any("where" in key for key in index["dialect_options"]))
        for table in db.metadata.tables
        for index in inspector.get_indexes(table)
        if "duplicates_constraint" not in index
    }


def test_the_indexes_are_unique_and_partial_as_the_tables_say(
    empty_database_url: str, make_app: Callable[[str], Flask]
) -> None:
    """Alembic's comparison doesn't look at an index's WHERE."""
    app = make_app(empty_database_url)
    with app.app_context():
        db.metadata.create_all(db.engine)
        wanted = _indexes(db.engine)
        db.metadata.drop_all(db.engine)
    migrate_database(app)
    with app.app_context():
        assert _indexes(db.engine) == wanted
    assert ("runs", "uq_runs_running", True, True) in wanted


def test_there_is_one_newest_migration_and_its_file_says_so() -> None:
    assert ScriptDirectory(str(FOLDER)).get_heads() == [newest_revision()]


def test_migrating_again_changes_nothing_and_keeps_the_data(
    empty_database_url: str, make_app: Callable[[str], Flask]
) -> None:
    app = make_app(empty_database_url)
    migrate_database(app)
    with app.app_context():
        with transaction():
            user = users.create("ada@example.org", None, "hash", NOW)
        assert is_ready()
    migrate_database(app)
    with app.app_context(), transaction():
        assert users.by_id(user.id) == user
        sessions.create(user.id, None, NOW)
        if db.engine.dialect.name == "sqlite":
            assert execute(sa.text("PRAGMA foreign_keys")).scalar_one() == 1, "off only while migrating"


def test_up_and_down_and_up_again(empty_database_url: str, make_app: Callable[[str], Flask]) -> None:
    app = make_app(empty_database_url)
    migrate_database(app)
    with app.app_context():
        command.downgrade(migrate.get_config(), "base")
        assert set(sa.inspect(db.engine).get_table_names()) == {"alembic_version"}
        assert not is_ready()
    migrate_database(app)
    with app.app_context():
        assert is_ready()


def test_words_that_were_there_before_they_were_counted_are_counted(
    empty_database_url: str, make_app: Callable[[str], Flask]
) -> None:
    app = make_app(empty_database_url)
    migrate_database(app)
    with app.app_context():
        command.downgrade(migrate.get_config(), "0005")
        with transaction():
            two = [users.create(f"{name}@example.org", None, "hash", NOW).id for name in "ab"]
            for user_id, name, words in ((two[0], "a", "xy"), (two[0], "b", "y"), (two[1], "c", "z")):
                work = library_works.add(user_id, Upload(Path(name), name * 64, 1), name, NOW)
                assert work is not None
                row = {"owner": library_passages.owner_of(user_id), "work": work.number, "places": b"\0\0\1"}
                execute(library_tables.postings.insert(), [row | {"term": word} for word in words])
                execute(
                    library_tables.signatures.insert(), {"work": work.number, "embedder": "e", "bits": b"\1" * 3_000}
                )
    migrate_database(app)
    with app.app_context(), reading():
        counted = [library_passages.works_per_term(user_id, list("xyz")) for user_id in two]
        assert counted == [{"x": 1, "y": 2}, {"z": 1}]
        assert set(execute(sa.select(library_tables.signatures.c.bits)).scalars()) == {b"\1" * 3_000}


def test_a_database_of_a_later_version_is_refused(database_url: str, make_app: Callable[[str], Flask]) -> None:
    app = make_app(database_url)
    with app.app_context(), transaction():
        execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    try:
        with pytest.raises(RuntimeError, match="later"):
            migrate_database(app)
    finally:
        with app.app_context(), transaction():
            execute(sa.text("UPDATE alembic_version SET version_num = :now"), {"now": newest_revision()})


def test_a_migration_that_fails_leaves_nothing_half_done(
    empty_database_url: str, make_app: Callable[[str], Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app(empty_database_url)
    real = command.upgrade

    def upgrade_and_stumble(config: object, revision: str) -> None:
        real(config, revision)  # type: ignore[arg-type]
        raise ZeroDivisionError

    monkeypatch.setattr(command, "upgrade", upgrade_and_stumble)
    with pytest.raises(ZeroDivisionError):
        migrate_database(app)
    with app.app_context():
        assert sa.inspect(db.engine).get_table_names() == []


def test_processes_that_migrate_at_once_dont_meet(empty_database_url: str, make_app: Callable[[str], Flask]) -> None:
    command_ = [*warm.command("tests.storage.migrating"), empty_database_url]
    pipe = subprocess.PIPE
    children = [subprocess.Popen(command_, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, text=True) for _ in range(3)]
    for child in children:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("go\n")
        child.stdin.flush()
    results = [(child.communicate(timeout=PATIENCE)[1], child.returncode) for child in children]
    assert [code for _, code in results] == [0, 0, 0], results
    app = make_app(empty_database_url)
    with app.app_context():
        assert is_ready()


def test_the_migrations_are_found_from_any_folder(tmp_path: Path) -> None:
    """`coscribe serve` may be started anywhere."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from tests.storage.migrating import main; main(sys.argv[1])"
    url = f"sqlite:///{tmp_path / 'here.db'}"
    done = subprocess.run([sys.executable, "-c", code, url], cwd=tmp_path, input="go\n", capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    engine = sa.create_engine(url, poolclass=sa.NullPool)
    assert "revisions" in sa.inspect(engine).get_table_names()


def test_the_workbench_finds_nothing_to_migrate(database_url: str) -> None:
    app = workbench(database_url)
    with app.app_context():
        try:
            command.check(migrate.get_config())
        finally:
            db.engine.dispose()
    with app.app_context(), reading():
        pass
    with app.app_context():
        db.engine.dispose()


def test_revisions_are_whole_again_for_an_earlier_version(
    empty_database_url: str, make_app: Callable[[str], Flask]
) -> None:
    app = make_app(empty_database_url)
    migrate_database(app)
    texts = ["One sentence. " * 50 + f"{number} \ufeff\r\n研" for number in range(5)]
    with app.app_context():
        with transaction():
            session = sessions.create(users.create("a@example.org", None, "hash", NOW).id, None, NOW)
            for number, text in enumerate(texts):
                revisions.add(session.id, number, text, "edited", NOW)
        command.downgrade(migrate.get_config(), "0007")
        c = tables.revisions.c
        with reading():
            stored = execute(sa.select(c.content).where(c.number > 0).order_by(c.number)).scalars().all()
            assert stored == texts
    migrate_database(app)
    with app.app_context(), reading():
        assert [revisions.get(session.id, number + 1).content for number in range(5)] == texts
