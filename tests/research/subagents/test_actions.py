from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import backend.kernel.prompts
from backend.kernel.exchange import ChatReply
from backend.kernel.tool_calls import ToolCall, ToolResult
from backend.research.subagents.actions import AGENTS, HELPERS, MOST_CALLS, MOST_RESULT, call_results, read, written
from tests.examples import examples

LOOK = ToolCall("look", {"query": "tides"})


def reply(text: str, *calls: ToolCall) -> ChatReply:
    return ChatReply(text, "scripted", "scripted-1", calls=calls)


@pytest.mark.parametrize(
    "text",
    [
        '{"calls": [{"tool": "look", "arguments": {"query": "tides"}}]}',
        '{"tool": "look", "arguments": {"query": "tides"}}',
        'I will look.\n```json\n{"tool": "look", "args": {"query": "tides"}}\n```',
        '<think>{"tool": "no"}</think>{"name": "look", "parameters": {"query": "tides"}}',
        '{"action": "look", "action_input": "{\\"query\\": \\"tides\\"}"}',
        '[{"tool": "look", "arguments": {"query": "tides"}}]',
        '{"tool_calls": [{"function": {"name": "look", "arguments": "{\\"query\\": \\"tides\\"}"}}]}',
        '{"calls": [{"tool": "look", "arguments": {"query": "tides",}}]',
    ],
)
def test_calls_in_words(text: str) -> None:
    assert read(reply(text)).calls == (LOOK,)


def test_native_calls_count_and_words_beside_them_do_not() -> None:
    action = read(reply("Let me see.", LOOK))
    assert (action.calls, action.report) == ((LOOK,), "")


@pytest.mark.parametrize(
    ("text", "report"),
    [
        ("Tides rise [sx_a1b2c3d4].", "Tides rise [sx_a1b2c3d4]."),
        ("<think>hm</think>\n\nTides rise.", "Tides rise."),
        ('{"answer": "Tides rise."}', "Tides rise."),
        ("The set {a, b} is small.", "The set {a, b} is small."),
        ("{not JSON", "{not JSON"),
        ("", ""),
    ],
)
def test_reports(text: str, report: str) -> None:
    assert (read(reply(text)).calls, read(reply(text)).report) == ((), report)


def test_no_more_than_so_many_calls() -> None:
    many = [ToolCall("look", {"query": str(number)}) for number in range(9)]
    assert len(read(reply("", *many)).calls) == MOST_CALLS == len(read(reply(written(many))).calls)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["calls", "tool", "arguments", "name", "answer"]) | st.text(max_size=5), inner
        )
    ),
    max_leaves=8,
)


@settings(max_examples=examples(80), deadline=None)
@given(st.dictionaries(st.text(min_size=1, max_size=8), st.text(max_size=20), max_size=4), st.text("abc_", min_size=1))
def test_what_is_written_is_read(arguments: dict[str, str], tool: str) -> None:
    call = ToolCall(tool, arguments)
    assert read(reply(written([call]))).calls == (call,)


@settings(max_examples=examples(80), deadline=None)
@given(JSON | st.text(max_size=40))
def test_any_answer_is_calls_or_a_report(value: Any) -> None:
    import json

    action = read(reply(value if isinstance(value, str) else json.dumps(value)))
    assert isinstance(action.report, str) and not (action.calls and action.report)
    assert all(isinstance(each.arguments, dict) and each.tool for each in action.calls)


def test_results_are_shown_with_what_was_asked_and_cut() -> None:
    (shown,) = call_results([LOOK], [ToolResult("x" * (MOST_RESULT + 5))])
    assert shown["tool"] == "look" and "tides" in shown["asked"]
    assert len(shown["text"]) < MOST_RESULT + 20


#: The names by which backend/tools/ offers them.
TOOLS = frozenset(
    "web_search image_search video_search url_summarization pdf_loader youtube_transcript file_search read "
    "write".split()
)
PROMPTS = Path(backend.kernel.prompts.__file__).parent


def test_each_stands_under_its_own_name_with_instructions_and_something_to_say_of_itself():
    for name, spec in AGENTS.items():
        assert spec.name == name and spec.description.endswith(".")
        assert list(PROMPTS.glob(f"{spec.prompt}*.md")), spec.prompt


def test_each_may_call_only_tools_that_there_are_and_a_turn_is_left_to_answer():
    for spec in AGENTS.values():
        assert spec.tools <= TOOLS, spec.name
        assert spec.turns >= (2 if spec.tools else 1)


def test_everybody_in_the_table_has_work_and_no_helper_writes():
    assert set(AGENTS) == {*HELPERS, "chat"}
    assert not any(AGENTS[name].tools & {"write", "read"} for name in HELPERS)


def test_the_library_is_searched_by_a_helper_that_leaves_the_web_alone():
    assert AGENTS["file_analyzer"].tools == {"file_search"}
