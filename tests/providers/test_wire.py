"""Calls of tools, as compatible servers spell them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from backend import errors
from backend.kernel.events import silent
from backend.kernel.exchange import ChatRequest, Turn
from backend.kernel.tool_calls import ToolCall, ToolSpec
from backend.providers.wire import calls_in
from tests.providers.asking import compatible
from tests.sonar_stand_in import Answer, Fails, SonarStandIn

LOOK = ToolSpec("look", "Look something up.", {"type": "object", "properties": {"query": {"type": "string"}}}, "query")
REQUEST = ChatRequest((Turn("user", "What is known?"),), tools=(LOOK,))


def function(name: Any, arguments: Any) -> dict[str, Any]:
    return {"id": "call_1", "type": "function", "function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ([function("look", '{"query": "x"}')], [ToolCall("look", {"query": "x"})]),
        ([function("look", {"query": "x"})], [ToolCall("look", {"query": "x"})]),
        ([function("look", ""), function("look", None)], [ToolCall("look"), ToolCall("look")]),
        ([function("look", '{"query": ')], [ToolCall("look", {"": '{"query": '})]),
        ([function("look", "[1]")], [ToolCall("look", {"": "[1]"})]),
        ([function(None, "{}"), {"function": 3}, 7, None, {}], []),
        (None, []),
        ("look", []),
    ],
)
def test_calls(told: Any, read: list[ToolCall]) -> None:
    assert list(calls_in(told)) == read


def test_tools_are_offered_and_a_call_needs_no_words(server: SonarStandIn) -> None:
    server.answer = Answer("", message={"tool_calls": [function("look", '{"query": "x"}')]})
    reply = compatible(server).complete(REQUEST, silent)
    assert reply.calls == (ToolCall("look", {"query": "x"}),)
    assert server.requests[0].body["tools"] == [
        {
            "type": "function",
            "function": {"name": "look", "description": LOOK.description, "parameters": LOOK.parameters},
        }
    ]


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_server_without_tools_is_asked_without_them(server: SonarStandIn, status: int) -> None:
    model = compatible(server)
    server.script(Fails(status, "tools are not supported"), Answer("words"), Answer("words"))
    assert model.complete(REQUEST, silent).text == "words"
    assert model.complete(REQUEST, silent).text == "words"
    assert ["tools" in request.body for request in server.requests] == [True, False, False]
    server.script(Answer(""))
    with pytest.raises(errors.ProviderMisanswered):
        model.complete(replace(REQUEST, model="another"), silent)
