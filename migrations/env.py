"""What Alembic runs: the migrations, on the connection `migration.migrate_database` holds or on one of our own."""

from alembic import context
from flask import current_app
from sqlalchemy.types import TypeDecorator

# naming the tables is what fills the metadata
from backend.storage import library_tables as library_tables
from backend.storage import tables as tables
from backend.storage.db import begin_sqlite, db, newest_revision


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
    """A migration says what a column is in the database: our own types may change under it."""
    return f"sa.{item.impl!r}" if kind == "type" and isinstance(item, TypeDecorator) else False


def _number(migration_context, revision, directives) -> None:
    """Number migrations 0001, 0002 …: the file names then sort as the migrations do, which `is_ready` relies on."""
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
