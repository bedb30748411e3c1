"""A server that searches stand-ins."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client
from tests.api.research.asking import ids
from tests.searxng_stand_in import SearxngStandIn
from tests.sonar_stand_in import Answer, SonarStandIn


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
        server.answer = Answer(f"Heat [{ids()[0]}] and light [sx_00000000], says [{ids()[1]}].", results=())
        yield server
