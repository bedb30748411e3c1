"""Run the migrations for Alembic, on the connection of `migration.migrate_database` or on one of our own."""

from alembic import context
from flask import current_app
from sqlalchemy.types import TypeDecorator

# importing the tables fills the metadata
from backend.storage import library_tables as library_tables
from backend.storage import tables as tables
from backend.storage.db import db, newest_revision
from backend.storage.sqlite_connections import begin_sqlite


def _run(connection) -> None:
    options = dict(current_app.extensions["migrate"].configure_args)
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_item=_render,
        process_revision_directives=_number,
        **options,
    )
    with context.begin_transaction():
        context.run_migrations()


def _render(kind, item, autogen_context):
    """Write the database's type of a column into a migration, because our own types may change later."""
    return f"sa.{item.impl!r}" if kind == "type" and isinstance(item, TypeDecorator) else False


def _number(migration_context, revision, directives) -> None:
    """Number migrations 0001, 0002 …, so that their file names sort in the same order; `is_ready` relies on this."""
    directives[0].rev_id = f"{int(newest_revision()) + 1:04}"


if context.is_offline_mode():
    raise SystemExit("Migrations run on a database: --sql is not supported.")

held = context.config.attributes.get("connection")
if held is not None:
    _run(held)
else:
    with db.engine.connect() as own, own.begin():
        if own.dialect.name == "sqlite":
            begin_sqlite(own)
        _run(own)
