"""Parse what a model does next: it calls tools, or it writes its report. Tool calls are in the provider's form, or are
written as JSON in the model's text.

The table AGENTS has all kinds of agents. At each call, tool_loop.py checks whether the agent may call the tool,
whatever tools the model was offered. No agent can start another one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from backend.kernel.exchange import ChatReply, without_thoughts
from backend.kernel.tool_calls import ToolCall, ToolResult
from backend.research import model_json
from backend.research.inquiry import Role
from backend.research.model_json import Unreadable

#: Maximum number of tool calls of one answer that are executed, and maximum number of characters of a result that the
#: model sees.
MOST_CALLS, MOST_RESULT = 4, 12_000
_NAMES = ("tool", "name", "action", "function")
_ARGUMENTS = ("arguments", "args", "parameters", "input", "action_input", "params")
_LISTS = ("calls", "tool_calls", "actions", "tools")
_REPORTS = ("answer", "final_answer", "report", "result")


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """A kind of agent. `description` tells the supervising model what it is for, `prompt` is the template of its
    instructions, `role` says which model it uses, and `turns` how many answers this model may give.
    """

    name: str
    description: str
    prompt: str
    tools: frozenset[str]
    role: Role
    turns: int


_WEB = frozenset({"web_search", "url_summarization", "image_search", "youtube_transcript", "pdf_loader"})

#: All kinds of agents, by name. The numbers of turns are budgets; they were chosen, not tuned.
AGENTS: Mapping[str, AgentSpec] = {
    each.name: each
    for each in (
        AgentSpec(
            "deep_research",
            "Searches the web and scholarly services, and reads pages, papers and talks.",
            "agent_research",
            _WEB,
            role="chat",
            turns=6,
        ),
        AgentSpec(
            "file_analyzer",
            "Searches the researcher's own library of papers.",
            "agent_files",
            frozenset({"file_search"}),
            role="system",
            turns=4,
        ),
        AgentSpec(
            "chat",
            "Answers a plain question that needs tools.",
            "agent_chat",
            _WEB | {"video_search", "file_search", "read", "write"},
            role="chat",
            turns=6,
        ),
    )
}
#: The kinds of agents among which a question may be split.
HELPERS = ("deep_research", "file_analyzer")


@dataclass(frozen=True, slots=True)
class Action:
    """What a model does next: the tools that it calls, or else its report. `report` is "" if there are calls."""

    calls: tuple[ToolCall, ...] = ()
    report: str = ""


def read(reply: ChatReply) -> Action:
    """Parse a model's reply. If it contains no tool call, the reply is the model's report."""
    if reply.calls:
        return Action(reply.calls[:MOST_CALLS])
    text = without_thoughts(reply.text)
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
