"""Each call of the API: its method, its path, and what is and isn't sent."""

from __future__ import annotations

import pytest

from backend.client.api_types import NewApproval, NewMessage, NewQuestion
from backend.client.failures import RequestRefused
from tests.client.conftest import SESSION, answer, open_drafts, pending, session, streamed

PATH = f"/api/sessions/{SESSION}"


def test_signing_in_keeps_the_tokens_and_signing_out_forgets_them_whatever_the_server_says(api, canned):
    user = {"id": "u", "email": "new@example.org", "name": None, "created_at": ""}
    canned.on("POST /api/auth/login", {"user": user, "access_token": "a", "refresh_token": "r"})
    assert api.sign_in("new@example.org", "secret") == user
    assert canned.body() == {"email": "new@example.org", "password": "secret"}
    assert "authorization" not in canned.requests[-1].headers
    grant = api.connection.tokens.grant()
    assert (grant.access_token, grant.refresh_token, grant.email) == ("a", "r", "new@example.org")
    canned.on("POST /api/auth/logout", (409, {"detail": "Later."}))
    with pytest.raises(RequestRefused):
        api.sign_out()
    assert api.connection.tokens.grant() is None


def test_registering_sends_the_name(api, canned):
    user = {"id": "u", "email": "n", "name": "Ada", "created_at": ""}
    canned.on("POST /api/auth/register", {"user": user, "access_token": "a", "refresh_token": "r"})
    api.register("n", "p", "Ada")
    assert canned.body() == {"email": "n", "password": "p", "name": "Ada"}


def test_a_list_is_read_page_by_page_up_to_its_limit(api, canned):
    def page(names, cursor):
        return {"items": [session(title=name) for name in names], "next_cursor": cursor}

    canned.on("GET /api/sessions", page("abc", "c1"), page("de", "c2"), page("fg", None))
    assert [each["title"] for each in api.sessions(150)] == list("abcdefg")
    assert canned.asked == [
        "GET /api/sessions?limit=100&order=desc",
        "GET /api/sessions?limit=100&cursor=c1&order=desc",
        "GET /api/sessions?limit=100&cursor=c2&order=desc",
    ]
    canned.on("GET /api/sessions", page("abc", "c1"), page("d", "c2"))
    assert len(api.sessions(4)) == 4 and len(canned.requests) == 5
    assert canned.asked[-2:] == [
        "GET /api/sessions?limit=4&order=desc",
        "GET /api/sessions?limit=1&cursor=c1&order=desc",
    ]


def test_messages_are_asked_for_newest_first_and_given_oldest_first(api, canned):
    canned.on(f"GET {PATH}/messages", {"items": [{"id": "2"}, {"id": "1"}], "next_cursor": None})
    assert [each["id"] for each in api.messages(SESSION)] == ["1", "2"]


@pytest.mark.parametrize(
    ("call", "asked", "body"),
    [
        (lambda api: api.session("a/b"), "GET /api/sessions/a%2Fb", None),
        (lambda api: api.new_session("T"), "POST /api/sessions", {"title": "T"}),
        (lambda api: api.rename(SESSION, "T"), f"PATCH {PATH}", {"title": "T"}),
        (lambda api: api.delete(SESSION), f"DELETE {PATH}", None),
        (lambda api: api.document(SESSION), f"GET {PATH}/document", None),
        (lambda api: api.put_document(SESSION, "x", '"3"'), f"PUT {PATH}/document", {"content": "x"}),
        (lambda api: api.structure(SESSION), f"GET {PATH}/document/structure", None),
        (lambda api: api.revision(SESSION, 3), f"GET {PATH}/document/revisions/3", None),
        (lambda api: api.diff(SESSION, 3), f"GET {PATH}/document/revisions/3/diff", None),
        (lambda api: api.diff(SESSION, 3, 1), f"GET {PATH}/document/revisions/3/diff?against=1", None),
        (lambda api: api.restore(SESSION, 3, "*"), f"POST {PATH}/document/revisions/3/restore", None),
        (
            lambda api: api.preview(SESSION),
            "POST /api/chat/preview",
            {"session_id": SESSION, "pending_content_id": None},
        ),
        (
            lambda api: api.preview(SESSION, "p", ""),
            "POST /api/chat/preview",
            {"session_id": SESSION, "pending_content_id": "p", "document_content": ""},
        ),
        (lambda api: api.approve(SESSION, NewApproval()), "POST /api/chat/approve", {"session_id": SESSION}),
        (
            lambda api: api.approve(SESSION, NewApproval("p", "", None, 0, True)),
            "POST /api/chat/approve",
            {
                "session_id": SESSION,
                "pending_content_id": "p",
                "document_content": "",
                "base_revision": 0,
                "accept_truncated": True,
            },
        ),
        (lambda api: api.reject(SESSION, "no"), "POST /api/chat/reject", {"session_id": SESSION, "reason": "no"}),
        (lambda api: api.search("ice"), "POST /api/search", {"query": "ice", "top_k": 20}),
        (
            lambda api: api.search("ice", 3, ["arxiv"]),
            "POST /api/search",
            {"query": "ice", "top_k": 3, "connectors": ["arxiv"]},
        ),
    ],
)
def test_a_call(api, canned, call, asked, body):
    method, _, path = asked.partition(" ")
    canned.on(f"{method} {path.partition('?')[0].replace('%2F', '/')}", {})
    call(api)
    assert (canned.asked, canned.body()) == ([asked], body)


def test_what_has_been_seen_of_a_document_is_said_in_if_match(api, canned):
    canned.on(f"PUT {PATH}/document", {}).on(f"POST {PATH}/document/revisions/2/restore", {})
    api.put_document(SESSION, "x", '"3"')
    api.restore(SESSION, 2, "*")
    assert [request.headers["If-Match"] for request in canned.requests] == ['"3"', "*"]


def test_the_open_drafts_are_taken_out_of_their_answer(api, canned):
    canned.on("GET /api/chat/pending", open_drafts(pending()), open_drafts())
    assert api.open_drafts(SESSION) == [pending()]
    assert api.open_drafts(SESSION) == []
    assert canned.asked[0] == f"GET /api/chat/pending?session_id={SESSION}"


@pytest.mark.parametrize(
    ("begin", "path", "body"),
    [
        (
            lambda api: api.message(SESSION, NewMessage("Write.")),
            "/api/chat/message",
            {"session_id": SESSION, "message": "Write.", "mode": "write", "attached_sections": []},
        ),
        (
            lambda api: api.message(
                SESSION, NewMessage("Find.", "research", [{"type": "highlight", "content": "c"}], True)
            ),
            "/api/chat/message",
            {
                "session_id": SESSION,
                "message": "Find.",
                "mode": "research",
                "attached_sections": [{"type": "highlight", "content": "c"}],
                "fast": True,
            },
        ),
        (
            lambda api: api.rewrite(SESSION, "shorter", "p"),
            "/api/chat/rewrite",
            {"session_id": SESSION, "instruction": "shorter", "pending_content_id": "p"},
        ),
        (lambda api: api.check(SESSION, True), f"{PATH}/check", {"support": True}),
        (
            lambda api: api.research(NewQuestion("ice")),
            "/api/research",
            {"query": "ice", "effort": "medium", "focus": "web"},
        ),
        (
            lambda api: api.research(NewQuestion("ice", "high", "local", True, SESSION)),
            "/api/research",
            {"query": "ice", "effort": "high", "focus": "local", "deep": True, "session_id": SESSION},
        ),
    ],
)
def test_a_run_is_begun_when_it_is_watched_each_under_a_key_of_its_own(api, canned, begin, path, body):
    run = begin(api)
    assert canned.requests == []
    canned.on(f"POST {path}", streamed(("final_answer", answer())))
    assert list(run)[-1].name == "final_answer"
    assert canned.body() == body
    list(begin(api))
    keys = {request.headers["Idempotency-Key"] for request in canned.requests}
    assert len(keys) == 2


@pytest.mark.parametrize(
    ("newest", "stopped", "asked"),
    [
        ([{"id": "r1", "status": "running", "kind": "approve"}], True, 2),
        ([{"id": "r1", "status": "running", "kind": "message"}], True, 1),
        ([{"id": "r1", "status": "done", "kind": "approve"}], True, 1),
        ([], True, 1),
    ],
)
def test_the_newest_run_is_stopped_if_it_is_of_the_kind_and_goes_on(api, canned, newest, stopped, asked):
    canned.on("GET /api/runs", {"items": newest}).on("POST /api/runs/r1/cancel", {})
    assert api.stop_newest("approve", SESSION) is stopped
    assert len(canned.requests) == asked
    assert canned.asked[0] == f"GET /api/runs?limit=1&session_id={SESSION}"


def test_who_cannot_be_told_to_stop_is_not_told(api, canned):
    assert api.stop_newest("approve", SESSION) is False
    canned.on("GET /api/runs", {"items": [{"id": "r1", "status": "running", "kind": "approve"}]})
    assert api.stop_newest("approve", SESSION) is False
