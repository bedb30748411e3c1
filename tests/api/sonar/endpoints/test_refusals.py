"""A search that fails, and what is refused."""

from __future__ import annotations

import pytest

from tests.api.sonar.endpoints.calling import ASKED, QUESTION, chunks, complete, delta
from tests.connectors.web import Reply

ALTERNATION = (
    "After the (optional) system message(s), user or tool message(s) should alternate with assistant message(s)."
)


def test_a_failed_search_is_said_first_and_among_the_warnings(modelled, searxng):
    searxng.on("/search", Reply(b"<html>403</html>", 403, "text/html"))
    told = complete(modelled).json
    words = told["choices"][0]["message"]["content"]
    assert words.startswith("The search failed (searxng: ") and "search.formats" in words.split("\n\n")[0]
    assert any("searxng" in each for each in told["warnings"]) and told["citations"] == []
    last = chunks(complete(modelled, stream=True))
    assert last[-1]["choices"][0]["message"]["content"] == words == "".join(map(delta, last))
    assert last[-1]["warnings"] == told["warnings"]
    quiet = complete(modelled, disable_search=True).json
    assert "warnings" not in quiet and "The search failed" not in quiet["choices"][0]["message"]["content"]


def test_small_talk_is_never_searched_for(modelled, searxng):
    said = complete(modelled, messages=[{"role": "user", "content": "Thank you very much!"}]).json
    assert not searxng.requests and said["choices"][0]["message"]["content"] and "warnings" not in said


def turns(*roles):
    return {"messages": [{"role": role, "content": QUESTION} for role in roles]}


@pytest.mark.parametrize(
    "roles",
    [("assistant", "user"), ("user", "user"), ("system", "user", "system", "user"), ("user", "assistant", "assistant")],
)
def test_turns_that_do_not_alternate_are_refused_as_sonar_does(keyless, searxng, roles):
    refused = complete(keyless, **turns(*roles))
    assert refused.status_code == 400
    assert refused.json["error"] | {"param": ""} == {
        "message": ALTERNATION, "type": "invalid_message", "code": 400, "param": "",
    }  # fmt: skip
    assert searxng.queries == []


@pytest.mark.parametrize(
    ("fields", "kind", "param"),
    [
        (turns("user", "assistant"), "invalid_message", "messages"),
        (turns("system"), "invalid_message", "messages"),
        ({"messages": []}, "invalid_message", "messages"),
        ({"messages": [{"role": "user", "content": [{"type": "image_url"}]}]}, "invalid_message", "messages.0.content"),
        ({"messages": [{"role": "user", "content": " "}]}, "invalid_message", "messages"),
        ({"model": "gpt-9"}, "invalid_model", "model"),
        ({"search_mode": "moon"}, "invalid_request", "search_mode"),
        ({"search_domain_filter": ["a.org", "-b.org"]}, "invalid_request", "search_domain_filter"),
        ({"search_domain_filter": ["a.org"] * 21}, "invalid_request", "search_domain_filter"),
        ({"search_domain_filter": ["not a domain"]}, "invalid_request", "search_domain_filter.0"),
        ({"search_after_date_filter": "2025-01-01"}, "invalid_request", "search_after_date_filter"),
        ({"search_recency_filter": "decade"}, "invalid_request", "search_recency_filter"),
        ({"response_format": {"type": "regex"}}, "invalid_request", "response_format.type"),
        ({"response_format": {"type": "json_schema"}}, "invalid_request", "response_format.json_schema"),
        ({"stream_mode": "loud"}, "invalid_request", "stream_mode"),
        ({"temperature": 3}, "invalid_request", "temperature"),
    ],
)
def test_what_can_not_be_done_is_refused_by_name(keyless, searxng, fields, kind, param):
    refused = complete(keyless, **fields)
    assert refused.status_code == 400 and refused.mimetype == "application/json", refused.text
    assert (refused.json["error"]["type"], refused.json["error"]["param"]) == (kind, param), refused.text
    assert searxng.queries == []


def test_all_bad_fields_are_named_and_broken_bodies_have_the_same_form(keyless):
    told = complete(keyless, temperature=9, stream="yes", max_tokens=0).json["error"]["message"]
    assert all(name in told for name in ("temperature", "stream", "max_tokens"))
    headers = {"Authorization": f"Bearer {keyless.access}", "Content-Type": "application/json"}
    for data, status in ((b"{", 400), (b"\xff", 400), (b"[]", 400)):
        refused = keyless.http.post("/v1/chat/completions", data=data, headers=headers)
        assert (refused.status_code, refused.json["error"]["code"]) == (status, status)
    assert keyless.call("GET", "/v1/nowhere").json["error"]["code"] == 404
    assert keyless.call("GET", "/v1/chat/completions").json["error"]["code"] == 405


def test_unknown_and_empty_fields_are_ignored(keyless):
    more = {"top_p": 0.9, "n": 1, "session_id": "x", "stop": None, "web_search_options": None, "response_format": None}
    told = keyless.call("POST", "/v1/chat/completions?api-version=1", ASKED | more | {"search_domain_filter": None})
    assert told.status_code == 200
