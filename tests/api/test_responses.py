"""How answers leave: by what the caller prefers, with their ETag."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from flask import Flask

from backend.api import responses
from backend.document.revision import Revision


@pytest.fixture
def bare_app():
    return Flask(__name__)


def revision(content):
    known = {"number": 3, "cause": "approved", "created_at": datetime(2026, 1, 2, tzinfo=UTC), "content": content}
    names = Revision.__dataclass_fields__
    return Revision(**{name: known.get(name) for name in names})


@pytest.mark.parametrize(
    ("accept", "markdown"),
    [
        ("", False),
        ("*/*", False),
        ("application/json", False),
        ("text/markdown", True),
        ("text/markdown; charset=utf-8", True),
        ("text/markdown;variant=GFM, application/json;q=0.5", True),
        ("application/json, text/markdown;q=0.9", False),
        ("text/html", False),
    ],
)
def test_markdown_is_for_those_who_would_rather_have_it(bare_app, accept, markdown):
    with bare_app.test_request_context(headers={"Accept": accept}):
        answer = responses.document("s", revision("# É"))
        assert responses.prefers("text/markdown") is markdown
    assert (answer.headers["ETag"], answer.headers["Vary"]) == ('"3"', "Accept")
    if markdown:
        assert (answer.data, answer.content_type) == ("# É".encode(), "text/markdown; charset=utf-8")
    else:
        assert answer.json == {"session_id": "s", "revision": 3, "content": "# É"}


def test_what_changes_a_document_answers_in_json_whatever_is_preferred(bare_app):
    with bare_app.test_request_context(method="PUT", headers={"Accept": "text/markdown"}):
        assert responses.document("s", revision("")).json["content"] == ""


def test_the_run_and_the_revision_are_told_in_headers_too(bare_app):
    with bare_app.test_request_context():
        full = responses.ready({"meta": {"run_id": "r"}, "revision": 4})
        bare = responses.ready({"a": 1})
    assert (full.headers["X-Run-Id"], full.headers["ETag"]) == ("r", '"4"')
    assert "X-Run-Id" not in bare.headers and "ETag" not in bare.headers


def test_a_short_text_in_pieces_is_sent_as_a_whole(bare_app):
    with bare_app.test_request_context():
        answer = responses.written(iter(['{"a":', '"é"', "}\n"]))
    assert (answer.content_type, answer.json, answer.content_length) == ("application/json", {"a": "é"}, 11)
    assert not answer.is_streamed


def test_a_long_text_is_sent_while_it_is_written(bare_app):
    asked = []

    def pieces():
        yield "["
        for number in range(200_000):
            asked.append(number)
            yield f"{',' if number else ''}{number}"
        yield "]"

    with bare_app.test_request_context():
        answer = responses.written(pieces())
        assert answer.is_streamed and answer.content_length is None and len(asked) < 150_000
        parts = list(answer.iter_encoded())
    assert json.loads(b"".join(parts)) == list(range(200_000))
    assert len(parts) < 10


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


def test_an_answer_without_a_body_has_no_type(somebody):
    answer = somebody.call("DELETE", f"/api/sessions/{somebody.session()}")
    assert answer.status_code == 204 and "Content-Type" not in answer.headers
