"""A caller of `/v1` on a server that searches and has a model."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client


@pytest.fixture
def modelled(make, searxng, model):
    settings = {"WRITER_BASE_URL": model.url, "WRITER_API_KEY": "k", "WRITER_MODEL": "w", "ALLOWED_MODELS": "big"}
    return Client(make(WRITER="research", SEARXNG_URL=searxng.url, **settings))
