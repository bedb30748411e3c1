"""A server with `/v1`, the services that it searches, and callers."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client
from tests.searxng_stand_in import SearxngStandIn
from tests.sonar_stand_in import SonarStandIn


@pytest.fixture
def searxng():
    with SearxngStandIn() as web:
        yield web


@pytest.fixture
def keyless(make, searxng):
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url))


@pytest.fixture
def model():
    with SonarStandIn(key="k", strict=False) as server:
        yield server


@pytest.fixture
def modelled(make, searxng, model):
    settings = {"WRITER_BASE_URL": model.url, "WRITER_API_KEY": "k", "WRITER_MODEL": "w", "ALLOWED_MODELS": "big"}
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url, **settings))
