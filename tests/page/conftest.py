"""A server and a browser for the tests of the page. Without a Chromium they skip, and say so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from backend.bootstrap import create_app, prepare
from tests.closing import close_app
from tests.live import serving
from tests.page import browser as driver
from tests.page.browser import Browser, Tab
from tests.page.writer import Writer
from tests.sonar_stand_in import SonarStandIn


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser for all tests; each tab has a profile of its own."""
    if driver.program() is None:
        pytest.skip("no Chromium is installed")
    with driver.open_browser() as made:
        yield made


@pytest.fixture
def tab(browser: Browser) -> Iterator[Tab]:
    """A tab in a new profile. A test that leaves faults in its console fails."""
    made = browser.tab()
    yield made
    faults = made.faults
    made.close()
    assert faults == []


@pytest.fixture
def settings(tmp_path: Path, sqlite_url: str) -> dict[str, str]:
    """A keyless server with an empty data folder; tests that need another override this fixture."""
    chosen = {"WRITER": "extractive", "PLACER": "rules", "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off"}
    return chosen | {"DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": sqlite_url, "LOG_LEVEL": "ERROR"}


@pytest.fixture
def sonar() -> Iterator[SonarStandIn]:
    """A model on loopback, for tests whose `settings` are `modelled` with it."""
    with SonarStandIn() as server:
        yield server


@pytest.fixture
def modelled(settings: dict[str, str], sonar: SonarStandIn) -> dict[str, str]:
    """Settings of a server that writes with the stand-in."""
    model = {"WRITER": "perplexity", "WRITER_BASE_URL": sonar.url, "PERPLEXITY_API_KEY": sonar.key}
    return settings | model | {"WRITER_TIMEOUT": "300"}


@pytest.fixture
def app(settings: dict[str, str]) -> Iterator[Flask]:
    made = create_app(environ={f"COSCRIBE_{name}": value for name, value in settings.items()})
    prepare(made)
    yield made
    close_app(made)


@pytest.fixture
def writer(app: Flask, tab: Tab) -> Iterator[Writer]:
    """Somebody at the page of a server that nobody has used yet."""
    with ExitStack() as stack:
        yield Writer(tab, stack.enter_context(serving(app)))
