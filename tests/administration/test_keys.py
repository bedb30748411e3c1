"""`coscribe keys`, run as an operator runs it."""

from __future__ import annotations

from backend.administration.prepared_app import FAILED
from tests.command_line import run


def test_keys_are_made_shown_once_listed_and_revoked(environ, tmp_path):
    assert run(environ, "keys", "create", "ada@example.org").exit_code == FAILED, "there is no such account"
    run(environ, "users", "create", "ada@example.org", "--password-stdin", input="a quiet long phrase\n")
    assert "has no key" in run(environ, "keys", "list", "ada@example.org").output
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
    assert again.exit_code == FAILED and "no active key" in again.output
