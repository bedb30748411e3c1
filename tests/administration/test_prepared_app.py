"""An application for a command: what is wrong is said in a line."""

from __future__ import annotations

import socket

from backend.administration.prepared_app import FAILED, MISCONFIGURED
from tests.command_line import run


def test_a_database_that_is_away_is_said_in_a_line(environ):
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        url = f"postgresql+psycopg://ada:s3cret@127.0.0.1:{nobody.getsockname()[1]}/none"
        told = run(environ | {"COSCRIBE_DATABASE_URL": url}, "serve")
    assert told.exit_code == FAILED and "database can't be used" in told.output
    assert "s3cret" not in told.output and "Traceback" not in told.output


def test_a_setting_that_cannot_be_used_is_named(environ):
    told = run(environ | {"COSCRIBE_TOP_K": "none"}, "keys", "list", "ada@example.org")
    assert told.exit_code == MISCONFIGURED and "COSCRIBE_TOP_K" in told.output
