"""An app for the doors' tests: keyless, on SQLite; suites that must hold on both databases ask for `both`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from backend.bootstrap import create_app, prepare
from tests.closing import close_app
from tests.searxng_stand_in import SearxngStandIn
from tests.sonar_stand_in import SonarStandIn

MakeApp = Callable[..., Flask]
PASSWORD = "a quiet long phrase"
_numbers = itertools.count(1)


class Client:
    """A signed-in caller; `call` gives the answer, whatever its status."""

    def __init__(self, app: Flask) -> None:
        self.app, self.http = app, app.test_client()
        self.email = f"somebody-{next(_numbers)}@example.org"
        made = self.http.post("/api/auth/register", json={"email": self.email, "password": PASSWORD})
        assert made.status_code == 201, made.text
        self.take(made)
        self.id = made.json["user"]["id"]

    def take(self, answer: TestResponse) -> None:
        self.access, self.refresh_token = answer.json["access_token"], answer.json["refresh_token"]

    def call(self, method: str, path: str, body: Any = None, **options: Any) -> TestResponse:
        headers = {"Authorization": f"Bearer {self.access}"} | options.pop("headers", {})
        if body is not None:
            options["json"] = body
        answer = self.http.open(path, method=method, headers=headers, **options)
        answer.request.environ["wsgi.input"].close()  # a large body lies in a temporary file, which nobody else closes
        return answer

    def session(self, title: str = "A paper") -> str:
        return self.call("POST", "/api/sessions", {"title": title}).json["id"]

    def refresh(self, token: str | None = None) -> TestResponse:
        headers = {"Authorization": f"Bearer {token or self.refresh_token}"}
        return self.http.post("/api/auth/refresh", headers=headers)


class Clock:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.ahead = timedelta()

    def __call__(self) -> datetime:
        return datetime.now(UTC) + self.ahead

    def advance(self, **by: float) -> None:
        self.ahead += timedelta(**by)


@pytest.fixture
def make(tmp_path: Path, sqlite_url: str) -> Iterator[MakeApp]:
    """Apps with settings of one's own, on a fresh SQLite database."""
    made: list[Flask] = []

    def make_one(database_url: str = sqlite_url, **settings: str) -> Flask:
        environ = {
            "DATA_DIR": str(tmp_path / "data"), "DATABASE_URL": database_url, "LOG_LEVEL": "CRITICAL",
            "WRITER": "extractive", "PLACER": "rules", "RATE_LIMIT": "off", "AUTH_RATE_LIMIT": "off",
        } | settings  # fmt: skip
        made.append(create_app(environ={f"COSCRIBE_{name}": value for name, value in environ.items()}))
        prepare(made[-1])
        return made[-1]

    yield make_one
    for app in made:
        close_app(app)


@pytest.fixture
def app(make: MakeApp) -> Flask:
    return make()


@pytest.fixture
def both(make: MakeApp, database_url: str) -> Flask:
    """The app on each database in turn."""
    return make(database_url)


@pytest.fixture
def http(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def somebody(app: Flask) -> Client:
    return Client(app)


@pytest.fixture
def searxng() -> Iterator[SearxngStandIn]:
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def keyless(make: MakeApp, searxng: SearxngStandIn) -> Client:
    """A caller of a server that searches and has no model."""
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url))


@pytest.fixture
def model() -> Iterator[SonarStandIn]:
    with SonarStandIn(key="k", strict=False) as server:
        yield server
