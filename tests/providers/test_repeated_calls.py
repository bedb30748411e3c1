"""Failing providers: the right error, within the deadline, with no more requests than make sense."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend import errors
from backend.kernel.events import silent
from backend.kernel.exchange import ChatReply, ChatRequest
from backend.kernel.works import Source
from backend.providers.repeated_calls import Guarded, _storable_reply
from tests.providers.asking import GOOD, REQUEST, Listener, guarded, perplexity
from tests.sonar_stand_in import (
    ERROR_UNDER_200,
    HTML,
    NO_CHOICES,
    NO_CONTENT,
    Answer,
    Behaviour,
    Fails,
    Says,
    SonarStandIn,
    cut_before,
    cut_within,
    drip_body,
    drip_headers,
    hang,
    over_limit,
)


@pytest.mark.parametrize(
    ("behaviour", "error", "requests"),
    [
        (Fails(401), errors.ProviderKeyRefused, 1),
        (Fails(403), errors.ProviderKeyRefused, 1),
        (Fails(402), errors.ProviderOverLimit, 1),
        (Fails(404), errors.ProviderMisanswered, 1),
        (Fails(413), errors.ProviderDeclined, 1),
        (Fails(400), errors.ProviderDeclined, 2),  # once more without the schema
        (Fails(500), errors.ProviderMisanswered, 2),
        (Fails(502), errors.ProviderMisanswered, 1),
        (Fails(504), errors.ProviderTimeout, 1),
        (Fails(301, headers={"location": "http://127.0.0.1:9/"}), errors.ProviderMisanswered, 1),
        (Fails(429), errors.ProviderOverLimit, 3),
        (Fails(429, kind="insufficient_quota"), errors.ProviderOverLimit, 1),
        (Fails(503), errors.ProviderOverLimit, 3),
        (Fails(529), errors.ProviderOverLimit, 3),
        (over_limit(retry_after="3600"), errors.ProviderOverLimit, 1),
        (ERROR_UNDER_200, errors.ProviderOverLimit, 3),
        (cut_before, errors.ProviderUnreachable, 3),
        (cut_within, errors.ProviderUnreachable, 1),
        (HTML, errors.ProviderMisanswered, 1),
        (NO_CHOICES, errors.ProviderMisanswered, 1),
        (NO_CONTENT, errors.ProviderMisanswered, 1),
        (Says(b""), errors.ProviderMisanswered, 1),
        (Says(b"[1]"), errors.ProviderMisanswered, 1),
        (Says(b'{"choices": [null]}'), errors.ProviderMisanswered, 1),
        (Says(b'{"choices": "x"}'), errors.ProviderMisanswered, 1),
        (Says(b'{"error": "boom"}'), errors.ProviderMisanswered, 1),
        (Answer(content="   "), errors.ProviderMisanswered, 1),
        (Answer(content={"message": "x"}), errors.ProviderMisanswered, 1),
    ],
)
def test_failures(sonar: SonarStandIn, behaviour: Behaviour, error: type, requests: int) -> None:
    sonar.answer = behaviour
    with pytest.raises(errors.ProviderError) as raised:
        guarded(sonar, 20, waits=[]).complete(REQUEST, silent)
    assert type(raised.value) is error
    assert len(sonar.requests) == requests
    assert not sonar.violations


@pytest.mark.parametrize("behaviour", [hang, drip_headers, drip_body])
def test_a_server_that_never_ends_is_left_at_the_deadline(sonar: SonarStandIn, behaviour: Behaviour) -> None:
    sonar.answer = behaviour
    with pytest.raises(errors.ProviderTimeout):
        guarded(sonar, 0.6).complete(REQUEST, silent)
    assert len(sonar.requests) <= 1 and not sonar.gave_up, "not asked again after the deadline"


@pytest.mark.parametrize(
    ("refusals", "waits"),
    [
        ([over_limit(retry_after="2")], [2.0]),
        ([over_limit(retry_after_ms="250"), over_limit(retry_after="1")], [0.25, 1.0]),
        ([over_limit(retry_after="soon")], None),
        ([cut_before], None),
        ([Fails(503), Fails(429)], None),
    ],
)
def test_retries_until_it_answers(sonar: SonarStandIn, refusals: list[Behaviour], waits: list[float] | None) -> None:
    sonar.script(*refusals, Answer(GOOD))
    waited: list[float] = []
    listener = Listener()
    reply = guarded(sonar, 20, waited).complete(REQUEST, listener)
    assert reply.text == GOOD
    assert len(waited) == len(refusals)
    assert waits is None or waited == waits
    assert [event.data["phase"] for event in listener.events] == ["asking"] + ["waiting"] * len(refusals)


def test_a_wait_past_the_deadline_is_not_begun(sonar: SonarStandIn) -> None:
    sonar.answer = over_limit(retry_after="5")
    waited: list[float] = []
    with pytest.raises(errors.ProviderOverLimit) as raised:
        guarded(sonar, 3, waited).complete(REQUEST, silent)
    assert raised.value.retry_after == 5
    assert not waited


def test_nobody_listens() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        sonar = SonarStandIn()
        sonar._server.server_close()
        model = Guarded(perplexity(sonar, base_url=url), 20, sleep=lambda _: None)
        with pytest.raises(errors.ProviderUnreachable):
            model.complete(REQUEST, silent)


def test_error_texts_hold_no_secret(sonar: SonarStandIn) -> None:
    for status in (400, 401, 429, 500):
        sonar.answer = Fails(
            status, f"bad key {sonar.key} in: earlier", kind=f"{sonar.key} {REQUEST.turns[-1].content}"
        )
        with pytest.raises(errors.ProviderError) as raised:
            guarded(sonar, 20, []).complete(REQUEST, silent)
        told = f"{raised.value.detail} {raised.value.extra} {raised.value.__cause__}"
        assert sonar.key not in told
        assert "earlier" not in told


def test_an_empty_answer_is_no_answer() -> None:
    class Mute:
        name, model, searches = "mute", "mute-1", False

        def complete(self, request: ChatRequest, emit: object, listen: object = None) -> ChatReply:
            return ChatReply(" \n", self.name, self.model)

    model = Guarded(Mute(), 5)
    assert (model.name, model.model, model.searches) == ("mute", "mute-1", False)
    with pytest.raises(errors.ProviderMisanswered):
        model.complete(REQUEST, silent)


WILD = st.text(st.characters(codec=None, categories=None), max_size=20)


@given(WILD, WILD, WILD)
def test_everything_can_be_stored(model, url, title):
    reply = _storable_reply(
        ChatReply("x", "p", model, results=(Source(title=title, url=url, metadata={title: [url]}),))
    )
    told = [reply.model, *(each for source in reply.results for each in (source.title, source.url))]
    told += [*reply.results[0].metadata, *reply.results[0].metadata.popitem()[1]]
    assert "\0" not in "".join(told)
    "".join(told).encode()  # raises where half a character is left


def test_half_a_character_and_nul_are_removed():
    assert _storable_reply(ChatReply("x", "p", "a\0b\ud835c\udfffd")).model == "abcd"


def test_what_is_sound_stays():
    source = Source(title="𝛁 of ü", url="https://e.org/\ud835\udc65", authors=("A",), year=2020)
    cleaned = _storable_reply(ChatReply("x", "p", "m", results=(source,))).results[0]
    assert (cleaned.title, cleaned.url, cleaned.authors, cleaned.year) == ("𝛁 of ü", "https://e.org/𝑥", ("A",), 2020)
