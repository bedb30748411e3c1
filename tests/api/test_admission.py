"""Long requests are counted from arrival to the end of the answer; over the limit they are refused at once."""

from __future__ import annotations

import functools
import socket
import threading
from contextlib import nullcontext

import pytest
from flask import Flask, Response
from werkzeug.test import Client as Plain

from backend.api import admission as module
from backend.api.admission import _LONG, Admission, in_flight
from backend.api.refusals import Refusals
from tests.api.conftest import Client
from tests.api.test_errors import is_problem


@pytest.mark.parametrize(
    ("call", "long"),
    [
        ("POST /api/chat/message", True),
        ("POST /api/chat/approve", True),
        ("POST /api/research", True),
        ("POST /v1/chat/completions", True),
        ("GET /api/runs/1/events", True),
        ("POST /api/sessions/1/check", True),
        ("POST /api/library", True),
        ("POST /api/runs/1/cancel", False),
        ("GET /api/chat/pending", False),
        ("GET /api/library", False),
        ("GET /readyz", False),
        ("PUT /api/sessions/1/document", False),
        ("POST /api/researchers", False),
    ],
)
def test_what_may_take_long(call, long):
    assert bool(_LONG.fullmatch(call)) is long


def test_the_first_requests_of_a_process_create_its_gauges_once_also_at_the_same_time(monkeypatch):
    created, second = [], threading.Event()

    class Slow:
        """A gauge whose creation waits for a moment: does another thread create it, too?"""

        def __init__(self, name, *said, **more):
            created.append(name)
            if created.count(name) > 1:
                second.set()
            second.wait(0.3)

        inc = set = lambda self, number=1: None

    for gauge in (module.in_flight, module.most_in_flight):
        monkeypatch.setattr(module, gauge.__name__, functools.cache(gauge.__wrapped__))
    monkeypatch.setattr(module, "Gauge", Slow)
    admission = Admission(lambda environ, start_response: [], 9, None)
    environs = [{"REQUEST_METHOD": "POST", "PATH_INFO": "/api/chat/message"} for _ in range(3)]
    threads = [threading.Thread(target=admission.refusal, args=(each,)) for each in environs]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(created) == len(set(created)) == 2


@pytest.mark.parametrize(
    ("accept", "ahead"),
    [("", False), ("application/json", False), ("text/event-stream", True), (" text/event-stream, */*", True)],
)
def test_a_chat_that_asks_for_events_goes_first(accept, ahead, monkeypatch):
    asked = []
    monkeypatch.setattr(module.SLOTS, "taken", lambda ahead: asked.append(ahead) or nullcontext())
    admission = Admission(lambda environ, start_response: [], 1, None)
    environ = {"REQUEST_METHOD": "POST", "PATH_INFO": "/api/chat/message", "HTTP_ACCEPT": accept}
    admission(environ, lambda *given: None).close()
    assert asked == [ahead]


def test_a_stream_counts_until_it_is_closed():
    before = in_flight()._value.get()
    app = Flask(__name__)
    app.add_url_rule("/api/runs/1/events", "events", lambda: Response(iter([b"a", b"b"])))
    app.add_url_rule("/api/runs/2/events", "broken", lambda: 1 / 0)
    app.testing = True
    door = Plain(Admission(app.wsgi_app, 2, Refusals(app, ())))
    answer = door.open("/api/runs/1/events", buffered=False)
    assert in_flight()._value.get() == before + 1
    answer.close()
    with pytest.raises(ZeroDivisionError):
        door.open("/api/runs/2/events")
    assert in_flight()._value.get() == before


def test_over_the_limit_chats_are_refused_at_once_and_the_rest_goes_on(app):
    client = Client(app)
    session = client.session()
    middleware = app.wsgi_app
    assert isinstance(middleware, Admission)
    middleware._count = middleware._most
    body = {"session_id": session, "message": "Hello"}
    refused = client.call("POST", "/api/chat/message", body)
    assert is_problem(refused, 503)["title"] == "The server is busy" and refused.headers["Retry-After"] == "1"
    assert client.call("GET", f"/api/sessions/{session}/messages").json["items"] == [], "nothing was stored"
    for path in ("/healthz", "/readyz", f"/api/sessions/{session}/document"):
        assert client.call("GET", path).status_code == 200
    assert client.call("POST", "/api/runs/none/cancel", {}).status_code == 404
    middleware._count = 0
    with client.call("POST", "/api/chat/message", body) as answer:
        assert answer.status_code == 200
    assert middleware._count == 0


def test_a_request_whose_client_has_gone_does_nothing(app):
    client = Client(app)
    session = client.session()
    ours, theirs = socket.socketpair()
    with ours:
        theirs.close()
        body = {"session_id": session, "message": "Hello"}
        gone = client.call("POST", "/api/chat/message", body, environ_overrides={"gunicorn.socket": ours})
    assert gone.status_code == 409
    assert client.call("GET", f"/api/sessions/{session}/messages").json["items"] == []
