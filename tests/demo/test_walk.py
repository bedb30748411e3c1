"""The walk of the demonstration: every step is carried out on a real server, and the document ends as it began."""

from __future__ import annotations

from io import StringIO

import httpx2
import pytest
from rich.console import Console

from backend.demo.walk import Walk, run, serving


def test_a_refusal_ends_the_walk_with_its_words():
    with serving() as url, httpx2.Client(base_url=url, trust_env=False, timeout=30) as client:
        walk = Walk(client, Console(file=StringIO()))
        with pytest.raises(SystemExit, match="GET /api/sessions: 401"):
            walk.call("GET", "/api/sessions")


def test_a_researcher_signs_up_and_has_an_empty_session():
    with serving() as url, httpx2.Client(base_url=url, trust_env=False, timeout=30) as client:
        shown = StringIO()
        walk = Walk(client, Console(file=shown))
        walk.sign_up()
        assert walk.call("GET", f"/api/sessions/{walk.session}")["revision"] == 0
        assert shown.getvalue().strip().startswith("1  A researcher signs up") and walk.step == 1


def test_the_walk_places_moves_rewrites_and_restores_within_80_columns():
    shown = StringIO()
    run(Console(file=shown, width=80, highlight=False))
    text = shown.getvalue()
    assert "The draft has your own words, unchanged." in text
    assert "the draft will be placed at the end of “Limitations”" in text
    assert "I kept the 3 most telling sentences" in text
    assert "the paper byte for byte: yes" in text
    assert "make serve" in text and "PERPLEXITY_API_KEY" in text
    assert max(map(len, text.splitlines())) <= 80


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
