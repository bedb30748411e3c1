"""The server is killed and comes back: what was typed is saved then, and what was said can be sent again.

It takes as long as starting a real server twice.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx2
import pytest

from tests import warm
from tests.page.browser import Tab
from tests.page.writer import Writer
from tests.ports import free_port
from tests.waiting import until

PAPER = "# Tides\n\nIt rose.\n"


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[[], tuple[warm.Process, str]]]:
    """Starts `coscribe serve`, each time on the same port and data."""
    port = free_port()
    settings = {"PORT": str(port), "DATA_DIR": str(tmp_path), "WRITER": "extractive", "LOG_LEVEL": "ERROR"}
    environ = {**os.environ, **{f"COSCRIBE_{name}": value for name, value in settings.items()}}
    address, started = f"http://127.0.0.1:{port}", []

    def alive() -> bool | None:
        try:
            return httpx2.get(f"{address}/healthz", trust_env=False).status_code == 200 or None
        except httpx2.TransportError:
            return None

    def serve() -> tuple[warm.Process, str]:
        started.append(warm.start("backend.cli", "serve", environ=environ))
        until(alive)
        return started[-1], address

    yield serve
    for each in started:
        if each.poll() is None:
            os.killpg(each.pid, signal.SIGKILL)
            each.wait()


def test_nothing_typed_or_said_is_lost(start: Callable[[], tuple[warm.Process, str]], tab: Tab) -> None:
    server, address = start()
    writer = Writer(tab, address)
    writer.begin(PAPER)
    os.killpg(server.pid, signal.SIGKILL)
    server.wait()
    tab.focus(".cm-content")
    tab.press("Control+End")
    tab.type("Typed while it was dead.")
    tab.see("Not saved: the server cannot be reached")
    writer.say("What does it say about tides?")
    tab.see("The server cannot be reached. Nothing is lost")
    tab.wait("document.querySelector('.composer textarea').value === 'What does it say about tides?'")
    start()
    tab.see("Saved · revision 2")
    assert writer.text() == f"{PAPER}Typed while it was dead."
    tab.focus(".composer textarea")
    tab.press("Control+Enter")
    tab.wait("document.querySelector('.message.assistant') !== null && document.querySelector('.run') === null")
    roles = [each["role"] for each in writer.call("GET", f"/api/sessions/{writer.session}/messages")["items"]]
    assert roles == ["user", "assistant"]
