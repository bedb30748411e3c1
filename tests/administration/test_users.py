"""`coscribe users`, run as an operator runs it."""

from __future__ import annotations

import zipfile

from backend.administration.prepared_app import FAILED
from tests.command_line import run


def test_accounts_can_be_made_where_registration_is_closed(environ):
    environ = environ | {"COSCRIBE_REGISTRATION": "closed"}
    make = ("users", "create", "ada@example.org", "--name", "Ada", "--password-stdin")
    assert "can sign in now" in run(environ, *make, input="a quiet long phrase\n").output
    again = run(environ, *make, input="a quiet long phrase\n")
    assert again.exit_code == FAILED and "already has an account" in again.output
    short = run(environ, "users", "create", "bob@example.org", "--password-stdin", input="short\n")
    assert short.exit_code == FAILED and "password" in short.output
    asked = run(environ, "users", "create", "eve@example.org", input="another long one\nanother long one\n")
    assert asked.exit_code == 0 and "another long one" not in asked.output


def made(environ, email="ada@example.org"):
    assert run(environ, "users", "create", email, "--password-stdin", input="a quiet long phrase\n").exit_code == 0


def test_accounts_are_listed_disabled_and_removed(environ):
    made(environ)
    made(environ, "bob@example.org")
    assert "can't sign in" in run(environ, "users", "disable", "BOB@example.org").output
    ada, bob = run(environ, "users", "list").stdout.splitlines()
    assert ada.startswith("ada@example.org") and "disabled" not in ada and "disabled" in bob
    assert "again" in run(environ, "users", "enable", "bob@example.org").output
    assert run(environ, "users", "delete", "ada@example.org", input="n\n").exit_code != 0
    assert "were deleted" in run(environ, "users", "delete", "ada@example.org", "--yes").output
    assert run(environ, "users", "list").stdout.startswith("bob@example.org")
    unknown = run(environ, "users", "delete", "ada@example.org", "--yes")
    assert unknown.exit_code == FAILED and "No account" in unknown.output


def test_a_password_is_given_anew_and_a_short_one_refused(environ):
    made(environ)
    given = run(environ, "users", "password", "ada@example.org", "--password-stdin", input="another long one\n")
    assert "new password" in given.output
    short = run(environ, "users", "password", "ada@example.org", "--password-stdin", input="short\n")
    assert short.exit_code == FAILED and "password" in short.output


def test_an_export_never_overwrites_and_leaves_nothing_of_a_failure(environ, tmp_path):
    made(environ)
    file = tmp_path / "ada.zip"
    assert run(environ, "users", "export", "ada@example.org", str(file)).exit_code == 0
    assert "account.json" in zipfile.ZipFile(file).namelist() and file.stat().st_mode & 0o077 == 0
    assert run(environ, "users", "export", "ada@example.org", str(file)).exit_code == FAILED
    other = tmp_path / "eve.zip"
    assert run(environ, "users", "export", "eve@example.org", str(other)).exit_code == FAILED and not other.exists()


def test_keys_are_made_shown_once_listed_and_revoked(environ, tmp_path):
    assert run(environ, "keys", "create", "ada@example.org").exit_code == FAILED, "there is no such account"
    run(environ, "users", "create", "ada@example.org", "--password-stdin", input="a quiet long phrase\n")
    assert "has no API key" in run(environ, "keys", "list", "ada@example.org").output
    made = run(environ, "keys", "create", "ada@example.org", "--name", "notebook")
    key = made.stdout.strip()
    assert made.exit_code == 0 and key.startswith("csk_") and len(key) > 40
    (line,) = run(environ, "keys", "list", "ada@example.org").stdout.splitlines()
    assert key[:10] in line and key not in line and "notebook" in line and "used never" in line
    stored = b"".join(path.read_bytes() for path in (tmp_path / "data").glob("coscribe.sqlite3*"))
    assert key.encode() not in stored
    assert run(environ, "keys", "revoke", line.split()[0]).exit_code == 0
    assert "revoked" in run(environ, "keys", "list", "ada@example.org").output
    again = run(environ, "keys", "revoke", line.split()[0])
    assert again.exit_code == FAILED and "no valid key" in again.output
