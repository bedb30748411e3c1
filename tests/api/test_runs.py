"""Runs belong to their users, and what is asked about them is refused in the contract's words."""

from __future__ import annotations

import uuid

import pytest

from tests.api.conftest import Client

CALLS = (("GET", ""), ("GET", "/events"), ("POST", "/cancel"))


@pytest.fixture
def user(both):
    return Client(both)


@pytest.fixture
def run_id(user):
    answer = user.call("POST", "/api/chat/message", {"session_id": user.session(), "message": "Hello."})
    return answer.headers["X-Run-Id"]


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_somebody_elses_run_and_an_unknown_one_are_both_not_found(user, run_id, method, path):
    other = Client(user.app)
    answers = [
        caller.call(method, f"/api/runs/{known}{path}")
        for caller, known in ((other, run_id), (user, uuid.uuid4()), (user, "x"))
    ]
    assert [answer.status_code for answer in answers] == [404] * 3
    assert len({answer.json["detail"] for answer in answers}) == 1
    assert user.call(method, f"/api/runs/{run_id}{path}").status_code == 200


def test_without_a_token_there_is_nothing(user, run_id):
    for method, path in CALLS:
        assert user.http.open(f"/api/runs/{run_id}{path}", method=method).status_code == 401


def test_the_list_is_the_users_and_newest_first(user, run_id):
    session = user.session()
    for _ in range(2):
        user.call("POST", "/api/chat/message", {"session_id": session, "message": "Hello."})
    everything = user.call("GET", "/api/runs").json["items"]
    assert len(everything) == 3 and everything[-1]["id"] == run_id
    assert "result" not in everything[0] and everything[0]["status"] == "succeeded"
    first = user.call("GET", f"/api/runs?session_id={session}&limit=1").json
    second = user.call("GET", f"/api/runs?session_id={session}&limit=1&cursor={first['next_cursor']}").json
    assert [first["items"][0]["id"], second["items"][0]["id"]] == [each["id"] for each in everything[:2]]
    assert Client(user.app).call("GET", "/api/runs").json["items"] == []
    assert Client(user.app).call("GET", f"/api/runs?session_id={session}").status_code == 404


@pytest.mark.parametrize("where", ["header", "query"])
@pytest.mark.parametrize("value", ["x", "-1", "1.5", "9" * 30, "é"])
def test_a_place_that_is_no_number_is_refused(user, run_id, where, value):
    headers = {"Last-Event-ID": value.encode().decode("latin-1")} if where == "header" else {}
    query = f"?cursor={value}" if where == "query" else ""
    answer = user.call("GET", f"/api/runs/{run_id}/events{query}", headers=headers)
    assert answer.status_code == 422
    assert set(answer.json["errors"]) == {"Last-Event-ID" if where == "header" else "cursor"}


def test_the_header_counts_for_more_than_the_query(user, run_id):
    heard = user.call("GET", f"/api/runs/{run_id}/events?cursor=1", headers={"Last-Event-ID": "3"}).text
    assert "id: 4\n" in heard and "id: 3\n" not in heard


@pytest.mark.parametrize("body", [{"only": "everything"}, {"what": 1}, [], {"only": 7}])
def test_a_cancellation_of_something_else_is_refused(user, run_id, body):
    assert user.call("POST", f"/api/runs/{run_id}/cancel", body).status_code == 422
    assert Client(user.app).call("POST", f"/api/runs/{run_id}/cancel", body).status_code == 404, "404 comes first"


def test_a_run_that_has_ended_has_nothing_to_stop(user, run_id):
    answer = user.call("POST", f"/api/runs/{run_id}/cancel").json
    assert not answer["stopping"] and answer["run"]["status"] == "succeeded"


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("text/event-stream", "text/event-stream"),
        ("text/event-stream; charset=utf-8", "text/event-stream"),
        ("application/json, text/event-stream;q=0.5", "application/json"),
        ("text/event-stream, application/json;q=0.5", "text/event-stream"),
        ("*/*", "application/json"),
        ("text/html", "application/json"),
    ],
)
def test_events_for_those_who_would_rather_have_them(somebody, accept, kind):
    body = {"session_id": somebody.session(), "message": "Hello."}
    answer = somebody.call("POST", "/api/chat/message", body, headers={"Accept": accept})
    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert ("event: final_answer" in answer.text) is (kind == "text/event-stream")
    assert answer.headers["X-Run-Id"]
