"""Asking a service."""

from __future__ import annotations

import gzip
import socket
import zlib

import pytest

from backend.errors import (
    ProviderDeclined,
    ProviderError,
    ProviderKeyRefused,
    ProviderMisanswered,
    ProviderOverLimit,
    ProviderTimeout,
    ProviderUnreachable,
)
from backend.net.http import MOST_BYTES, Http
from backend.net.request import Request
from tests.connectors.web import HangUp, Reply, Web
from tests.waiting import PATIENCE


def test_it_says_who_it_is_and_keeps_no_cookies(web: Web, http: Http):
    web.on("/x", Reply(b'{"a": 1}', headers={"Set-Cookie": "spy=1; Path=/"}))
    for _ in range(2):
        answer = http.ask(Request(f"{web.url}/x", (("q", "a b&c"),)), own=web.url, seconds=PATIENCE)
    assert answer.body == b'{"a": 1}'
    first, second = web.requests
    assert first.headers["user-agent"] == "Coscribe/1.2 (mailto:me@example.org)"
    assert first.headers["accept"] == "application/json"
    assert first.path in ("/x?q=a+b%26c", "/x?q=a%20b%26c")
    assert "cookie" not in second.headers


def test_json_is_posted(web: Web, http: Http):
    web.on("/x", Reply())
    http.ask(
        Request(f"{web.url}/x", headers=(("Authorization", "Bearer k"),), json={"q": "ü"}),
        own=web.url,
        seconds=PATIENCE,
    )
    (seen,) = web.requests
    assert (seen.method, seen.body.decode(), seen.headers["authorization"]) == ("POST", '{"q":"ü"}', "Bearer k")


def test_connections_are_kept(web: Web, http: Http):
    ports = set()
    web.on("/x", Reply())
    original = web._handle
    web._handle = lambda handler: (ports.add(handler.client_address[1]), original(handler))[1]  # type: ignore[method-assign]
    for _ in range(3):
        http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE)
    assert len(ports) == 1


HTML = Reply(b"<html>search</html>", type="text/html; charset=utf-8")


TINY_BOMB = gzip.compress(b"\0" * (MOST_BYTES * 4))


@pytest.mark.parametrize(
    ("reply", "error", "words"),
    [
        (HTML, ProviderMisanswered, "text/html instead of JSON"),
        (Reply(b"x" * (MOST_BYTES + 1)), ProviderMisanswered, "more than 5 MB"),
        (Reply(TINY_BOMB, headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "more than 5 MB"),
        (Reply(b"nonsense", headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "compressed data"),
        (Reply(gzip.compress(b"{}" * 99)[:-9], headers={"Content-Encoding": "gzip"}), ProviderMisanswered, "middle"),
        (Reply(b"{}", headers={"Content-Encoding": "br"}), ProviderMisanswered, "cannot read"),
        (Reply(b'{"a": ', cut=True), ProviderUnreachable, "closed the connection"),
        (HangUp(), ProviderUnreachable, "closed the connection"),
        (Reply(status=401), ProviderKeyRefused, "answered 401"),
        (Reply(status=403, type="text/html"), ProviderKeyRefused, "answered 403: turn it on"),
        (Reply(status=404), ProviderDeclined, "answered 404"),
        (Reply(status=432), ProviderOverLimit, "over its limit"),
        (Reply(status=500), ProviderMisanswered, "answered 500"),
        (Reply(status=503, headers={"Retry-After": "9"}), ProviderOverLimit, "answered 503"),
        (Reply(status=504), ProviderTimeout, "answered 504"),
        (Reply(delay=30), ProviderTimeout, "within 0.3 s"),
        (Reply(b"{" * 1000, drip=0.05), ProviderTimeout, "within 0.3 s"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_answers_that_are_none(web: Web, http: Http, reply, error, words):
    web.on("/x", reply)
    seconds = 0.3 if "0.3" in words else PATIENCE
    request = Request(f"{web.url}/x", (("api_key", "sk-secret"),))
    with pytest.raises(error, match=words) as caught:
        http.ask(request, own=web.url, seconds=seconds, hints={403: "turn it on"})
    assert "sk-secret" not in str(caught.value) and web.url not in str(caught.value)


@pytest.mark.parametrize("encode", [gzip.compress, zlib.compress, lambda data: zlib.compress(data, wbits=-15)])
def test_compressed_answers(web: Web, http: Http, encode):
    body = b'{"a": "' + b"word " * 50_000 + b'"}'
    name = "gzip" if encode is gzip.compress else "deflate"
    web.on("/x", Reply(encode(body), headers={"Content-Encoding": name}))
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == body


def test_a_kept_connection_that_was_closed_meanwhile(web: Web, http: Http):
    web.on("/x", Reply(), HangUp(), Reply(b"[1]"))
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == b"{}"
    assert http.ask(Request(f"{web.url}/x"), own=web.url, seconds=PATIENCE).body == b"[1]"


def test_what_may_cost_is_not_sent_twice(web: Web, http: Http):
    web.on("/x", HangUp())
    with pytest.raises(ProviderUnreachable):
        http.ask(Request(f"{web.url}/x", json={}), own=web.url, seconds=PATIENCE)
    assert len(web.requests) == 1


def test_nobody_listens(http: Http):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    with pytest.raises(ProviderUnreachable, match="could not be reached"):
        http.ask(Request(url), own=url, seconds=PATIENCE)


@pytest.mark.parametrize("seconds", [0, -1])
def test_no_time_left(web: Web, http: Http, seconds):
    with pytest.raises(ProviderTimeout, match="no time left"):
        http.ask(Request(web.url), own=web.url, seconds=seconds)
    assert web.requests == []


@pytest.mark.parametrize("headers", [(("Authorization", "Bearer a\nb"),), (("Authorization", "Bearer \u2013"),)])
def test_a_key_that_cannot_be_sent(web: Web, http: Http, headers):
    with pytest.raises(ProviderError):
        http.ask(Request(web.url, headers=headers), own=web.url, seconds=PATIENCE)
