"""`coscribe mcp`: which transport, and what it says where the library is missing."""

from __future__ import annotations

import sys

import pytest

from backend.client.commands.mcp import mcp
from backend.client.failures import InvalidUsage


@pytest.fixture
def served(monkeypatch):
    """The transports that were run, each with its options."""
    module = pytest.importorskip("backend.client.mcp")
    calls = []

    class Server:
        def run(self, transport, **options):
            calls.append((transport, options))

    monkeypatch.setattr(module, "agents_server", lambda api: Server())
    return calls


def test_standard_input_and_output_unless_a_port_is_named(run, served):
    assert run(mcp).exit_code == 0
    assert "http://127.0.0.1:4711/mcp" in run(mcp, "--http", "4711").stderr
    assert served == [("stdio", {}), ("streamable-http", {"host": "127.0.0.1", "port": 4711})]


def test_without_the_extra_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "backend.client.mcp", None)
    monkeypatch.delattr("backend.client.mcp", raising=False)
    result = run(mcp)
    assert result.exit_code == InvalidUsage("").code and ".[mcp]" in result.stderr
