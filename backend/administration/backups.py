"""Define `coscribe backup` and `coscribe restore`."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click
from flask import current_app

from backend.administration.prepared_app import fail, opened_ports


@click.command(short_help="Back up all data to a file while the server runs.")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def backup(file: Path) -> None:
    """Write the database and all files to FILE while the server runs. FILE contains everybody's texts, so store it
    safely.
    """
    from backend.services import backup as service

    if file.exists():
        fail(f"Nothing was written: {file} already exists. Choose another name.")
    part = file.with_name(f"{file.name}.part")
    with opened_ports() as ports:
        try:
            with open(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as target:
                contents = service.back_up(ports, target)
                target.flush()
                os.fsync(target.fileno())
            os.replace(part, file)
        except OSError as error:
            fail(f"Nothing was written: {file} can't be created ({error.strerror}).")
        finally:
            part.unlink(missing_ok=True)
    click.echo(f"Written: {file} ({contents.rows} rows, {contents.files} files)")


@click.command(short_help="Restore a backup.")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--replace", is_flag=True, help="delete all rows of the database first, and rename the present folders of files"
)
def restore(file: Path, replace: bool) -> None:
    """Restore the backup FILE into an empty database and data folder. Stop the server first.

    FILE may come from SQLite or PostgreSQL, and from an earlier version of Coscribe.
    """
    from backend.services import backup as service
    from backend.storage.migration import migrate_database

    with opened_ports() as ports, file.open("rb") as source:
        app = current_app._get_current_object()  # type: ignore[attr-defined]
        try:
            contents = service.restore(ports, source, partial(migrate_database, app), replace)
        except OSError as error:
            fail(f"The backup was not restored: {error.strerror or error}. What was here before is still here.")
    click.echo(f"Restored: {contents.rows} rows, {contents.files} files")
