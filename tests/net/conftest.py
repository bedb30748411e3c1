"""A strict Sonar, and a lenient server, each for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sonar_stand_in import SonarStandIn


@pytest.fixture
def sonar() -> Iterator[SonarStandIn]:
    with SonarStandIn() as server:
        yield server


@pytest.fixture
def server() -> Iterator[SonarStandIn]:
    with SonarStandIn(strict=False) as server:
        yield server
