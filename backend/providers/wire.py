"""Convert Coscribe's values to OpenAI's JSON and back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from backend.kernel.exchange import Turn, Usage
from backend.kernel.tool_calls import ToolCall, ToolSpec
from backend.providers.streaming import sendable


def messages(turns: tuple[Turn, ...]) -> list[dict[str, str]]:
    """Convert turns to OpenAI's messages. System turns at the beginning are joined into one message, because many chat
    templates accept only one.
    """
    count = next((i for i, turn in enumerate(turns) if turn.role != "system"), len(turns))
    system = "\n\n".join(turn.content for turn in turns[:count] if turn.content)
    head = [{"role": "system", "content": system}] if system else []
    return head + [{"role": turn.role, "content": turn.content} for turn in turns[count:]]


def tool(spec: ToolSpec) -> dict[str, Any]:
    told = {"name": spec.name, "description": spec.description, "parameters": spec.parameters}
    return {"type": "function", "function": told}


def calls_in(message: Any) -> Iterator[ToolCall]:
    """Yield the tool calls in a message. If the arguments of a call are not a JSON object, the call gets one argument
    with the name "" and their text as its value.
    """
    for each in message if isinstance(message, list) else ():
        function = each.get("function") if isinstance(each, dict) else None
        name = function.get("name") if isinstance(function, dict) else None
        if not isinstance(name, str) or not isinstance(function, dict):
            continue
        given = function.get("arguments")
        try:
            arguments = json.loads(given) if isinstance(given, str) and given.strip() else given or {}
        except (ValueError, RecursionError):
            arguments = None
        yield ToolCall(name, arguments if isinstance(arguments, dict) else {"": sendable(given)})


def usage(data: Any) -> Usage:
    """Parse the token counts and the price of an answer. The price is `cost`: a number or an object with `total_cost`,
    in US dollars.
    """
    if not isinstance(data, dict):
        return Usage()
    cost = data.get("cost")
    if isinstance(cost, dict):
        cost = cost.get("total_cost")
    return Usage(
        prompt_tokens=_number(data.get("prompt_tokens"), int),
        completion_tokens=_number(data.get("completion_tokens"), int),
        cost=_number(cost, float),
    )


def _number(value: Any, kind: type) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e15:
        return None
    return kind(value)
