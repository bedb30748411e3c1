"""The ask endpoint as its stand-in has it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from backend import errors
from backend.drafting.history import current
from backend.kernel.cancellation import Cancellation, obeying
from backend.kernel.events import silent
from backend.kernel.exchange import Turn
from backend.kernel.search_requests import SearchOptions
from backend.providers.ask import HOLE, NO_OPTIONS, Ask, body
from backend.providers.presets import Endpoint
from backend.providers.repeated_calls import Guarded
from tests.ask_stand_in import AskStandIn, Snapshots, markdown, told, web
from tests.providers.asking import GOOD, REQUEST, Ear
from tests.sonar_stand_in import HTML, Fails, Says, cut_before, hang, over_limit
from tests.waiting import NEVER

URLS = ("https://example.org/survey", "https://doi.org/10.1000/other")


@pytest.fixture
def server() -> Iterator[AskStandIn]:
    with AskStandIn() as server:
        yield server


def ask(server: AskStandIn, **settings: Any) -> Ask:
    return Ask(Endpoint(**{"base_url": server.url, "api_key": server.key, "timeout": 20.0, **settings}))


@pytest.mark.parametrize("listening", [True, False])
def test_request_and_reply(server: AskStandIn, listening: bool) -> None:
    server.answer = told(GOOD, *URLS)
    ear = Ear()
    reply = ask(server).complete(REQUEST, silent, ear if listening else None)
    assert not server.violations
    assert (reply.text, reply.provider, reply.model) == (GOOD, "ask", "some-model")
    assert (reply.finish_reason, reply.rung, reply.extra) == ("stop", "prompt", {"id": "b-1"})
    assert [source.url for source in reply.results] == list(URLS)
    first, second = reply.results
    assert (first.title, first.content, first.year) == ("On https://example.org/survey", "Words.", 2024)
    assert second.doi == "10.1000/other"
    if listening:
        assert (ear.whole, ear.begins, ear.found) == (GOOD, 1, [reply.results])
        assert len(ear.texts) > 3


def test_the_query_is_the_last_user_message_alone(server: AskStandIn) -> None:
    ask(server).complete(REQUEST, silent)
    sent = server.requests[0].body
    assert sent["query_str"] == "now"
    assert sent["params"]["system_prompt"].split("\n\n") == [
        "Answer in JSON.",
        "The document is empty.",
        "Earlier in this conversation:",
        "user:\nearlier",
        "assistant:\nanswer",
    ]


@pytest.mark.parametrize("highlights", ["", "[ATTACHED_HIGHLIGHTS]\n- Reefs grow."])
def test_only_the_users_words_are_searched_for(server: AskStandIn, highlights: str) -> None:
    marked = current("Why do reefs grow?\n\nBe brief.", highlights)
    ask(server).complete(replace(REQUEST, turns=(*REQUEST.turns[:-1], Turn("user", marked))), silent)
    sent = server.requests[0].body
    assert sent["query_str"] == "Why do reefs grow?\n\nBe brief."
    assert sent["params"]["system_prompt"].endswith(f"assistant:\nanswer\n\n{marked}")


def test_settings_of_a_request(server: AskStandIn) -> None:
    first, second = (
        body(replace(REQUEST, search=search), model, "Europe/Oslo")["params"]
        for search, model in ((None, ""), (False, "quick"))
    )
    assert (first["sources"], first["search_focus"], first["timezone"]) == (["web"], "internet", "Europe/Oslo")
    assert "model_preference" not in first
    assert (second["sources"], second["search_focus"], second["model_preference"]) == ([], "writing", "quick")
    only = body(replace(REQUEST, turns=REQUEST.turns[-1:]), "", "UTC")["params"]
    assert "system_prompt" not in only


def test_search_options_are_said_to_have_no_effect(server: AskStandIn) -> None:
    server.answer = told(GOOD)
    wanted = replace(REQUEST, search_options=SearchOptions("academic"))
    assert [ask(server).complete(each, silent).warnings for each in (REQUEST, wanted)] == [(), (NO_OPTIONS,)]


def test_the_address_is_the_operators() -> None:
    assert Ask(Endpoint("https://ask.example")).url == "https://ask.example/rest/sse/perplexity_ask"
    assert Ask(Endpoint("https://ask.example/own/path")).url == "https://ask.example/own/path"
    for address in ("", "perplexity", "ask.example", "https://", "ftp://ask.example"):
        with pytest.raises(ValueError, match="no default"):
            Ask(Endpoint(address))


def test_its_end_is_not_waited_beyond(server: AskStandIn) -> None:
    events = [{"blocks": [markdown(["a"])]}, {"status": "COMPLETED"}, {"blocks": [markdown(["b"], 1)]}]
    for then in ("end", "hang", "cut"):
        server.answer = Snapshots(events, then=then, closing=b"")
        assert ask(server).complete(REQUEST, silent).text == "a"


def test_a_piece_that_never_came_is_told(server: AskStandIn) -> None:
    pieces = [{"blocks": [markdown(["a"], 0)]}, {"blocks": [markdown(["z"], 9)]}]
    server.answer = Snapshots([*pieces, {"final": True}])
    ear = Ear()
    reply = ask(server).complete(REQUEST, silent, ear)
    assert (reply.text, ear.whole, reply.finish_reason, reply.warnings) == ("a", "a", "length", (HOLE,))
    filled = {"final": True, "blocks": [markdown(list("bcdefghi"), 1)]}
    server.answer = Snapshots([*pieces, filled])
    reply = ask(server).complete(REQUEST, silent)
    assert (reply.text, reply.finish_reason, reply.warnings) == ("abcdefghiz", "stop", ())


def test_multiple_data_lines_comments_and_garbage(server: AskStandIn) -> None:
    spread = b'data: {"blocks":\ndata: [{"markdown_block": {"chunks": ["a"]}}],\ndata: "final": true}\n\n'
    server.answer = Snapshots([b": hello\n\n", b"data: not json\n\n", b"data: [1]\n\n", spread])
    assert ask(server).complete(REQUEST, silent).text == "a"


def test_an_answer_that_is_rewritten(server: AskStandIn) -> None:
    """What was heard can't be taken back; the reply is what counts."""
    rewritten = {"text": "x", "final": True, "blocks": [markdown(["Reefs grow."])]}
    server.answer = Snapshots([{"blocks": [markdown(["Reefs shrink."])]}, rewritten])
    ear = Ear()
    reply = Guarded(ask(server), 20).complete(REQUEST, silent, ear)
    assert (reply.text, ear.whole) == ("Reefs grow.", "Reefs shrink.")


@pytest.mark.parametrize(
    ("behaviour", "error"),
    [
        (Fails(401), errors.ProviderKeyRefused),
        (Fails(403), errors.ProviderKeyRefused),
        (Fails(500), errors.ProviderMisanswered),
        (Fails(301, headers={"location": "http://127.0.0.1:9/"}), errors.ProviderMisanswered),
        (over_limit(retry_after="600"), errors.ProviderOverLimit),
        (HTML, errors.ProviderMisanswered),
        (cut_before, errors.ProviderUnreachable),
        (Says(b'{"error": {"code": 429}}'), errors.ProviderOverLimit),
        (Says(b"", "text/event-stream"), errors.ProviderUnreachable),
        (Snapshots([{"error_code": "RATE_LIMITED", "error_message": "no"}]), errors.ProviderOverLimit),
        (Snapshots([{"status": "FAILED"}]), errors.ProviderMisanswered),
        (Snapshots([{"final": True}]), errors.ProviderMisanswered),
        (Snapshots([{"blocks": [web(*URLS)]}]), errors.ProviderUnreachable),
    ],
)
def test_failures(server: AskStandIn, behaviour: Any, error: type) -> None:
    server.answer = behaviour
    with pytest.raises(errors.ProviderError) as raised:
        Guarded(ask(server), 20, sleep=lambda _: None).complete(REQUEST, silent, Ear())
    assert type(raised.value) is error
    assert raised.value.partial is None
    assert not server.violations


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ([], errors.ProviderUnreachable),
        ([b"data: [DONE]\n\n"], errors.ProviderUnreachable),
        ([{"error_code": "INTERNAL"}], errors.ProviderMisanswered),
    ],
)
def test_what_came_is_kept(server: AskStandIn, more: list[Any], error: type) -> None:
    server.answer = Snapshots([{"blocks": [markdown(["Reefs "]), web(*URLS)]}, *more])
    ear = Ear()
    with pytest.raises(errors.ProviderError) as raised:
        Guarded(ask(server), 20, sleep=lambda _: None).complete(REQUEST, silent, ear)
    assert type(raised.value) is error
    partial = raised.value.partial
    assert partial is not None
    assert (partial.text, partial.finish_reason, len(partial.results)) == ("Reefs ", None, 2)
    assert (ear.whole, len(server.requests)) == ("Reefs ", 1)


def test_every_cut_is_a_provider_error_with_a_prefix(server: AskStandIn) -> None:
    text = "Reefs – grow."
    stream = told(text, URLS[0], size=4)
    length = sum(map(len, stream.frames()[:-2]))
    model = ask(server)
    for upto in range(0, length, 37):
        server.answer = replace(stream, upto=upto, then="cut")
        with pytest.raises(errors.ProviderUnreachable) as raised:
            model.complete(REQUEST, silent)
        assert raised.value.partial is None or text.startswith(raised.value.partial.text)


@pytest.mark.parametrize(
    "behaviour", [hang, replace(told(GOOD), upto=700, then="hang"), replace(told(GOOD), upto=700, then="drip")]
)
def test_it_is_cancelled_while_the_server_is_silent(server: AskStandIn, behaviour: Any) -> None:
    server.answer = behaviour
    wish = Cancellation()
    threading.Timer(0.2, wish.cancel).start()
    with obeying(wish), pytest.raises(errors.Cancelled):
        Guarded(ask(server, timeout=NEVER), NEVER).complete(REQUEST, silent, Ear())


def test_a_key_that_cannot_be_one_and_close(server: AskStandIn) -> None:
    with pytest.raises(errors.ProviderKeyRefused):
        ask(server, api_key="ключ").complete(REQUEST, silent)
    model = ask(server, base_url=f"{server.url}/own/path")
    model.complete(REQUEST, silent)
    model.close()
    model.complete(REQUEST, silent)
    assert len(server.requests) == 2
