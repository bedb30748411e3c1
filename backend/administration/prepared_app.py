"""Prepare an application for a command: read the settings, migrate the database, and print errors as one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

import click

from backend.errors import CoscribeError
from backend.settings import Settings, SettingsError

if TYPE_CHECKING:
    from flask import Flask

    from backend.ports import Ports

#: Exit codes: for wrong settings, and for a command that failed.
MISCONFIGURED, FAILED = 2, 1


@contextmanager
def opened_ports() -> Iterator[Ports]:
    """Yield the `Ports` of an application whose database is migrated. If an error occurs, print it as one line, and end
    the command.
    """
    settings = read_settings()
    quiet = "WARNING" if settings.log_level == "INFO" else settings.log_level  # a person reads stderr, not a collector
    app = prepared(replace(settings, log_level=quiet))
    with app.app_context():
        try:
            yield app.extensions["coscribe"]
        except CoscribeError as error:
            fail(error.detail)


def prepared(settings: Settings, serves: bool = False) -> Flask:
    """Return an application whose database is migrated. If this fails, print the reason as one line, and exit. With
    `serves`, the application has the HTTP API. Most commands do not need the API, and building it takes 50 ms of
    processor time.
    """
    from sqlalchemy.exc import DBAPIError

    from backend.bootstrap import create_app, create_core, prepare

    try:
        app = create_app(settings) if serves else create_core(settings)
        prepare(app)
    except SettingsError as error:
        leave(error)
    except DBAPIError as error:
        fail(f"The database can't be used: {str(error.orig).strip()}. Check COSCRIBE_DATABASE_URL.")
    except (CoscribeError, RuntimeError) as error:
        fail(str(error))
    return app


def read_settings() -> Settings:
    try:
        return Settings.from_env()
    except SettingsError as error:
        leave(error)


def leave(error: SettingsError) -> NoReturn:
    for name, reason in error.problems.items():
        click.echo(f"{name}: {reason}", err=True)
    sys.exit(MISCONFIGURED)


def fail(words: str) -> NoReturn:
    click.echo(words, err=True)
    sys.exit(FAILED)
