"""Small JSON objects out of whatever a model answers."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.exchange import ChatRequest, Turn
from backend.research import model_json


@pytest.mark.parametrize(
    "answer",
    [
        '{"a": 1}',
        'Sure:\n```json\n{"a": 1}\n```',
        '<think>{"a": 2}</think>{"a": 1}',
        '{"b": 3} then {"a": 1}',
        '{"result": {"a": 1}}',
        '[{"a": 1}]',
        '{"A": 1}',
        "{'a': 1,}",
        '{"a": 1',
        '{"a": 1, "b": "line\nbreak"}',
    ],
)
def test_the_first_object_with_a_wanted_key(answer: str) -> None:
    assert model_json.first(answer, ("a",))["a"] == 1


@pytest.mark.parametrize("answer", ["", "a", "<think>{'a': 1}", '{"b": 1}', "{", "[1, 2]"])
def test_what_holds_none_is_named(answer: str) -> None:
    with pytest.raises(model_json.Unreadable, match='"a"'):
        model_json.first(answer, ("a",))


@given(st.text(alphabet='{}[]":,a1 \\\n<>', max_size=200))
def test_whatever_comes_is_an_object_or_unreadable(answer: str) -> None:
    with contextlib.suppress(model_json.Unreadable):
        assert "a" in model_json.first(answer, ("a",))


@pytest.mark.parametrize(
    ("said", "meant"),
    [(80, 80), (80.4, 80), ("80", 80), ("80 %", 80), ("0.8%", 1), (0.8, 80), ("0.8", 80), (1, 1), (1.0, 100), (0, 0),
     (900, 100), (-5, 0), ("high", None), (None, None), (True, None), (float("nan"), None), (float("inf"), None),
     ([80], None)],
)  # fmt: skip
def test_confidence_however_it_is_written(said: object, meant: int | None) -> None:
    assert model_json.percent(said) == meant


def test_the_second_question_shows_the_first_answer_and_what_was_wrong() -> None:
    first = ChatRequest((Turn("user", "Plan."),), model="small")
    second = model_json.again(first, "Gladly!", "It contained no JSON object.")
    assert [turn.role for turn in second.turns] == ["user", "assistant", "user"]
    assert second.turns[1].content == "Gladly!" and "It contained no JSON object." in second.turns[2].content
    assert second.model == "small"
    assert model_json.again(first, " ", "x").turns[1].content
