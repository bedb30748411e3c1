"""A client, and the servers that it asks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from backend.net import address_guard
from backend.net.http import Http
from tests.connectors.web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as server:
        yield server


@pytest.fixture
def http() -> Iterator[Http]:
    client = Http("me@example.org", version="1.2")
    yield client
    client.close()


@pytest.fixture
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Loopback is public: for what can only be shown where no address is refused."""
    monkeypatch.setattr(address_guard, "_REFUSED", ())
