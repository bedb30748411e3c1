"""Calls to a server: signed, renewed once, and every failure in words."""

from __future__ import annotations

import httpx2
import pytest

from backend.client.connection import EVENTS, Call, Connection, release
from backend.client.failures import ClientFailure, RequestRefused, ServerError, SignedOut, Unreachable
from tests.client.conftest import SERVER

OK = {"ok": True}
PAIR = {"access_token": "fresh", "refresh_token": "next"}


def test_a_call_is_signed_and_says_what_it_sends_and_wants(connection, canned):
    canned.on("POST /x", OK)
    assert connection.json(Call("POST", "/x", {"é": 1}, query={"a": 1, "b": None}, headers={"If-Match": "*"})) == OK
    (request,) = canned.requests
    assert request.content == '{"é": 1}'.encode()
    assert str(request.url) == f"{SERVER}/x?a=1"
    sent = {name: request.headers.get(name) for name in ("Accept", "Content-Type", "If-Match", "Authorization")}
    assert sent == {
        "Accept": "application/json", "Content-Type": "application/json", "If-Match": "*",
        "Authorization": "Bearer token",
    }  # fmt: skip


def test_a_call_without_a_body_has_no_content_type_and_an_unsigned_one_no_token(connection, canned):
    canned.on("GET /x", OK)
    connection.call(Call("GET", "/x", signed=False))
    assert "Content-Type" not in canned.requests[0].headers and canned.tokens == [None]


def test_a_lone_surrogate_in_a_body_is_sent_for_the_server_to_refuse(connection, canned):
    canned.on("POST /x", OK)
    connection.call(Call("POST", "/x", {"text": "\ud800"}))
    assert b"\xed\xa0\x80" in canned.requests[0].content


def test_a_refused_token_is_renewed_once(connection, canned):
    canned.on("GET /x", (401, {}), OK).on("POST /api/auth/refresh", PAIR)
    assert connection.json(Call("GET", "/x")) == OK
    assert canned.tokens == ["Bearer token", "Bearer refresh", "Bearer fresh"]
    assert connection.tokens.grant().refresh_token == "next"


def test_a_new_token_that_is_refused_too_is_forgotten(connection, canned):
    canned.on("GET /x", (401, {})).on("POST /api/auth/refresh", PAIR)
    with pytest.raises(SignedOut, match="coscribe login"):
        connection.call(Call("GET", "/x"))
    assert len(canned.requests) == 3 and connection.tokens.grant() is None


def test_a_refresh_token_that_is_refused_is_forgotten(connection, canned):
    canned.on("GET /x", (401, {})).on("POST /api/auth/refresh", (401, {}))
    with pytest.raises(SignedOut):
        connection.call(Call("GET", "/x"))
    assert connection.tokens.grant() is None


def test_a_renewal_whose_answer_got_lost_is_asked_for_once_more(connection, canned):
    canned.on("GET /x", (401, {}), OK).on("POST /api/auth/refresh", httpx2.ReadError("reset"), PAIR)
    assert connection.json(Call("GET", "/x")) == OK
    canned.on("GET /x", (401, {})).on("POST /api/auth/refresh", httpx2.ReadError("reset"))
    with pytest.raises(Unreachable):
        connection.call(Call("GET", "/x"))


def test_a_server_that_fails_to_renew_keeps_the_tokens(connection, canned):
    canned.on("GET /x", (401, {})).on("POST /api/auth/refresh", (503, {"detail": "Later."}))
    with pytest.raises(ServerError):
        connection.call(Call("GET", "/x"))
    assert connection.tokens.grant().refresh_token == "refresh"


def test_a_problem_becomes_a_failure_with_its_words(connection, canned):
    canned.on("GET /x", (409, {"detail": "Busy.", "run_id": "r"}))
    with pytest.raises(RequestRefused, match="Busy") as raised:
        connection.call(Call("GET", "/x"))
    assert raised.value.problem["run_id"] == "r"


def test_an_answer_that_is_no_problem_is_told_by_its_status(connection, canned):
    canned.on("GET /x", httpx2.Response(502, content=b"<html>"), (500, ["a"]))
    with pytest.raises(ClientFailure, match=r"502 Bad Gateway\. The server may have done the work already"):
        connection.call(Call("GET", "/x"))
    with pytest.raises(ClientFailure, match=r"500 .*The server may have done the work already"):
        connection.call(Call("GET", "/x"))


def test_a_redirect_is_not_followed_but_named(connection, canned):
    canned.on("GET /x", httpx2.Response(301, headers={"Location": "https://other.example/"}))
    with pytest.raises(ServerError, match=r"https://other\.example/.*--server"):
        connection.call(Call("GET", "/x"))


def test_an_answer_that_is_no_object_is_no_coscribe_server(connection, canned):
    canned.on("GET /x", httpx2.Response(200, content=b"<html>hello</html>"))
    with pytest.raises(ServerError, match="Check the address"):
        connection.json(Call("GET", "/x"))


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (httpx2.ReadTimeout("slow"), "did not answer in time"),
        (httpx2.ConnectTimeout("slow"), r"cannot be reached \(slow\)"),
        (httpx2.ConnectError("[Errno 111] Connection refused"), r"cannot be reached \(Connection refused\)"),
        (httpx2.ReadError(""), r"was lost \(ReadError\)"),
        (httpx2.RemoteProtocolError("cut"), r"was lost \(cut\)"),
    ],
)
def test_a_failure_of_the_network_in_words(connection, canned, error, words):
    canned.on("GET /x", error)
    with pytest.raises(Unreachable, match=words):
        connection.call(Call("GET", "/x"))


def test_a_stream_asks_for_events_and_its_failures_are_the_callers_to_hear(connection, canned):
    canned.on("POST /x", httpx2.Response(200, content=b"data: 1\n\n"), (409, {"detail": "Busy."}), httpx2.ReadError(""))
    response = connection.stream(Call("POST", "/x", {"a": 1}, {"Last-Event-ID": "3"}))
    assert response.read() == b"data: 1\n\n"
    assert (canned.requests[0].headers["Accept"], canned.requests[0].headers["Last-Event-ID"]) == (EVENTS, "3")
    with pytest.raises(RequestRefused, match="Busy"):
        connection.stream(Call("POST", "/x"))
    with pytest.raises(httpx2.ReadError):
        connection.stream(Call("POST", "/x"))


def test_patience_is_the_calls_own(connection, canned):
    canned.on("GET /x", OK)
    connection.call(Call("GET", "/x", patience=2.0))
    connection.call(Call("GET", "/x"))
    connection.stream(Call("GET", "/x")).close()
    one, two, three = (request.extensions["timeout"] for request in canned.requests)
    assert (one["read"], one["connect"]) == (2.0, 2.0)
    assert (two["read"], two["connect"]) == (300.0, 10.0)
    assert (three["read"], three["connect"]) == (45.0, 10.0)


def test_it_says_who_it_is(connection):

    made = Connection(connection.tokens)
    assert made._client.headers["User-Agent"] == f"coscribe/{release()}"
    made.close()
