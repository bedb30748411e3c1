"""Sessions over HTTP, on both databases."""

from __future__ import annotations

import pytest

from tests.api.conftest import Client

SESSION = {"id", "title", "created_at", "updated_at", "revision", "pending_content_id", "persona_id", "library"} | {
    "pending_content_ids",
    "citations",
    "retracted",
}


@pytest.fixture
def user(both):
    return Client(both)


def test_a_session_from_birth_to_end(user):
    made = user.call("POST", "/api/sessions", {"title": "On tides"})
    assert made.status_code == 201 and set(made.json) == SESSION
    assert (made.json["title"], made.json["revision"], made.json["pending_content_id"]) == ("On tides", 0, None)
    assert made.json["created_at"].endswith("Z")
    path = f"/api/sessions/{made.json['id']}"
    assert user.call("GET", path).json == made.json
    changed = user.call("PATCH", path, {"title": "On ebb"}).json
    assert changed["title"] == "On ebb" and changed["updated_at"] >= made.json["updated_at"]
    assert user.call("PATCH", path, {}).json["title"] == "On ebb"
    gone = user.call("DELETE", path)
    assert (gone.status_code, gone.data) == (204, b"")
    assert user.call("GET", path).status_code == 404 and user.call("DELETE", path).status_code == 404


def test_a_session_needs_no_body_and_no_title(user):
    assert user.call("POST", "/api/sessions").status_code == 201
    for nothing in (None, "", " \n"):
        assert user.call("POST", "/api/sessions", {"title": nothing}).json["title"] == "Untitled"


def test_a_field_that_is_not_read_names_nothing_that_could_be_missing(user):
    answer = user.call("POST", "/api/sessions", {"title": 4, "persona_id": "x", "library": ["y"], "session_id": "z"})
    assert answer.status_code == 422 and set(answer.json["errors"]) == {"title", "persona_id", "library", "session_id"}


@pytest.mark.parametrize(
    ("method", "body", "field"),
    [
        ("POST", {"title": "t" * 301}, "title"),
        ("POST", {"titel": "x"}, "titel"),
        ("PATCH", {"title": ""}, "title"),
        ("PATCH", {"title": None}, "title"),
        ("PATCH", {"id": "x"}, "id"),
        ("PATCH", {"persona_id": 5}, "persona_id"),
    ],
)
def test_what_a_session_cannot_be_given_is_refused_by_name(somebody, method, body, field):
    path = "/api/sessions" if method == "POST" else f"/api/sessions/{somebody.session()}"
    answer = somebody.call(method, path, body)
    assert answer.status_code == 422 and set(answer.json["errors"]) == {field}


def test_lists_come_in_pages_newest_first_and_hold_nobody_elses(user):
    Client(user.app).session()
    made = [user.session(f"Paper {number}") for number in range(5)]
    seen, cursor = [], None
    while True:
        page = user.call(
            "GET", "/api/sessions", query_string={"limit": 2} | ({"cursor": cursor} if cursor else {})
        ).json
        assert set(page) == {"items", "next_cursor"} and all(set(item) == SESSION for item in page["items"])
        seen += [item["id"] for item in page["items"]]
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert seen == made[::-1]
    oldest = user.call("GET", "/api/sessions?order=asc&limit=1").json
    assert oldest["items"][0]["id"] == made[0]
    assert user.call("GET", "/api/sessions", query_string={"cursor": cursor or "x"}).status_code == 422


def test_messages_come_oldest_first_with_every_field(user):
    session = user.session()
    attached = [{"type": "highlight", "content": "Neap tides are weak.", "note": "key", "source": "Almanac"}]
    for text in ("Summarise the highlight.", "Thank you."):
        body = {"session_id": session, "message": text, "attached_sections": attached}
        assert user.call("POST", "/api/chat/message", body).status_code == 200
    page = user.call("GET", f"/api/sessions/{session}/messages").json
    assert [item["role"] for item in page["items"]] == ["user", "assistant"] * 2
    first = page["items"][0]
    assert set(first) == {
        "id", "role", "content", "mode", "status", "document_content", "sources", "citations", "attached_sections",
        "placement", "events", "created_at",
        "pending_content_id", "revises", "run_id", "intent", "reject_reason", "approved_content", "warnings", "meta",
    }  # fmt: skip
    assert first["content"] == "Summarise the highlight." and first["status"] is None
    assert first["attached_sections"][0]["note"] == "key"
    newest = user.call("GET", f"/api/sessions/{session}/messages?order=desc&limit=1").json
    assert newest["items"] == page["items"][-1:] and newest["next_cursor"]


def test_usage_is_null_where_unknown_and_types_are_described(user):
    session = user.session()
    usage = user.call("GET", f"/api/sessions/{session}/usage").json
    assert set(usage) == {"total", "stage1", "stage2"}
    assert usage["total"] == {"calls": 0, "prompt_tokens": None, "completion_tokens": None, "cost": None}
    for path in ("/api/document-types", f"/api/document-types?session_id={session}"):
        items = user.call("GET", path).json["items"]
        assert {"section", "table", "figure"} <= {item["type_name"] for item in items}
        assert all(set(item) == {"type_name", "description", "metadata_schema", "is_system"} for item in items)
