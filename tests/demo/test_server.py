"""The demonstration's server: keyless whatever the environment says, on loopback, gone afterwards."""

from __future__ import annotations

import httpx2
import pytest

from backend.demo.server import serving


def test_it_answers_without_a_key_and_goes(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COSCRIBE_WRITER", "perplexity")
    monkeypatch.setenv("PERPLEXITY_API_KEY", "k")
    with httpx2.Client(trust_env=False, timeout=30) as client:
        with serving() as url:
            assert url.startswith("http://127.0.0.1:")
            assert client.get(f"{url}/healthz").status_code == 200
            account = {"email": "ada@example.org", "password": "a quiet long phrase"}
            assert client.post(f"{url}/api/auth/register", json=account).status_code == 201
        with pytest.raises(httpx2.ConnectError):
            client.get(f"{url}/healthz")
