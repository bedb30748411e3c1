"""What is refused without Flask reads as Flask's own refusals do, and is logged and counted like them."""

from __future__ import annotations

import json
import logging

import pytest

from backend.api.metrics import REQUESTS
from backend.api.refusals import RETRY_AFTER
from backend.errors import Busy
from tests.api.test_errors import is_problem
from tests.api.test_structured_logs import lines

ORIGIN = "https://paper.example.org"
CALLS = [
    ("POST", "/api/chat/message", "/api/chat/message"),
    ("GET", "/api/runs/0190/events", "/api/runs/<run_id>/events"),
    ("POST", "/api/chat/no-such-call", "unknown"),
    ("POST", "/v1/chat/completions", "/v1/chat/completions"),
    ("POST", "/chat/completions", "/v1/chat/completions"),
]


def refuse_in_flask():
    raise Busy("This server is at its limit of concurrent requests. Try again in a moment.", retry_after=RETRY_AFTER)


def counted(method, route):
    return REQUESTS.labels(method, route, "503")._value.get()


@pytest.mark.parametrize("origin", [None, ORIGIN, "https://other.example.org"])
@pytest.mark.parametrize(("method", "path", "route"), CALLS)
def test_a_refusal_is_the_same_as_flasks(make, caplog, method, path, route, origin):
    app = make(CORS_ORIGINS=f"{ORIGIN},https://second.example.org")
    app.before_request_funcs[None].insert(1, refuse_in_flask)  # behind the one that gives the id
    admission = app.wsgi_app
    headers = {"X-Request-Id": "mine", **({"Origin": origin} if origin else {})}
    said = []
    with caplog.at_level(logging.INFO, "backend.api.structured_logs"):
        for most in (admission._most, 0):
            admission._most = most
            before = counted(method, route)
            answer = app.test_client().open(path, method=method, json={}, headers=headers)
            told = lines(caplog, app)[-1]
            said.append((answer.status_code, dict(answer.headers), answer.data, told["status"]))
            assert told["route"] == route and counted(method, route) == before + 1
    assert said[0] == said[1]
    told = said[1][1]
    assert told["Retry-After"] == "1" and told["X-Request-Id"] == "mine"
    if origin is not None:
        assert (told.get("Access-Control-Allow-Origin") == origin) is (origin == ORIGIN)


def test_a_refusal_has_the_form_of_its_door(app):
    app.wsgi_app._most = 0
    client = app.test_client()
    assert is_problem(client.post("/api/research", json={}), 503)["instance"] == "/api/research"
    answer = client.post("/chat/completions", json={})
    assert answer.status_code == 503 and json.loads(answer.data)["error"]["type"] == "busy"
