"""A browser, and the pages that it is sent to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from backend.connectors import chromium as module
from backend.connectors.browser import page_visit
from backend.connectors.chromium import Browser
from backend.net import address_guard
from backend.net.http import Http
from tests.connectors.chromium.visiting import SECONDS, html, works
from tests.connectors.web import Web as Server


@pytest.fixture(scope="module", autouse=True)
def _sandboxed() -> None:
    if why := works():
        pytest.skip(f"a Chromium is installed, but in this place it {why}")


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_SECONDS", SECONDS)
    monkeypatch.setattr(page_visit, "QUIET_SECONDS", 0.8)


@pytest.fixture
def _more_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages that wait by themselves: a slow machine may let them wait longer."""
    monkeypatch.setattr(page_visit, "QUIET_SECONDS", 4.0)


@pytest.fixture(autouse=True)
def _on_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """127.0.0.1 is public, everything else is as it is."""
    refusal = address_guard.refusal
    monkeypatch.setattr(address_guard, "refusal", lambda address: None if address == "127.0.0.1" else refusal(address))


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as made:
        yield made


@pytest.fixture
def http() -> Iterator[Http]:
    made = Http(version="7")
    yield made
    made.close()


@pytest.fixture
def show(server: Server, http: Http) -> Callable[..., str]:
    """The text of what a browser makes of a page with this body, at /page."""

    def shown(body: str, seconds: float = SECONDS, browser: Browser | None = None) -> str:
        server.on("/page", html(body))
        page = http.page(f"{server.url}/page", seconds=SECONDS)
        return (browser or Browser()).show(http, page, seconds).text

    return shown
