"""Both doors say the same, byte for byte; the asynchronous one holds its streams without threads."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from urllib.parse import urlsplit

import httpx2
import pytest

from backend.api import edge as module
from backend.api.admission import Admission
from backend.api.edge import LOOK, Edge, Waker
from backend.api.event_streams import PACE
from backend.kernel.sse import Decoder
from backend.storage import sessions
from backend.storage.db import transaction
from tests.api.conftest import Client
from tests.live import serving, serving_edge
from tests.waiting import PATIENCE, until

EVENTS = {"Accept": "text/event-stream"}
#: Of each answer its own, or the server's.
OWN = {"date", "server", "connection", "transfer-encoding", "x-request-id", "content-length", "retry-after"}


@pytest.fixture
def user(app):
    return Client(app)


@pytest.fixture
def doors(app):
    with serving(app) as threaded, serving_edge(app) as edge:
        yield threaded, edge


def said(address, user, method, path, **more):
    """The status, the headers and the body of an answer, without what differs from one to the next."""
    headers = {"Authorization": f"Bearer {user.access}"} | more.pop("headers", {})
    answer = httpx2.request(method, address + path, headers=headers, trust_env=False, timeout=PATIENCE, **more)
    kept = {name.lower(): value for name, value in answer.headers.items() if name.lower() not in OWN}
    number = answer.headers["X-Request-Id"]
    kept.pop("content-security-policy", None)  # the page's has a nonce
    return answer.status_code, kept, answer.content.replace(number.encode(), b"")


def test_refusals_are_the_same(doors, user):
    session = user.session()
    message = "/api/chat/message"
    body = {"session_id": session, "message": "Hello."}
    calls = [
        ("GET", "/healthz", {}),
        ("GET", "/api/sessions/x", {}),
        ("GET", "/api/runs/x/events", {"headers": EVENTS}),
        ("GET", f"/api/sessions/{session}/events?x=1", {"headers": EVENTS}),
        ("POST", message, {"json": {**body, "mode": "sing"}, "headers": EVENTS}),
        ("POST", message, {"content": b"{", "headers": {"Content-Type": "application/json"}}),
        ("POST", message, {"content": b"x" * 13_000_000, "headers": {"Content-Type": "application/json"}}),
        ("POST", message, {"json": body, "headers": {**EVENTS, "Authorization": "Bearer x"}}),
        ("POST", message, {"json": body, "headers": {"Authorization": ""}}),
        ("GET", "/api/a%2Fb//c%C3%A9?q=%00", {}),
        ("OPTIONS", message, {}),
        ("HEAD", "/api/sessions", {}),
        ("DELETE", "/healthz", {}),
    ]
    for method, path, more in calls:
        threaded, edge = (said(each, user, method, path, **more) for each in doors)
        assert edge == threaded, (method, path)


def test_a_run_is_told_in_the_same_bytes(doors, user):
    session = user.session()
    given = {"session_id": session, "message": "Insert the following: “Tides 🙂 flood the marsh twice a day.”"}
    status, headers, body = said(doors[1], user, "POST", "/api/chat/message", json=given, headers=EVENTS)
    events = Decoder().feed(body)
    assert status == 200 and [events[0].event, events[-1].event] == ["phase", "final_answer"]
    for place in ("", "?cursor=1", "?unit=utf16", "?cursor=99"):
        path = f"/api/runs/{headers['x-run-id']}/events{place}"
        threaded, edge = (said(each, user, "GET", path, headers=EVENTS) for each in doors)
        assert edge == threaded
    path = f"/api/runs/{headers['x-run-id']}/events"
    assert [said(each, user, "HEAD", path, headers=EVENTS)[2] for each in doors] == [b"", b""]


def test_a_body_longer_than_is_read_beforehand_comes_whole(doors, user):
    text = "Tides flood the marsh. " * 80_000
    for address in doors:
        path = f"/api/sessions/{user.session()}/document"
        status, _, body = said(address, user, "PUT", path, json={"content": text}, headers={"If-Match": '"0"'})
        assert status == 200 and json.loads(body)["content"] == text
        pieces = (json.dumps({"title": "A" * 100}).encode()[at : at + 7] for at in range(0, 120, 7))
        chunked = {"content": pieces, "headers": {"Content-Type": "application/json"}}
        assert json.loads(said(address, user, "POST", "/api/sessions", **chunked)[2])["title"] == "A" * 100


def test_a_long_answer_comes_in_order(doors, user):
    body = {"model": "m", "messages": [{"role": "user", "content": "What are tides?"}], "stream": True}
    key = user.call("POST", "/api/auth/keys", {"name": "k"})
    headers = {"Authorization": f"Bearer {key.json['key']}"} if key.status_code == 201 else {}
    heard = [said(each, user, "POST", "/v1/chat/completions", json=body, headers=headers) for each in doors]
    assert heard[0][0] == heard[1][0] and heard[0][2].count(b"data:") == heard[1][2].count(b"data:")


def test_what_is_over_the_limit_is_refused_alike_and_takes_no_thread(app, user):
    admission, session = app.wsgi_app, user.session()
    assert isinstance(admission, Admission)
    body = {"session_id": session, "message": "Hello."}

    def called(environ, start):
        raise AssertionError("the application is not asked")

    with serving(app) as threaded:
        admission._most = 0
        expected = said(threaded, user, "POST", "/api/chat/message", json=body)
    assert expected[0] == 503
    inner, admission._application = admission._application, called
    with serving_edge(app) as edge:
        assert said(edge, user, "POST", "/api/chat/message", json=body) == expected
        admission._most, admission._application = 64, inner
        assert said(edge, user, "POST", "/api/chat/message", json=body)[0] == 200
    assert admission._count == 0


class Follower:
    """A reader of a session's stream, over a socket of its own."""

    def __init__(self, address, user, session):
        host = urlsplit(address)
        self.socket = socket.create_connection((host.hostname, host.port), timeout=PATIENCE)
        lines = (f"GET /api/sessions/{session}/events HTTP/1.1", f"Host: {host.netloc}", "Accept: text/event-stream")
        self.socket.sendall("\r\n".join((*lines, f"Authorization: Bearer {user.access}", "", "")).encode())
        self.heard = b""
        self.read_to(b"retry: 2000")

    def read_to(self, mark):
        while mark not in self.heard:
            piece = self.socket.recv(65536)
            assert piece, self.heard
            self.heard += piece

    def read_out(self):
        while piece := self.socket.recv(65536):
            self.heard += piece


def test_followers_hear_at_once_take_no_thread_and_no_place_and_leave_nothing(app, user):
    app.extensions["coscribe"].pulse.start()
    admission, session = app.wsgi_app, user.session()
    assert isinstance(admission, Admission)
    feeds = app.extensions["coscribe"].channel.sessions
    with serving_edge(app) as address:
        followers = [Follower(address, user, session) for _ in range(20)]  # more than the server has threads
        assert admission._count == 0
        with app.app_context(), transaction():
            sessions.update(session, {"title": "Other"}, app.extensions["coscribe"].clock())
        user.call("POST", "/api/chat/message", {"session_id": session, "message": "Hello."})
        for each in followers:
            each.read_to(b"event: run")
            each.socket.close()
        until(lambda: feeds.watched() == () or None)


def test_a_stream_without_an_end_ends_when_the_server_is_to_stop(app, user):
    stops = threading.Event()
    with serving_edge(app, stops.is_set) as address:
        follower = Follower(address, user, user.session())
        stops.set()
        follower.read_out()
        follower.socket.close()
        assert follower.heard.endswith(b"0\r\n\r\n"), "whole, so that the reader comes again elsewhere"
    assert LOOK <= 1


def test_all_that_are_due_are_woken_together_and_in_rounds():
    calls = []

    class Loop:
        """Keeps what it is to call: at once from any thread, or later."""

        def is_closed(self):
            return False

        def call_soon_threadsafe(self, call):
            calls.append((0.0, call))

        def call_later(self, seconds, call):
            calls.append((seconds, call))

    waker, (one, two) = Waker(Loop()), (asyncio.Event(), asyncio.Event())
    for each in (one, two, one, two):
        waker.wake(each)
    assert [seconds for seconds, _ in calls] == [0.0], "one call for all"
    calls.pop()[1]()
    assert one.is_set() and two.is_set()
    one.clear()
    two.clear()
    waker.wake(one)
    assert [seconds for seconds, _ in calls] == [PACE], "what comes meanwhile waits for the next round"
    calls.pop()[1]()
    assert one.is_set() and not two.is_set()
    calls.pop()[1]()
    assert not calls, "nothing was due, so there is no further round"
    waker.wake(two)
    assert [seconds for seconds, _ in calls] == [0.0], "and the next news is told at once"


def test_a_silent_stream_gives_signs_of_life(app, user, monkeypatch):
    monkeypatch.setattr(module, "HEARTBEAT", 0.02)
    monkeypatch.setattr(module, "LOOK", 0.01)
    with serving_edge(app) as address:
        follower = Follower(address, user, user.session())
        follower.read_to(b": still here\n\n")
        follower.socket.close()


def test_an_application_that_breaks_closes_what_it_gave():
    closed = []

    class Pieces:
        def __iter__(self):
            yield b"a"
            raise ZeroDivisionError

        def close(self):
            closed.append(True)

    def broken(environ, start):
        start("200 OK", [("Content-Length", "2")])
        return Pieces()

    messages = [{"type": "http.request", "body": b""}]

    async def receive():
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def send(message):
        raise AssertionError("nothing of it is sent")

    scope = {
        "type": "http", "method": "GET", "raw_path": b"/", "query_string": b"", "http_version": "1.1",
        "scheme": "http", "headers": [],
    }  # fmt: skip
    with pytest.raises(ZeroDivisionError):
        asyncio.run(Edge(broken, 1, lambda: False)(scope, receive, send))
    assert closed == [True]
