"""The dialects of compatible servers: what is sent, what is understood, what is remembered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from backend import errors
from backend.kernel.events import silent
from backend.kernel.exchange import ChatRequest, Turn, Usage
from backend.providers.openai_compatible import OpenAICompatible
from backend.providers.presets import Endpoint
from tests.providers.asking import GOOD, REQUEST, SCHEMA, compatible
from tests.sonar_stand_in import Answer, Fails, OnlyForms, SonarStandIn


def forms(server: SonarStandIn) -> list[str | None]:
    """The response formats asked for since the last look."""
    asked = [(request.body.get("response_format") or {}).get("type") for request in server.requests]
    server.requests.clear()
    return asked


def test_request(server: SonarStandIn) -> None:
    model = compatible(server, temperature=0.7)
    model.complete(replace(REQUEST, model="fast-model", temperature=0.1, max_tokens=99), silent)
    (request,) = server.requests
    assert request.path == "/chat/completions"
    assert request.headers["authorization"] == f"Bearer {server.key}"
    assert request.body == {
        "model": "fast-model",
        "messages": [
            {"role": "system", "content": "Answer in JSON.\n\nThe document is empty."},
            {"role": "user", "content": "earlier"},
            {"role": "assistant", "content": "answer"},
            {"role": "user", "content": "now"},
        ],
        "temperature": 0.1,
        "max_tokens": 99,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "reply", "schema": SCHEMA.schema, "strict": True},
        },
    }


def test_a_request_without_a_schema_asks_for_no_form(server: SonarStandIn) -> None:
    server.answer = Answer("plain words")
    reply = compatible(server).complete(ChatRequest((Turn("user", "hi"),)), silent)
    assert reply.text == "plain words"
    assert reply.rung == "none"
    assert set(server.requests[0].body) == {"model", "messages"}


def test_a_server_without_keys_gets_none(server: SonarStandIn) -> None:
    compatible(server, api_key="").complete(REQUEST, silent)
    assert "authorization" not in {name.lower() for name in server.requests[0].headers}


@pytest.mark.parametrize("status", [400, 422, 500])
@pytest.mark.parametrize(
    ("accepted", "asked", "rung"),
    [
        (("json_schema", "json_object", None), ["json_schema"], "json_schema"),
        (("json_object", None), ["json_schema", "json_object"], "json_object"),
        ((None,), ["json_schema", "json_object", None], "prompt"),
    ],
)
def test_a_refused_form_steps_down_and_is_remembered(
    server: SonarStandIn, status: int, accepted: tuple[str | None, ...], asked: list[str | None], rung: str
) -> None:
    server.answer = OnlyForms(accepted, status, otherwise=Answer(GOOD))
    model = compatible(server)
    assert model.complete(REQUEST, silent).rung == rung
    assert forms(server) == asked
    assert model.complete(REQUEST, silent).rung == rung
    assert forms(server) == asked[-1:]
    model.complete(replace(REQUEST, model="another"), silent)
    assert forms(server) == asked  # remembered for one model only


@pytest.mark.parametrize(
    ("content", "steps"),
    [
        (GOOD, False),
        (f"<think>Well, {{}}.</think>\n{GOOD}", False),
        ("Sure! Here it is.", True),
        (f"```json\n{GOOD}\n```", True),
        ('{"message": "no sources"}', True),
        ('{"message": 1, "sources": []}', True),
        ('["message"]', True),
    ],
)
def test_an_answer_that_ignored_the_schema_is_kept_and_the_next_call_steps_down(
    server: SonarStandIn, content: str, steps: bool
) -> None:
    server.answer = Answer(content)
    model = compatible(server)
    assert model.complete(REQUEST, silent).text == content
    assert forms(server) == ["json_schema"]
    model.complete(REQUEST, silent)
    assert forms(server) == ["json_object" if steps else "json_schema"]


def test_a_truncated_answer_says_nothing_about_the_server(server: SonarStandIn) -> None:
    server.answer = Answer('{"message": "cu', finish_reason="length")
    model = compatible(server)
    assert model.complete(REQUEST, silent).finish_reason == "length"
    model.complete(REQUEST, silent)
    assert forms(server) == ["json_schema", "json_schema"]


@pytest.mark.parametrize("status", [500, 501])
def test_a_failure_that_names_no_form_serves_this_call_and_teaches_nothing(server: SonarStandIn, status: int) -> None:
    server.answer = Answer(GOOD)
    server.script(Fails(status, "internal error"))
    model = compatible(server)
    assert model.complete(REQUEST, silent).rung == "json_object"
    assert model.complete(REQUEST, silent).rung == "json_schema"
    assert forms(server) == ["json_schema", "json_object", "json_schema"]


def test_a_failure_at_every_rung_teaches_nothing(server: SonarStandIn) -> None:
    server.script(*[Fails(400, "context too long")] * 3)
    model = compatible(server)
    with pytest.raises(errors.ProviderDeclined):
        model.complete(REQUEST, silent)
    assert forms(server) == ["json_schema", "json_object", None]
    model.complete(REQUEST, silent)
    assert forms(server) == ["json_schema"]


def test_reasoning_models_refuse_temperature_and_max_tokens(server: SonarStandIn) -> None:
    server.script(
        Fails(400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        Fails(400, "Unsupported value: 'temperature' does not support 0.7. Only the default (1) is supported."),
    )
    model = compatible(server, temperature=0.7)
    request = replace(REQUEST, max_tokens=50)
    model.complete(request, silent)
    model.complete(request, silent)
    sent = [
        {name for name in recorded.body if name in ("temperature", "max_tokens", "max_completion_tokens")}
        for recorded in server.requests
    ]
    assert sent == [
        {"temperature", "max_tokens"},
        {"temperature", "max_completion_tokens"},
        {"max_completion_tokens"},
        {"max_completion_tokens"},
    ]
    assert forms(server) == ["json_schema"] * 4


@pytest.mark.parametrize(
    ("usage", "expected"),
    [
        (None, Usage()),
        ({}, Usage()),
        ({"prompt_tokens": 3, "completion_tokens": 0}, Usage(3, 0)),
        ({"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.02}, Usage(3, 4, 0.02)),
        ({"prompt_tokens": "many", "completion_tokens": -1, "cost": True}, Usage()),
        ({"prompt_tokens": None, "cost": {"total_cost": 0.5}}, Usage(cost=0.5)),
    ],
)
def test_usage(server: SonarStandIn, usage: Any, expected: Usage) -> None:
    server.answer = Answer(GOOD, extra={"usage": usage})
    assert compatible(server).complete(REQUEST, silent).usage == expected


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ({"content": [{"type": "text", "text": "a"}, {"type": "image"}, {"type": "text", "text": "b"}]}, "ab"),
        ({"content": None, "refusal": "I would rather not."}, "I would rather not."),
        ({"content": "half a pair: \ud83d"}, "half a pair: \ufffd"),
        ({"content": "a pair: 😀"}, "a pair: 😀"),
    ],
)
def test_odd_messages(server: SonarStandIn, message: dict[str, Any], text: str) -> None:
    server.answer = Answer(extra={"choices": [{"message": message}]})
    reply = compatible(server).complete(REQUEST, silent)
    assert reply.text == text
    assert reply.finish_reason is None


def test_presets_and_close(server: SonarStandIn) -> None:
    assert OpenAICompatible(Endpoint("Ollama", model="m")).base_url == "http://localhost:11434/v1"
    model = compatible(server)
    model.complete(REQUEST, silent)
    model.close()
    model.complete(REQUEST, silent)
    assert len(server.requests) == 2


def test_a_key_that_cannot_be_one(server: SonarStandIn) -> None:
    with pytest.raises(errors.ProviderKeyRefused):
        compatible(server, api_key="ключ").complete(REQUEST, silent)
    assert not server.requests
