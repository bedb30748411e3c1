"""The two stages over HTTP, on the keyless default, field by field as the contract names them."""

from __future__ import annotations

import json

import pytest

from tests.api.conftest import Client
from tests.sonar_stand_in import Answer, SonarStandIn

PAPER = "# Tides\n\n## Introduction\n\nTides move water.\n\n## Methods\n\nWe measured.\n"
HIGHLIGHT = {
    "type": "highlight",
    "content": "Neap tides are weaker than spring tides.",
    "note": "for the intro",
    "source": "Almanac 2024",
}
ANSWER = {
    "response", "document_content", "sources", "session_id", "message_id", "status", "pending_content_id", "citations",
    "new_types", "warnings", "meta",
}  # fmt: skip
META = {
    "provider", "model", "mode", "run_id", "usage", "timings_ms", "truncated", "repaired", "used_location",
    "used_personalization",
}  # fmt: skip
BAD_PLACEMENT = {"placement.anchor.block", "placement.x", "placement.operation"}
PLACEMENT = {"operation", "section", "anchor", "position", "decided_by", "reason", "confidence"}


@pytest.fixture
def user(both):
    return Client(both)


@pytest.fixture
def session(user):
    made = user.session()
    path = f"/api/sessions/{made}/document"
    assert user.call("PUT", path, {"content": PAPER}, headers={"If-Match": '"0"'}).status_code == 200
    return made


def ask(user, session, message="Add a paragraph on neap tides to the Introduction.", **more):
    body = {"session_id": session, "message": message, "attached_sections": [HIGHLIGHT]} | more
    return user.call("POST", "/api/chat/message", body)


def decide(user, session, what, **more):
    return user.call("POST", f"/api/chat/{what}", {"session_id": session} | more)


def test_from_message_to_approval(user, session):
    answer = ask(user, session)
    assert answer.status_code == 200 and set(answer.json) >= ANSWER and set(answer.json["meta"]) >= META
    assert (
        answer.json["status"] == "pending_approval"
        and HIGHLIGHT["content"].rstrip(".") in answer.json["document_content"]
    )
    assert answer.headers["X-Run-Id"] == answer.json["meta"]["run_id"]
    assert set(answer.json["meta"]["timings_ms"]) >= {"retrieve", "prompt", "provider", "parse", "store"}
    draft = answer.json["pending_content_id"]

    pending = user.call("GET", f"/api/chat/pending?session_id={session}").json["pending"]
    assert set(pending) == {
        "pending_content_id", "message_id", "kind", "document_content", "sources", "citations", "created_at",
        "requested_at", "truncated", "revises", "versions", "title", "placement", "operation",
    }  # fmt: skip
    assert (pending["pending_content_id"], pending["document_content"]) == (draft, answer.json["document_content"])
    assert user.call("GET", f"/api/sessions/{session}").json["pending_content_id"] == draft

    preview = decide(user, session, "preview").json
    assert set(preview) >= {"placement", "candidates", "diff", "word_diff", "base_revision"}
    assert set(preview["placement"]) == PLACEMENT and preview["base_revision"] == 1

    chosen = {"placement": preview["placement"], "base_revision": preview["base_revision"]}
    approved = decide(user, session, "approve", pending_content_id=draft, **chosen)
    assert approved.status_code == 200 and approved.headers["ETag"] == '"2"'
    assert set(approved.json) >= {
        "status", "session_id", "pending_content_id", "revision", "document", "placement", "diff",
    }  # fmt: skip
    assert (approved.json["status"], approved.json["revision"]) == ("approved", 2)
    document = user.call("GET", f"/api/sessions/{session}/document").json
    assert document["content"] == approved.json["document"] and HIGHLIGHT["content"].rstrip(".") in document["content"]
    assert user.call("GET", f"/api/chat/pending?session_id={session}").json == {"pending": None, "open": []}

    again = decide(user, session, "approve", pending_content_id=draft)
    assert again.json == approved.json, "approving twice changes nothing"
    newest = user.call("GET", f"/api/sessions/{session}/document/revisions?limit=1").json["items"][0]
    assert (newest["revision"], newest["cause"]) == (2, "placed") and set(newest["placement"]) == PLACEMENT


def test_reject_then_rewrite(user, session):
    draft = ask(user, session).json["pending_content_id"]
    rejected = decide(user, session, "reject", reason="too long")
    assert rejected.json == {"status": "rejected", "session_id": session, "pending_content_id": draft}
    assert decide(user, session, "reject").status_code == 409, "nothing is pending any more"
    rewritten = decide(user, session, "rewrite", instruction="Shorter, please.")
    assert rewritten.status_code == 200 and set(rewritten.json) >= ANSWER
    assert rewritten.headers["X-Run-Id"] == rewritten.json["meta"]["run_id"]


def test_nothing_pending_is_409_and_a_stale_base_too(user, session):
    for what in ("preview", "approve", "reject", "rewrite"):
        assert decide(user, session, what).status_code == 409, what
    ask(user, session)
    assert decide(user, session, "approve", base_revision=0).status_code == 409
    assert (
        decide(user, session, "approve", pending_content_id="6e9f2c1e-0000-4000-8000-000000000000").status_code == 404
    )


def test_research_mode_has_no_content(user, session):
    answer = ask(user, session, "What is known about neap tides?", mode="research")
    assert answer.status_code == 200 and answer.json["meta"]["mode"] == "research"
    assert (answer.json["status"], answer.json["pending_content_id"]) == (None, None)


@pytest.mark.parametrize(
    ("what", "body", "fields"),
    [
        ("approve", {"base_revision": -1, "accept_truncated": "yes"}, {"base_revision", "accept_truncated"}),
        ("approve", {"base_revision": 10**30}, {"base_revision"}),
        ("approve", {"document_content": 5}, {"document_content"}),
        ("approve", {"document_content": " \n"}, {"document_content"}),
        ("preview", {"document_content": ""}, {"document_content"}),
        ("approve", {"placement": {"anchor": {"block": "a"}, "x": 1}}, BAD_PLACEMENT),
        ("reject", {"reason": "r" * 20_001, "instruction": "no"}, {"reason", "instruction"}),
        ("rewrite", {"instruction": ["x"]}, {"instruction"}),
        ("preview", {"placement": {}}, {"placement.operation"}),
    ],
)  # fmt: skip
def test_bad_decisions_are_refused_by_field(somebody, what, body, fields):
    answer = decide(somebody, somebody.session(), what, **body)
    assert answer.status_code == 422 and set(answer.json["errors"]) == fields


PROFILE = "A retired brewer called Zacharias Quill who keeps bees"
DRAFTED = {"message": "Here.", "document_content": "Text.", "document_structure": [], "sources": [], "new_types": []}


@pytest.fixture
def sonar():
    with SonarStandIn() as server:
        server.answer = Answer(json.dumps(DRAFTED))
        yield server


def test_a_named_model_and_the_reader_reach_the_model_and_not_its_query(make, sonar):
    user = Client(
        make(WRITER="perplexity", WRITER_BASE_URL=sonar.url, WRITER_API_KEY=sonar.key, ALLOWED_MODELS="sonar-big")
    )
    session = user.session()
    told = ask(user, session, models={"chat": "sonar-big"}, user_location="Tallinn", user_profile=PROFILE)
    assert told.status_code == 200, told.text
    assert (told.json["meta"]["used_location"], told.json["meta"]["used_personalization"]) == (True, True)
    body = sonar.requests[0].body
    *before, query = [each["content"] for each in body["messages"]]
    assert body["model"] == "sonar-big" and sonar.violations == []
    assert any(PROFILE in each and "Never quote it" in each and "Tallinn" in each for each in before)
    assert "Quill" not in query
    told = ask(user, session)
    assert (told.json["meta"]["used_location"], told.json["meta"]["used_personalization"]) == (False, False)
    assert "# The reader" not in json.dumps(sonar.requests[1].body)
    refused = ask(user, session, models={"chat": "other", "system": "sonar-big"})
    assert refused.status_code == 422 and set(refused.json["errors"]) == {"models.chat"}
    assert len(user.call("GET", f"/api/sessions/{session}/messages").json["items"]) == 4, "nothing was stored of it"


def test_without_a_model_nobody_reads_who_the_reader_is(somebody):
    told = ask(somebody, somebody.session(), user_location="Tallinn", user_profile=PROFILE)
    assert told.status_code == 200 and "Quill" not in told.text
    assert (told.json["meta"]["used_location"], told.json["meta"]["used_personalization"]) == (False, False)


def test_a_proposal_is_answered_like_a_message_and_its_fields_are_checked(user, session):
    body = {"session_id": session, "document_content": "Tides [@kim] pull.\r\n", "sources": ["https://example.org/a"]}
    answer = user.call("POST", "/api/chat/propose", body)
    assert answer.status_code == 200 and set(answer.json) >= ANSWER and set(answer.json["meta"]) >= META
    assert answer.json["document_content"] == body["document_content"] and answer.json["sources"] == body["sources"]
    assert answer.headers["X-Run-Id"] == answer.json["meta"]["run_id"]
    wrong = {"session_id": session, "document_content": " \n", "sources": ["", 3], "message": "", "mode": "write"}
    refused = user.call("POST", "/api/chat/propose", wrong)
    named = {"document_content", "sources.0", "sources.1", "message", "mode"}
    assert refused.status_code == 422 and set(refused.json["errors"]) == named
    many = user.call("POST", "/api/chat/propose", body | {"sources": ["x"] * 201})
    assert many.status_code == 422 and set(many.json["errors"]) == {"sources"}
    unknown = user.call("POST", "/api/chat/propose", wrong | {"session_id": user.id})
    assert unknown.status_code == 404
    assert len(user.call("GET", f"/api/chat/pending?session_id={session}").json["open"]) == 1


def test_a_proposal_that_is_sent_twice_is_held_once(user, session):
    body, headers = {"session_id": session, "document_content": "Tides pull."}, {"Idempotency-Key": "k-1"}
    first, second = (user.call("POST", "/api/chat/propose", body, headers=headers) for _ in range(2))
    assert first.json == second.json and second.headers["Idempotency-Replayed"] == "true"
    assert len(user.call("GET", f"/api/chat/pending?session_id={session}").json["open"]) == 1
