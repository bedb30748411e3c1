"""The operator's commands are found by the names they are called by."""

from __future__ import annotations

from backend.administration.command_registry import COMMANDS
from tests.command_line import run


def test_every_command_says_what_it_does(environ):
    for name in COMMANDS:
        told = run(environ, name, "--help")
        assert told.exit_code == 0 and told.output.startswith(f"Usage: main {name}")
