"""Every answer has the safety headers; pages of other origins get theirs only where the operator names the origin."""

from __future__ import annotations

import pytest


def test_every_answer_carries_the_safety_headers(somebody):
    for answer in (somebody.call("GET", "/api/sessions"), somebody.http.get("/healthz"), somebody.http.get("/nothing")):
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert somebody.call("GET", "/api/sessions").headers["Cache-Control"] == "no-store"


ORIGIN = {"Origin": "https://app.example.org"}
ASKED = ORIGIN | {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "authorization,if-match"}


def test_cors_is_closed_by_default(http):
    for answer in (http.options("/api/sessions", headers=ASKED), http.get("/api/sessions", headers=ORIGIN)):
        assert not [name for name in dict(answer.headers) if name.startswith("Access-Control")]


def test_cors_opens_for_the_named_origins_only_and_names_the_headers(make):
    http = make(CORS_ORIGINS="https://app.example.org http://localhost:5173").test_client()
    asked = http.options("/api/sessions", headers=ASKED)
    assert asked.status_code == 200
    assert asked.headers["Access-Control-Allow-Origin"] == ORIGIN["Origin"]
    allowed = {each.strip().lower() for each in asked.headers["Access-Control-Allow-Headers"].split(",")}
    assert {"authorization", "if-match"} <= allowed
    refused = http.get("/api/sessions", headers=ORIGIN)
    assert refused.status_code == 401 and refused.headers["Access-Control-Allow-Origin"] == ORIGIN["Origin"]
    exposed = {each.strip() for each in refused.headers["Access-Control-Expose-Headers"].split(",")}
    assert {"ETag", "X-Run-Id", "Retry-After"} <= exposed
    assert "Access-Control-Allow-Credentials" not in refused.headers
    for other in ("https://evil.example.org", "https://app.example.org.evil.net", "null"):
        assert "Access-Control-Allow-Origin" not in http.get("/api/sessions", headers={"Origin": other}).headers


@pytest.mark.parametrize("header", ["Authorization", "If-Match", "Idempotency-Key", "Last-Event-ID", "Content-Type"])
def test_each_header_of_the_contract_may_be_sent(make, header):
    http = make(CORS_ORIGINS="https://app.example.org").test_client()
    answer = http.options("/api/chat/message", headers=ASKED | {"Access-Control-Request-Headers": header})
    assert header.lower() in answer.headers["Access-Control-Allow-Headers"].lower()
