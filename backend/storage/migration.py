"""Migrate the database to the newest version. This is separate from db.py because importing Alembic takes 0.3 s.

`workbench` is for writing new migrations (see CONTRIBUTING):

    flask --app "backend.storage.migration:workbench('sqlite:////tmp/coscribe.db')" db upgrade
    flask --app "backend.storage.migration:workbench('sqlite:////tmp/coscribe.db')" db migrate -m "Add personas"
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.util import CommandError
from flask import Flask
from flask_migrate import Migrate

from backend.storage.db import db, init_database, newest_revision
from backend.storage.sqlite_connections import begin_sqlite

#: The folder beside the package: in the repository, and in an installed wheel, which contains it.
FOLDER = Path(__file__).resolve().parents[2] / "migrations"

#: seconds that one process waits for another that migrates
PATIENCE = 120

#: The number of the advisory lock for migrations. No other program may use this number on this database.
_LOCK = 0x636F7363

migrate = Migrate(directory=str(FOLDER), render_as_batch=True, compare_type=True)


def migrate_database(app: Flask, version: str | None = None) -> None:
    """Change the tables of the app's database to those of a version (default: the newest), completely or not at all.
    Several processes may call it at the same time.

    Raises RuntimeError if the database is newer than this program.
    """
    if "migrate" not in app.extensions:
        migrate.init_app(app, db)
    with app.app_context(), _alone(db.engine) as connection:
        config = migrate.get_config()
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, version or "head")
        except CommandError as error:
            raise RuntimeError(
                f"the database could not be migrated to version {newest_revision()}, and was not changed. "
                f"It may be of a later version of Coscribe; install that version. ({error})"
            ) from error


def workbench(url: str) -> Flask:
    """Return an app with only a database, as the command `flask db` needs it."""
    app = Flask(__name__)
    init_database(app, url)
    migrate.init_app(app, db)
    return app


@contextmanager
def _alone(engine: sa.Engine) -> Iterator[sa.Connection]:
    """Open a transaction during which no other process can migrate the database."""
    if engine.dialect.name == "sqlite":
        with engine.connect() as connection:
            # SQLite alters a table by building it anew; dropping the old one must not cascade to its children.
            # The switch works outside of a transaction only.
            driver = connection.connection.dbapi_connection
            assert driver is not None
            driver.execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")
            driver.execute("PRAGMA foreign_keys=OFF")
            try:
                with connection.begin():
                    begin_sqlite(connection)
                    yield connection
                    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
                    if broken is not None:
                        raise RuntimeError(
                            f"the migration would leave rows that refer to missing rows: {tuple(broken)}"
                        )
            finally:
                connection.invalidate()  # so that no connection of the pool ignores foreign keys
        return
    with engine.connect() as connection, connection.begin():
        connection.execute(sa.text(f"SET LOCAL lock_timeout = '{PATIENCE}s'"))
        connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        yield connection
