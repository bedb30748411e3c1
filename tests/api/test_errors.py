"""Every refusal is a problem document, in the contract's order, and tells nothing that it should not."""

from __future__ import annotations

import errno
import io
import json
import logging
import re
import sqlite3

import pytest
from flask import Blueprint
from sqlalchemy.exc import OperationalError

from backend.api.authentication import public
from backend.api.errors import PROBLEM_TYPE
from backend.errors import Busy, Conflict, ProviderTimeout
from tests.api.conftest import Client

MEMBERS = {"type", "title", "status", "detail", "instance", "request_id", "error"}
UNKNOWN_ID = "6e9f2c1e-0000-4000-8000-000000000000"


def is_problem(answer, status):
    assert answer.status_code == status, answer.text
    assert answer.content_type == PROBLEM_TYPE
    body = json.loads(answer.data)
    assert set(body) >= MEMBERS and body["status"] == status and body["error"] == body["detail"]
    assert body["request_id"] == answer.headers["X-Request-Id"]
    assert re.fullmatch(r"urn:coscribe:problem:[a-z-]+", body["type"]) and body["title"]
    return body


def test_no_route_wrong_method_and_too_large_a_body(somebody):
    assert is_problem(somebody.http.get("/nothing/here"), 404)["instance"] == "/nothing/here"
    wrong = somebody.call("PUT", "/api/auth/login")
    assert "PUT is not allowed" in is_problem(wrong, 405)["detail"] and "POST" in wrong.headers["Allow"]
    body = b'{"title": "' + b"x" * 12_000_000 + b'"}'
    is_problem(somebody.call("POST", "/api/sessions", data=body, content_type="application/json"), 413)
    chunked = {"wsgi.input_terminated": True, "CONTENT_LENGTH": ""}
    for sent in (body, b" " * 12_000_001):
        options = {"input_stream": io.BytesIO(sent), "environ_overrides": chunked, "content_type": "application/json"}
        is_problem(somebody.call("POST", "/api/sessions", **options), 413)


@pytest.mark.parametrize(
    ("data", "content_type", "status"),
    [
        (b"{", "application/json", 400),
        (b"{'title': 1}", "application/json", 400),
        (b'{"title": NaN}', "application/json", 400),
        (b'{"title": 1} {}', "application/json", 400),
        (b'{"n": ' + b"1" * 5000 + b"}", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        ('{"title": "é"}'.encode("latin-1"), "application/json", 400),
        ('{"title": "é"}'.encode("utf-16"), "application/json", 400),
        (b'{"title": "x"}', "application/json; charset=utf-16", 400),
        (b'{"title": "\\u0000"}', "application/json", 400),
        (b'{"title": "\\ud800"}', "application/json", 400),
        (b'{"a\\udc00b": 1}', "application/json", 400),
        (b'{"title": "x"}', "text/plain", 415),
        (b'{"title": "x"}', None, 415),
        (b"title=x", "application/x-www-form-urlencoded", 415),
        (b'["title"]', "application/json", 422),
        (b'"title"', "application/json", 422),
        (b"null", "application/json", 422),
        (b'{"title": 5}', "application/json", 422),
        (b'{"title": "x"}', "application/json; charset=UTF-8", 201),
        (b'{"title": "x"}', "application/vnd.coscribe+json", 201),
        (b"\xef\xbb\xbf{}", "application/json", 201),
        (b'{"title": "\\ud83d\\ude00"}', "application/json", 201),
        (b"", None, 201),
    ],
)
def test_what_is_not_utf8_json_is_400_or_415_and_what_is_no_object_422(somebody, data, content_type, status):
    answer = somebody.call("POST", "/api/sessions", data=data, content_type=content_type)
    assert answer.status_code == status, answer.text
    if status != 201:
        is_problem(answer, status)


def test_every_bad_field_is_named_at_once_by_its_dotted_path(somebody):
    body = {
        "session_id": somebody.session(), "message": "", "mode": "shout", "surprise": 1, "fast": "yes",
        "attached_sections": [{"content": "fine"}, {"type": 7, "note": "n" * 3000, "colour": "red"}, "text"],
    }  # fmt: skip
    answer = is_problem(somebody.call("POST", "/api/chat/message", body), 422)
    assert set(answer["errors"]) == {
        "message", "mode", "surprise", "fast", "attached_sections.1.type", "attached_sections.1.note",
        "attached_sections.1.colour", "attached_sections.1.content", "attached_sections.2",
    }  # fmt: skip
    assert all(reasons and all(isinstance(reason, str) for reason in reasons) for reasons in answer["errors"].values())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"message": "x" * 20_001}, "message"),
        ({"message": " \n\t"}, "message"),
        ({"message": None}, "message"),
        ({"message": "m", "attached_sections": [{"content": "c"}] * 51}, "attached_sections"),
        ({"message": "m", "attached_sections": [{"content": "c" * 20_001}]}, "attached_sections.0.content"),
        ({"message": "m", "attached_sections": {"content": "c"}}, "attached_sections"),
    ],
)
def test_a_field_over_its_limit_is_422(somebody, body, field):
    answer = somebody.call("POST", "/api/chat/message", {"session_id": somebody.session()} | body)
    assert set(is_problem(answer, 422)["errors"]) == {field}


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=ten", "limit=1.5", "limit=-1", "limit=9" * 30, "limit=٣"]
)
def test_bad_limits_are_422(somebody, query):
    assert set(is_problem(somebody.call("GET", f"/api/sessions?{query}"), 422)["errors"]) == {"limit"}


def test_bad_cursors_orders_and_unknown_query_fields_are_422_and_bad_text_400(somebody):
    answer = somebody.call("GET", "/api/sessions?order=random&page=2")
    assert set(is_problem(answer, 422)["errors"]) == {"order", "page"}
    assert set(is_problem(somebody.call("GET", "/api/sessions?cursor=abc"), 422)["errors"]) == {"cursor"}
    is_problem(somebody.call("GET", "/api/sessions?cursor=%00"), 400)


FOREIGN = [
    ("GET", "/api/sessions/{id}", None),
    ("PATCH", "/api/sessions/{id}", {"title": 5, "more": 1}),
    ("PATCH", "/api/sessions/{id}", {"title": "x"}),
    ("DELETE", "/api/sessions/{id}", None),
    ("GET", "/api/sessions/{id}/messages?limit=0", None),
    ("GET", "/api/sessions/{id}/usage", None),
    ("GET", "/api/sessions/{id}/document", None),
    ("PUT", "/api/sessions/{id}/document", {"content": "no If-Match"}),
    ("PUT", "/api/sessions/{id}/document", {"content": "x" * 5_000_001}),
    ("GET", "/api/sessions/{id}/document/structure", None),
    ("GET", "/api/sessions/{id}/document/revisions", None),
    ("GET", "/api/sessions/{id}/document/revisions/0", None),
    ("GET", "/api/sessions/{id}/document/revisions/0/diff?against=x", None),
    ("POST", "/api/sessions/{id}/document/revisions/0/restore", None),
    ("GET", "/api/document-types?session_id={id}", None),
    ("GET", "/api/chat/pending?session_id={id}", None),
    ("POST", "/api/chat/message", {"session_id": "{id}", "message": ""}),
    ("POST", "/api/chat/message", {"session_id": "{id}", "message": "hello"}),
    ("POST", "/api/chat/preview", {"session_id": "{id}"}),
    ("POST", "/api/chat/approve", {"session_id": "{id}", "accept_truncated": 1}),
    ("POST", "/api/chat/reject", {"session_id": "{id}"}),
    ("POST", "/api/chat/rewrite", {"session_id": "{id}"}),
]


def test_unknown_and_foreign_ids_cannot_be_told_apart_and_go_before_everything_else(app):
    owner, other = Client(app), Client(app)
    session = owner.session()
    for method, path, body in FOREIGN:
        told = []
        for each in (session, UNKNOWN_ID, "not-an-id"):
            sent = body and {key: each if value == "{id}" else value for key, value in body.items()}
            answer = is_problem(other.call(method, path.format(id=each), sent), 404)
            told.append({key: value for key, value in answer.items() if key not in ("instance", "request_id")})
        assert told[0] == told[1] == told[2], (method, path)
    assert owner.call("GET", f"/api/sessions/{session}").status_code == 200


def sqlite_error(name):
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = name
    return error


@pytest.fixture
def failing(make):
    """An app with a route for each way to fail."""
    ways = {
        "bug": RuntimeError("the wheel came off"),
        "text": ValueError("my secret paper"),
        "database": OperationalError("SELECT secret", {}, Exception("disk I/O error")),
        "full": OperationalError("INSERT secret", {}, sqlite_error("SQLITE_FULL")),
        "disk": OSError(errno.ENOSPC, "No space left on device", "secret.md"),
        "shut": PermissionError(errno.EACCES, "Permission denied", "secret.md"),
        "gone": FileNotFoundError(errno.ENOENT, "No such file", "secret.md"),
        "busy": Busy(retry_after=2.2),
        "for ever": Busy(retry_after=float("inf")),
        "timeout": ProviderTimeout("The provider took longer than 90 s."),
        "run": Conflict("A run is going on.", extra={"run_id": UNKNOWN_ID, "status": "overwritten?"}),
    }
    blueprint = Blueprint("failing", __name__)

    @blueprint.get("/fail/<way>")
    @public
    def fail(way):
        raise ways[way]

    app = make()
    app.register_blueprint(blueprint)
    return app.test_client()


@pytest.mark.parametrize(
    ("way", "status", "retry_after"),
    [
        ("bug", 500, None),
        ("text", 500, None),
        ("database", 503, "1"),
        ("full", 503, "60"),
        ("disk", 503, "60"),
        ("shut", 503, "5"),
        ("gone", 500, None),
        ("busy", 503, "3"),
        ("for ever", 503, "2678400"),
        ("timeout", 504, None),
    ],
)
def test_what_goes_wrong_inside_is_a_problem_without_a_trace(failing, caplog, way, status, retry_after):
    with caplog.at_level(logging.WARNING, "backend"):
        answer = failing.get(f"/fail/{way}")
    body = is_problem(answer, status)
    assert answer.headers.get("Retry-After") == retry_after
    told = answer.text + caplog.text
    assert "Traceback" not in answer.text and "secret" not in told
    assert body["request_id"] and caplog.records, "it is in the log"


def test_an_unforeseen_error_is_logged_with_its_place(failing, caplog):
    with caplog.at_level(logging.ERROR, "backend"):
        failing.get("/fail/bug")
    record = caplog.records[0]
    assert "RuntimeError: the wheel came off" in record.message and any("in fail" in line for line in record.trace)


def test_extra_members_are_added_and_never_replace_the_problems_own(failing):
    body = is_problem(failing.get("/fail/run"), 409)
    assert body["run_id"] == UNKNOWN_ID


def test_a_decent_request_id_is_kept_and_any_other_replaced(http):
    assert http.get("/nothing", headers={"X-Request-Id": "abc-123"}).json["request_id"] == "abc-123"
    for bad in ("x" * 65, "a b", "é", ""):
        given = http.get("/nothing", headers={"X-Request-Id": bad}).json["request_id"]
        assert given and given != bad
