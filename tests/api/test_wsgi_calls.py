"""A request in WSGI's words, and an answer that goes out piece by piece."""

from __future__ import annotations

import asyncio

import pytest

from backend.api.disconnection import Client, connection_of, is_closed
from backend.api.event_streams import HANDED_OVER
from backend.api.wsgi_calls import Call, RequestBody
from tests.waiting import PATIENCE


def answered(application, body=(b"",), gone=False, **scope):
    """The answer of an application to a request whose body comes in these pieces, and what was sent before it."""

    async def run():
        loop, sent, pieces = asyncio.get_running_loop(), [], list(body)

        async def receive():
            return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

        async def send(message):
            sent.append(message)

        first = pieces.pop(0)
        request = RequestBody(first, bool(pieces), receive, loop)
        call = Call({**SCOPE, **scope}, request, Client(gone), loop, send)
        return await asyncio.wait_for(loop.run_in_executor(None, call.run, application), PATIENCE), sent

    return asyncio.run(run())


SCOPE = {
    "type": "http", "method": "GET", "raw_path": b"/a%2Fb/c%C3%A9", "query_string": b"q=%C3%A9", "http_version": "1.1",
    "scheme": "http", "client": ("127.0.0.1", 5), "server": ("127.0.0.1", 8000),
    "headers": [(b"host", b"x"), (b"accept", b"a"), (b"accept", b"b"), (b"x_forwarded_for", b"forged")],
}  # fmt: skip


def test_the_environment_is_that_of_any_wsgi_server():
    seen = {}

    def application(environ, start):
        seen.update(environ)
        start("204 No Content", [("X-Made", "yes")])
        return []

    answer, sent = answered(application)
    assert (answer.status, answer.headers, answer.piece, sent) == (204, [(b"x-made", b"yes")], b"", [])
    assert seen["PATH_INFO"] == "/a/b/c\xc3\xa9" and seen["RAW_URI"] == "/a%2Fb/c%C3%A9?q=%C3%A9"
    assert seen["HTTP_ACCEPT"] == "a,b" and seen["REMOTE_ADDR"] == "127.0.0.1" and seen["SERVER_PORT"] == "8000"
    assert "HTTP_X_FORWARDED_FOR" not in seen, "a name with an underscore is another header's"
    assert not is_closed(connection_of(seen)) and seen[HANDED_OVER] is None


@pytest.mark.parametrize(
    ("peer", "header", "scheme"),
    [("127.0.0.1", b"https", "https"), ("127.0.0.1", b"http", "http"), ("192.0.2.1", b"https", "http")],
)
def test_only_a_proxy_on_this_machine_says_that_its_client_spoke_tls(peer, header, scheme):
    def application(environ, start):
        start("200 OK", [("Content-Length", str(len(environ["wsgi.url_scheme"])))])
        return [environ["wsgi.url_scheme"].encode()]

    answer, _ = answered(application, client=(peer, 1), headers=[(b"x-forwarded-proto", header)])
    assert answer.piece.decode() == scheme


def test_a_body_is_read_as_it_comes_and_no_further():
    def application(environ, start):
        start("200 OK", [])
        stream = environ["wsgi.input"]
        return [stream.readline(), stream.read(3), stream.read(), stream.read()]

    answer, sent = answered(application, body=[b"on", b"e\ntw", b"", b"o thr", b"ee"])
    pieces = [each["body"] for each in sent if each["type"] == "http.response.body"]
    assert [*pieces, answer.piece] == [b"one\n", b"two", b" three", b""] and answer.started


def test_an_answer_of_known_length_goes_out_at_once():
    def application(environ, start):
        start("200 OK", [("Content-Length", "2")])
        return [b"a", b"", b"b"]

    answer, sent = answered(application)
    assert (answer.piece, answer.started, sent) == (b"ab", False, [])


def test_a_client_that_left_is_sent_nothing_more():
    def application(environ, start):
        start("200 OK", [])
        assert is_closed(connection_of(environ))
        yield b"a"
        raise AssertionError("nobody hears it")

    answer, sent = answered(application, gone=True)
    assert sent == [] and not answer.started
