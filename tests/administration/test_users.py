"""`coscribe users`, run as an operator runs it."""

from __future__ import annotations

from backend.administration.prepared_app import FAILED
from tests.command_line import run


def test_accounts_can_be_made_where_registration_is_closed(environ):
    environ = environ | {"COSCRIBE_REGISTRATION": "closed"}
    make = ("users", "create", "ada@example.org", "--name", "Ada", "--password-stdin")
    assert "can sign in now" in run(environ, *make, input="a quiet long phrase\n").output
    again = run(environ, *make, input="a quiet long phrase\n")
    assert again.exit_code == FAILED and "taken" in again.output
    short = run(environ, "users", "create", "bob@example.org", "--password-stdin", input="short\n")
    assert short.exit_code == FAILED and "password" in short.output
    asked = run(environ, "users", "create", "eve@example.org", input="another long one\nanother long one\n")
    assert asked.exit_code == 0 and "another long one" not in asked.output
