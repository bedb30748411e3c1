"""A lenient chat server for one test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.sonar_stand_in import SonarStandIn


@pytest.fixture
def server() -> Iterator[SonarStandIn]:
    with SonarStandIn(strict=False) as server:
        yield server
