import json

import pytest

from backend.kernel.exchange import Turn
from backend.research.subagents.supervision import (
    Subtask,
    direct_calls,
    is_small_talk,
    read,
    recent,
    request,
    wants_tools,
)

BOTH = ("deep_research", "file_analyzer")


@pytest.mark.parametrize("text", ["hi", "Hello!", "Thanks a lot", "ok, great", "who are you?", "Good morning.", "yes"])
def test_small_talk(text: str) -> None:
    assert is_small_talk(text)


@pytest.mark.parametrize(
    "text",
    [
        "How do tides and storms differ in what they do to mangroves?",
        "Hello, what do my papers and the web say about mangrove roots?",
    ],
)
def test_no_small_talk(text: str) -> None:
    assert not is_small_talk(text)


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ("Sum up https://a.example/x.", "url_summarization"),
        ("What does https://arxiv.org/pdf/2101.00001 say?", "pdf_loader"),
        ("See https://a.example/paper.pdf?x=1", "pdf_loader"),
        ("Sum up http://[::1]:8000/x please", "url_summarization"),  # which refuses it, and says so
        ("What is said in https://youtu.be/abcdefghijk ?", "youtube_transcript"),
    ],
)
def test_addresses_are_read(text: str, tool: str) -> None:
    assert wants_tools(text)
    assert [each.tool for each in direct_calls(text)] == [tool]


def test_other_questions_need_no_tools() -> None:
    assert not wants_tools("How do tides affect mangroves?")
    assert direct_calls("How do tides affect mangroves?") == ()
    assert len(direct_calls(" ".join(f"https://a.example/{n}" for n in range(9)) + " https://a.example/1/")) == 3


def test_subtasks() -> None:
    answer = {
        "split": True,
        "subtasks": [
            {"helper": "deep_research", "task": "What is new about tides?"},
            {"helper": "file_analyzer", "task": "What do my papers say about roots?"},
            {"helper": "file_analyzer", "task": "What do my papers say about roots ?"},
            {"helper": "content_synthesizer", "task": "Join."},
            {"helper": "unknown", "task": "x"},
            {"helper": "deep_research", "task": 7},
            "nonsense",
        ],
    }
    made = read(f"<think>{{}}</think>```json\n{json.dumps(answer)}\n```", BOTH)
    assert made == (
        Subtask("deep_research", "What is new about tides?"),
        Subtask("file_analyzer", "What do my papers say about roots?"),
    )
    assert read(json.dumps(answer), ("deep_research",)) == (), "one task alone is no split"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "{}",
        '{"split": false, "subtasks": [{"helper": "deep_research", "task": "a"}]}',
        '{"split": true, "subtasks": "all"}',
        '{"split": true}',
    ],
)
def test_answers_of_no_use_split_nothing(text: str) -> None:
    assert read(text, BOTH) == ()


def test_the_supervisor_is_told_only_of_who_can_help() -> None:
    turns = (Turn("user", "Earlier"), Turn("assistant", "Yes"), Turn("user", "Tides or storms?"))
    (asked,) = request(turns, ("file_analyzer",), "m").turns
    assert "file_analyzer" in asked.content and "deep_research" not in asked.content
    assert "Tides or storms?" in asked.content and "Earlier" in asked.content


def test_helpers_see_the_last_messages_only() -> None:
    turns = [Turn("user" if n % 2 == 0 else "assistant", str(n)) for n in range(9)]
    assert [each["text"] for each in recent([Turn("system", "s"), *turns])] == ["4", "5", "6", "7", "8"]
