"""Streamed answers: the same reply as the whole answer, told as it comes, and what is kept of one that breaks off."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import openai
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import errors
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, Usage
from backend.net import deadline
from backend.providers import streaming
from backend.providers.openai_compatible import OpenAICompatible
from backend.providers.perplexity import Perplexity
from backend.providers.presets import Endpoint
from backend.providers.repeated_calls import Guarded
from backend.providers.streaming import Assembly
from tests.providers.asking import GOOD, REQUEST, Ear, compatible, perplexity
from tests.sonar_stand_in import (
    Answer,
    Fails,
    OnlyForms,
    Says,
    SonarStandIn,
    Streamed,
    cut_before,
    drip_body,
    drip_headers,
    hang,
    over_limit,
    sse,
)
from tests.waiting import NEVER

LONG = '{"message": "Reefs \\"grow\\" — ja, 珊瑚 😀.", "sources": ["https://example.org/survey"]}'
MODES = ["full", "concise", "plain"]


@pytest.mark.parametrize(("make", "mode"), [(perplexity, "full"), (perplexity, "concise"), (compatible, "plain")])
def test_a_stream_gives_the_reply_of_the_whole_answer(
    sonar: SonarStandIn, server: SonarStandIn, make: Callable[..., OpenAICompatible], mode: str
) -> None:
    stand_in = sonar if make is perplexity else server
    stand_in.answer = Answer(LONG)
    model = make(stand_in)
    whole = model.complete(REQUEST, silent)
    stand_in.answer = Streamed(Answer(LONG), mode, size=20, pause=0.1)
    ear = Ear()
    streamed = model.complete(REQUEST, silent, ear)
    assert streamed == whole
    assert ear.whole == whole.text
    assert len(ear.texts) > 1, "what arrives together is told in one piece"
    assert ear.begins == 1
    assert ear.found == ([whole.results] if whole.results else [])
    assert not stand_in.violations


def test_how_a_stream_is_asked_for(sonar: SonarStandIn, server: SonarStandIn) -> None:
    perplexity(sonar).complete(REQUEST, silent, Ear())
    perplexity(sonar).complete(REQUEST, silent)
    compatible(server).complete(REQUEST, silent, Ear())
    asked = [
        {name: value for name, value in recorded.body.items() if name.startswith("stream")}
        for recorded in [*sonar.requests, *server.requests]
    ]
    assert asked == [
        {"stream": True, "stream_mode": "concise"},
        {},
        {"stream": True, "stream_options": {"include_usage": True}},
    ]


@pytest.mark.parametrize("mode", ["concise", "plain"])
def test_thoughts_are_told_apart(sonar: SonarStandIn, mode: str) -> None:
    sonar.answer = Streamed(Answer(GOOD), mode, thoughts=("Let me look.", "Enough."))
    ear = Ear()
    assert perplexity(sonar).complete(REQUEST, silent, ear).text == GOOD
    assert ear.thoughts == ["Let me look.", "Enough."]
    assert ear.whole == GOOD


def test_thoughts_within_the_text_stay_there(sonar: SonarStandIn) -> None:
    text = f"<think>Hm.</think>{GOOD}"
    sonar.answer = Streamed(Answer(text))
    ear = Ear()
    reply = perplexity(sonar).complete(REQUEST, silent, ear)
    assert (reply.text, ear.whole, reply.rung) == (text, text, "json_schema")


@pytest.mark.parametrize(
    ("refusal", "asked"),
    [
        ("Unknown field: stream_options", [{"stream", "stream_options"}, {"stream"}, {"stream"}]),
        ("streaming is not supported here", [{"stream", "stream_options"}, set(), set()]),
        ("bad request", [{"stream", "stream_options"}, {"stream"}, {"stream"}]),
    ],
)
def test_refused_fields_are_dropped_and_remembered(server: SonarStandIn, refusal: str, asked: list[set[str]]) -> None:
    server.script(Fails(400, refusal))
    model = compatible(server)
    for _ in range(2):
        ear = Ear()
        reply = Guarded(model, 20).complete(replace(REQUEST, schema=None), silent, ear)
        assert ear.whole == reply.text
    assert [{name for name in each.body if name.startswith("stream")} for each in server.requests] == asked


def test_the_ladder_goes_down_with_a_stream_too(sonar: SonarStandIn) -> None:
    sonar.answer = OnlyForms((None,), otherwise=Answer(GOOD))
    ear = Ear()
    assert perplexity(sonar).complete(REQUEST, silent, ear).rung == "prompt"
    assert (ear.whole, ear.begins) == (GOOD, 2)


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "text/event-stream"])
def test_a_server_that_does_not_stream(server: SonarStandIn, kind: str) -> None:
    server.answer = Says(json.dumps(Answer(LONG).whole("m")).encode(), kind)
    ear = Ear()
    reply = Guarded(compatible(server), 20).complete(REQUEST, silent, ear)
    assert (reply.text, ear.texts) == (LONG, [LONG])


def test_a_stream_of_the_wrong_type(server: SonarStandIn) -> None:
    server.answer = Says(b"".join(Streamed(Answer(LONG)).frames("plain")), "text/plain")
    assert compatible(server).complete(REQUEST, silent, Ear()).text == LONG


def test_what_is_behind_done_is_ignored(server: SonarStandIn) -> None:
    frames = [*Streamed(Answer(GOOD)).frames("plain"), *Streamed(Answer("more")).frames("plain"), b"data: {\n\n"]
    server.answer = Says(b"".join(frames), "text/event-stream")
    ear = Ear()
    assert compatible(server).complete(REQUEST, silent, ear).text == GOOD
    assert ear.whole == GOOD


def assembled(*events: Any, ear: Ear | None = None) -> dict[str, Any]:
    frames = [event if isinstance(event, bytes) else sse(event) for event in events]
    body = Assembly("test", ear or Ear()).read(frames)
    return {"text": body["choices"][0]["message"]["content"], **body}


def delta(content: Any, finish: str | None = None, **more: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": {"content": content}, "finish_reason": finish}], **more}


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ([delta("a"), delta("b", "stop")], "ab"),
        ([delta("a"), {"choices": [{"index": 1, "delta": {"content": "x"}}]}, delta("b", "stop")], "ab"),
        ([delta([{"type": "text", "text": "a"}]), delta(None), delta(7), delta("b", "stop")], "ab"),
        ([delta("a\ud83d"), delta("\ude00b", "stop")], "a😀b"),
        ([delta("a\ud83d"), delta("b", "stop")], "a\ufffdb"),
        ([delta("a", "stop"), b"data: \n\n"], "a"),
        ([*(delta(LONG[:upto]) for upto in range(1, len(LONG), 3)), delta(LONG, "stop")], LONG),
        ([{"choices": None}, {"choices": [None]}, {"choices": [{"delta": "x"}]}, delta("a", "stop")], "a"),
        ([{"choices": [{"message": {"content": "ab"}, "finish_reason": "stop"}]}], "ab"),
        ([{"choices": [{"message": {"content": each}}]} for each in ("a", "ab")] + [delta("", "stop")], "ab"),
        ([delta("a"), delta("b", "stop"), b"data: [DONE]"], "ab"),
        ([delta("a"), sse(delta("b", "stop"))[:-2]], "ab"),
        ([delta("thinking", object="chat.reasoning"), delta("a", "stop")], "a"),
        ([delta("x", "stop", object="chat.reasoning.done"), delta("a", "length")], "a"),
    ],
)  # fmt: skip
def test_odd_chunks(events: list[Any], text: str) -> None:
    assert assembled(*events)["text"] == text


def test_the_last_findings_and_counts_that_came_are_kept() -> None:
    body = assembled(
        delta("a", citations=["x"], usage={"prompt_tokens": 1}),
        delta("b", citations=["x", "y"], search_results=[{"url": "y"}]),
        delta("", "stop", citations=[], usage={"prompt_tokens": 2}, model="m"),
    )
    assert (body["citations"], body["search_results"]) == (["x", "y"], [{"url": "y"}])
    assert (body["usage"], body["model"]) == ({"prompt_tokens": 2}, "m")


@pytest.mark.parametrize(
    ("event", "error"),
    [
        ({"error": {"message": "busy", "code": 429}}, errors.ProviderOverLimit),
        ({"error": "boom"}, errors.ProviderMisanswered),
        (sse({"message": "boom"}, "error"), errors.ProviderMisanswered),
        (b"data: <html>\n\n", errors.ProviderMisanswered),
        (b"data: [1]\n\n", errors.ProviderMisanswered),
        (b"data: [DONE]\n\n", errors.ProviderUnreachable),
        (b"", errors.ProviderUnreachable),
    ],
)
def test_a_stream_that_fails_keeps_what_came(server: SonarStandIn, event: Any, error: type) -> None:
    frames = [sse(delta("Reefs ")), sse(delta("grow.")), event if isinstance(event, bytes) else sse(event)]
    server.answer = Says(b"".join(frames), "text/event-stream")
    ear = Ear()
    with pytest.raises(errors.ProviderError) as raised:
        Guarded(compatible(server), 20, sleep=lambda _: None).complete(REQUEST, silent, ear)
    assert type(raised.value) is error
    partial = raised.value.partial
    assert isinstance(partial, ChatReply)
    assert (partial.text, partial.finish_reason, partial.rung) == ("Reefs grow.", None, "json_schema")
    assert ear.whole == "Reefs grow."
    assert len(server.requests) == 1  # what was heard once isn't said again


def test_an_error_before_the_first_word_is_asked_again(server: SonarStandIn) -> None:
    server.script(over_limit(), cut_before, Says(sse({"error": {"code": 503}}), "text/event-stream"))
    model = Guarded(compatible(server), 20, sleep=lambda _: None)
    with pytest.raises(errors.ProviderOverLimit) as raised:
        model.complete(REQUEST, silent, Ear())
    assert raised.value.partial is None
    ear = Ear()
    server.script(over_limit(), cut_before)
    assert ear.whole == "" and model.complete(REQUEST, silent, ear).text == ear.whole
    assert ear.begins == 3


CUT = Answer('{"message": "A – 😀 b", "sources": []}', results=())
PROVIDER_ERRORS = (errors.ProviderError,)


@pytest.mark.parametrize("mode", MODES)
def test_every_cut_fails_as_it_should_or_is_whole(mode: str) -> None:
    """Cut at each byte: a whole answer, or a ProviderError with a prefix of it."""
    stream = b"".join(Streamed(CUT, mode, size=5, thoughts=("Hm.",)).frames(mode))
    finished = 0
    for cut in range(len(stream)):
        ear = Ear()
        assembly = Assembly("test", ear)
        try:
            assembly.read([stream[:cut]])
        except PROVIDER_ERRORS as error:
            assert type(error) is errors.ProviderUnreachable
            assert not finished
        else:
            finished += 1
            assert ear.whole == CUT.content
        text = assembly.body()["choices"][0]["message"]["content"]
        assert CUT.content.startswith(text) and CUT.content.startswith(ear.whole)
    assert finished


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=40), st.integers(1, 9), st.sampled_from(MODES), st.lists(st.integers(0, 4000), max_size=6))
def test_any_text_in_any_pieces(text: str, size: int, mode: str, cuts: list[int]) -> None:
    stream = b"".join(Streamed(Answer(text), mode, size=size).frames(mode))
    edges = [0, *sorted(cut for cut in cuts if cut < len(stream)), len(stream)]
    ear = Ear()
    body = Assembly("test", ear).read([stream[a:b] for a, b in pairwise(edges)])
    assert body["choices"][0]["message"]["content"] == text == ear.whole


def test_what_arrives_together_is_told_together_and_in_its_order() -> None:
    told: list[object] = []

    class Told(Ear):
        def text(self, delta: str) -> None:
            told.append(delta)

        def thought(self, delta: str) -> None:
            told.append(("thought", delta))

    deltas = [{"content": "a"}, {"content": "b"}, {"reasoning": "hm"}, {"content": "c"}, {"content": "d"}]
    frames = [f"data: {json.dumps({'choices': [{'delta': each}]})}\n\n".encode() for each in deltas]
    assembly = Assembly("test", Told())
    assert assembly.feed(b"".join(frames)) and assembly.feed(frames[0])
    assert told == ["ab", ("thought", "hm"), "cd", "a"]
    with pytest.raises(errors.ProviderError):
        assembly.feed(frames[1] + b'data: {"error": {"message": "no"}}\n\n')
    assert told[4:] == ["b"] and not assembly.feed(b'data: {"choices": [{"delta": {}, "finish_reason": "stop"}]}\n\n')


def test_a_long_answer_is_whole(sonar: SonarStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LONG", 20)
    sonar.answer = Streamed(Answer(LONG), "concise", size=4)
    ear = Ear()
    assert perplexity(sonar).complete(REQUEST, silent, ear).text == ear.whole == LONG


def test_an_answer_is_long_by_its_characters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LONG", 3)
    assembly = Assembly("test", Ear())
    frames = [f"data: {json.dumps({'choices': [{'delta': {'content': each}}]})}\n\n".encode() for each in ("ab", "cd")]
    assert [assembly.feed(each) for each in frames] == [True, False]


def test_a_cut_connection_keeps_what_came(sonar: SonarStandIn) -> None:
    sonar.answer = Streamed(Answer(LONG), "concise", size=4, upto=2000, then="cut")
    with pytest.raises(errors.ProviderUnreachable) as raised:
        perplexity(sonar).complete(REQUEST, silent, Ear())
    partial = raised.value.partial
    assert partial is not None and partial.text and LONG.startswith(partial.text)
    assert (partial.results, partial.usage) != ((), None)


def test_a_connection_that_stays_open_behind_the_answer(server: SonarStandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LINGER", 0.2)
    to_its_end = Streamed(Answer(GOOD)).frames("plain", "some-model")[:-2]
    for then in ("hang", "drip", "cut"):
        server.answer = Streamed(Answer(GOOD), "plain", upto=sum(map(len, to_its_end)), then=then)
        reply = compatible(server, timeout=NEVER).complete(REQUEST, silent, Ear())
        assert (reply.text, reply.usage.cost) == (GOOD, None) and not server.gave_up


@pytest.mark.parametrize("then", ["hang", "drip"])
def test_the_deadline_holds_within_a_stream(sonar: SonarStandIn, then: str) -> None:
    sonar.answer = Streamed(Answer(LONG), "full", size=4, upto=3000, then=then)

    class Late(Ear):
        """The time is over as soon as a first text has come."""

        def text(self, delta: str) -> None:
            super().text(delta)
            bound.expires = 0.0

    with deadline.limit(NEVER) as bound, pytest.raises(errors.ProviderTimeout) as raised:
        perplexity(sonar, timeout=2 * NEVER).complete(REQUEST, silent, Late())
    assert raised.value.partial is not None and LONG.startswith(raised.value.partial.text)


@pytest.mark.parametrize("listening", [True, False])
@pytest.mark.parametrize(
    "behaviour",
    [hang, drip_headers, drip_body, Streamed(Answer(LONG), upto=3000, then="hang"), over_limit(retry_after="20")],
)
def test_a_call_is_cancelled_while_the_server_goes_on(sonar: SonarStandIn, behaviour: Any, listening: bool) -> None:
    sonar.answer = behaviour
    wish = Cancellation()
    threading.Timer(0.3, wish.cancel).start()
    with obeying(wish), pytest.raises(errors.Cancelled):
        Guarded(perplexity(sonar, timeout=NEVER), NEVER).complete(REQUEST, silent, Ear() if listening else None)
    assert not sonar.gave_up


def test_a_stream_that_drips_is_cancelled_with_what_came(sonar: SonarStandIn) -> None:
    sonar.answer = Streamed(Answer(LONG), "concise", size=4, upto=1500, then="drip")
    wish = Cancellation()
    ear = Ear(wish)
    with obeying(wish), pytest.raises(errors.Cancelled) as raised:
        perplexity(sonar, timeout=60.0).complete(REQUEST, silent, ear)
    assert raised.value.partial is not None
    assert raised.value.partial.text == ear.whole != ""
    with obeying(wish), pytest.raises(errors.Cancelled):
        Guarded(perplexity(sonar), 60.0).complete(REQUEST, silent)
    assert len(sonar.requests) == 1


@pytest.mark.parametrize("stage", ["accepting", "reading"])
def test_a_server_that_does_not_read_is_cancelled(stage: str) -> None:
    """No TLS handshake, and no room for the request: neither is waited for."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        scheme = "https" if stage == "accepting" else "http"
        url = f"{scheme}://127.0.0.1:{listener.getsockname()[1]}"
        wish = Cancellation()
        threading.Timer(0.2, wish.cancel).start()
        long = replace(REQUEST, turns=(replace(REQUEST.turns[-1], content="x" * 20_000_000),))
        with obeying(wish), pytest.raises(errors.Cancelled):
            Perplexity(Endpoint(url, "k", timeout=NEVER)).complete(long, silent)


def test_what_a_listener_raises_ends_the_call(sonar: SonarStandIn) -> None:
    class Full(Ear):
        def text(self, delta: str) -> None:
            raise errors.Busy("no room")

    with pytest.raises(errors.Busy):
        Guarded(perplexity(sonar), 20).complete(REQUEST, silent, Full())


@pytest.mark.parametrize("mode", MODES)
def test_the_stand_ins_streams_are_such_as_the_real_client_reads(server: SonarStandIn, mode: str) -> None:
    """The shapes that all this is tested on, held against OpenAI's own client."""
    server.answer = Streamed(Answer(LONG), mode)
    with openai.OpenAI(base_url=server.url, api_key="k", max_retries=0) as client:
        chunks = list(
            client.chat.completions.create(
                model="m",
                messages=[{"role": "user", "content": "x"}],
                stream=True,
                stream_options={"include_usage": True},
            )
        )
    text = "".join(choice.delta.content or "" for chunk in chunks for choice in chunk.choices)
    assert text == LONG
    assert any(choice.finish_reason == "stop" for chunk in chunks for choice in chunk.choices)
    usage = chunks[-1].usage
    assert usage is not None
    assert Usage(usage.prompt_tokens, usage.completion_tokens) == Usage(11, 7)
