"""Streams, and clients that go away."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time

import pytest

from backend.drafting.reply_parser import ANSWER_SCHEMA
from backend.kernel.sse import Decoder
from tests.api.sonar.endpoints.calling import ASKED, chunks, complete, delta, marked
from tests.connectors.web import Reply
from tests.sonar_stand_in import Answer
from tests.waiting import PATIENCE


def unjudged(chunk):
    """Results as they are known before the answer is written."""
    return [{name: each[name] for name in each if name != "support_of"} for each in chunk["search_results"]]


def test_full_mode_repeats_the_text_and_never_loses_the_sources(modelled, model):
    model.answer = marked(2, 0)
    told = chunks(complete(modelled, stream=True))
    text = "".join(map(delta, told))
    assert text == "Point 2 [3]. Point 0 [1]. Invented."
    said = ""
    for chunk in told:
        said += delta(chunk)
        assert chunk["object"] == "chat.completion.chunk"
        assert chunk["choices"][0]["message"]["content"] == said
        assert chunk["citations"] == told[0]["citations"] and len(chunk["citations"]) == 3
    assert told[0]["search_results"] == unjudged(told[-1]) and len(told) > 1
    assert [each["choices"][0]["finish_reason"] for each in told] == [None] * (len(told) - 1) + ["stop"]
    assert told[-1]["usage"]["completion_tokens"] and len({each["id"] for each in told}) == 1


def test_concise_mode_tells_of_the_search_and_gives_deltas_alone(modelled, model):
    model.answer = marked(1)
    told = chunks(complete(modelled, stream=True, stream_mode="concise"))
    kinds = list(dict.fromkeys(each["object"] for each in told))
    assert kinds == ["chat.reasoning", "chat.reasoning.done", "chat.completion.chunk", "chat.completion.done"]
    (step,) = told[0]["choices"][0]["delta"]["reasoning_steps"]
    assert step["type"] == "web_search" and step["web_search"]["search_keywords"] == ["coral bleaching"]
    done, last = (next(each for each in told if each["object"] == kind) for kind in (kinds[1], kinds[3]))
    assert done["search_results"] == unjudged(last) and len(last["search_results"]) == 3
    assert [len(each.get("support_of", ())) for each in last["search_results"]] == [0, 1, 0]
    words = [each for each in told if each["object"] == "chat.completion.chunk"]
    assert "".join(map(delta, words)) == last["choices"][0]["message"]["content"] == "Point 1 [2]. Invented."
    assert not any("citations" in each or "message" in each["choices"][0] for each in words)


@pytest.mark.parametrize("mode", ["full", "concise"])
def test_a_stream_without_a_model(keyless, mode):
    told = chunks(complete(keyless, stream=True, stream_mode=mode))
    whole = complete(keyless).json
    assert "".join(map(delta, told)) == whole["choices"][0]["message"]["content"]
    assert told[-1]["citations"] == whole["citations"]


def test_what_fails_before_the_first_word_has_a_status_and_later_an_event(modelled, model):
    def broken(handler):
        handler.send_json(503, {"error": {"message": "busy"}}, {"retry-after": "60"})

    model.answer = broken
    plain = complete(modelled)
    assert plain.status_code == 503 and plain.json["error"]["code"] == 503
    early = complete(modelled, stream=True, disable_search=True)
    assert early.status_code == 503 and early.json["error"]["type"] == "provider_over_limit"
    late = complete(modelled, stream=True)
    *_, last = Decoder().feed(late.data)
    assert late.status_code == 200 and json.loads(last.data)["error"]["code"] == 503


class Slow:
    """A model that says a word and goes on for ever; `gone` is set when whoever asked has hung up."""

    def __init__(self):
        self.asked, self.gone = threading.Event(), threading.Event()

    def __call__(self, handler):
        if "You write queries" in json.dumps(handler.recorded.body):
            return Answer('{"queries": ["coral bleaching"]}', results=())(handler)
        self.asked.set()
        if not handler.recorded.body.get("stream"):
            handler.connection.settimeout(30)
            handler.connection.recv(1)
            return self.gone.set()
        handler.raw(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n")
        first = {"choices": [{"index": 0, "delta": {"content": "Well, it is "}, "finish_reason": None}]}
        handler.raw(b"data: " + json.dumps(first).encode() + b"\n\n")
        until = time.monotonic() + PATIENCE
        while handler.raw(b": still here\n\n") and time.monotonic() < until:
            time.sleep(0.02)
        self.gone.set()


def test_who_closes_a_stream_stops_the_work(modelled, model):
    slow = Slow()
    model.answer = slow
    answer = complete(modelled, stream=True)
    pieces = answer.iter_encoded()
    while b"Well" not in next(pieces):
        pass
    answer.close()
    assert slow.gone.wait(PATIENCE)


@pytest.mark.parametrize("stream", [False, True])
def test_who_hangs_up_stops_the_work(modelled, model, stream):
    """Seen at the socket, also while there is nothing to send."""
    slow = Slow()
    model.answer = slow
    here, there = socket.socketpair()

    def call():
        with contextlib.closing(complete_at(modelled, here, stream=stream)) as answer:
            answer.get_data()

    thread = threading.Thread(target=call)
    thread.start()
    assert slow.asked.wait(PATIENCE)
    there.close()
    assert slow.gone.wait(PATIENCE)
    thread.join(PATIENCE)
    assert not thread.is_alive()
    here.close()


def complete_at(user, connection, **more):
    headers = {"Authorization": f"Bearer {user.access}"}
    return user.app.test_client().post(
        "/v1/chat/completions", json=ASKED | more, headers=headers, environ_overrides={"gunicorn.socket": connection}
    )


def test_a_service_that_hangs_does_not_keep_a_client_that_left(keyless, searxng):
    searxng.on("/search", Reply(delay=60))
    here, there = socket.socketpair()
    there.close()
    answer = complete_at(keyless, here)
    assert answer.status_code == 409, "it would have been answered without results at the search's deadline"
    here.close()


def test_stage_ones_form_is_filled_without_a_model(keyless):
    """As another Coscribe asks for it: content to approve, with sources that are among those found."""
    form = {"type": "json_schema", "json_schema": {"name": ANSWER_SCHEMA.name, "schema": dict(ANSWER_SCHEMA.schema)}}
    said = [{"role": "user", "content": "Write a paragraph on coral bleaching under marine heatwaves."}]
    told = complete(keyless, messages=said, response_format=form).json
    made = json.loads(told["choices"][0]["message"]["content"])
    assert set(made) == set(ANSWER_SCHEMA.schema["properties"])
    assert "coral bleaching" in made["document_content"] and made["sources"]
    assert all(any(url in each for url in told["citations"]) for each in made["sources"])
