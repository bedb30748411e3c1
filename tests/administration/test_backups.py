"""`coscribe backup` and `coscribe restore`, run as an operator runs them."""

from __future__ import annotations

from backend.administration.prepared_app import FAILED
from backend.bootstrap import create_app
from tests.command_line import environment, run


def test_a_backup_is_put_back_on_an_empty_machine(environ, tmp_path):
    run(environ, "users", "create", "ada@example.org", "--password-stdin", input="a quiet long phrase\n")
    create_app(environ=environ)  # a server makes the key that signs tokens
    file = tmp_path / "kept.zip"
    assert "1 files" in run(environ, "backup", str(file)).output, "the key"
    assert file.stat().st_mode & 0o077 == 0
    again = run(environ, "backup", str(file))
    assert again.exit_code == FAILED and "already" in again.output
    other = environment(tmp_path / "other")
    assert run(other, "restore", str(file)).exit_code == 0
    assert run(other, "users", "list").stdout.startswith("ada@example.org")
    assert (tmp_path / "other/secret_key").read_bytes() == (tmp_path / "data/secret_key").read_bytes()
    refused = run(other, "restore", str(file))
    assert refused.exit_code == FAILED and "nothing was changed" in refused.output
    assert run(other, "restore", str(file), "--replace").exit_code == 0


def test_a_file_that_is_no_backup_is_said_in_a_line(environ, tmp_path):
    file = tmp_path / "text.zip"
    file.write_text("no archive")
    told = run(environ, "restore", str(file))
    assert told.exit_code == FAILED and "is not a backup" in told.output and "Traceback" not in told.output
