"""Parse what a model does next: it calls tools, or it writes its report. Tool calls are in the provider's form, or are
written as JSON in the model's text.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.kernel.exchange import ChatReply
from backend.kernel.tool_calls import ToolCall, ToolResult
from backend.research import model_json
from backend.research.model_json import Unreadable

#: Maximum number of tool calls of one answer that are executed, and maximum number of characters of a result that the
#: model sees.
MOST_CALLS, MOST_RESULT = 4, 12_000
_NAMES = ("tool", "name", "action", "function")
_ARGUMENTS = ("arguments", "args", "parameters", "input", "action_input", "params")
_LISTS = ("calls", "tool_calls", "actions", "tools")
_REPORTS = ("answer", "final_answer", "report", "result")


@dataclass(frozen=True, slots=True)
class Action:
    """What a model does next: the tools that it calls, or else its report. `report` is "" if there are calls."""

    calls: tuple[ToolCall, ...] = ()
    report: str = ""


def read(reply: ChatReply) -> Action:
    """Parse a model's reply. If it contains no tool call, the reply is the model's report."""
    if reply.calls:
        return Action(reply.calls[:MOST_CALLS])
    text = model_json.without_thoughts(reply.text)
    if not text.startswith(("{", "[", "`")) and '"tool"' not in text:
        return Action(report=text)
    try:
        found = model_json.first(text, (*_LISTS, *_NAMES, *_REPORTS))
    except Unreadable:
        return Action(report=text)
    calls = tuple(_calls(found))[:MOST_CALLS]
    if calls:
        return Action(calls)
    reports = (found[name] for name in _REPORTS if isinstance(found.get(name), str))
    return Action(report=next(reports, text).strip())


def written(calls: Sequence[ToolCall]) -> str:
    """Return tool calls as text, as if the model had written them in the form that its instructions describe."""
    told = [{"tool": each.tool, "arguments": dict(each.arguments)} for each in calls]
    return json.dumps({"calls": told}, ensure_ascii=False)


def call_results(calls: Sequence[ToolCall], results: Sequence[ToolResult]) -> list[dict[str, str]]:
    """Return each call with its result in the form in which the prompt's template needs them: `{tool, asked, text}`."""
    return [
        {"tool": call.tool[:40], "asked": _line(call.arguments), "text": _cut(result.text)}
        for call, result in zip(calls, results, strict=True)
    ]


def _calls(found: Mapping[str, Any]) -> Iterator[ToolCall]:
    listed = next((found[name] for name in _LISTS if isinstance(found.get(name), list)), [found])
    for each in listed:
        if isinstance(each, dict):
            yield from _call(each)


def _call(found: Mapping[str, Any]) -> Iterator[ToolCall]:
    inner = found.get("function")
    if isinstance(inner, dict):
        found = inner
    name = next((found[each] for each in _NAMES if isinstance(found.get(each), str)), "")
    given: Any = next((found[each] for each in _ARGUMENTS if each in found), {})
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            given = {"": given}
    if name.strip():
        yield ToolCall(name.strip(), given if isinstance(given, dict) else {"": str(given)})


def _line(arguments: Mapping[str, Any]) -> str:
    return model_json.words(json.dumps(arguments, ensure_ascii=False, default=str), 300)


def _cut(text: str) -> str:
    return text if len(text) <= MOST_RESULT else f"{text[:MOST_RESULT]}\n[… cut]"
