"""Drafts read in the request's order, say things once, and don't begin in mid-thought."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.exchange import Excerpt
from backend.keyless.instruction import read_instruction
from backend.keyless.quotations.arrangement import arrange, dangles, distinct
from backend.keyless.quotations.quotation import units
from backend.ranking.terms import words_of

RAIN = Excerpt("However, this changes in rain. Rain of $R > 5$ mm [@doe] halves the contrast.", "highlight", "Doe")
WIND = Excerpt("Gusts of wind cool wide streets. They also dry the leaves.", "highlight", "Notebook")
SOIL = Excerpt("Trees on dry soil close their stomata. This limits transpiration. It was cheap.", "section", "Soil")


@pytest.mark.parametrize(
    ("sentence", "leans"),
    [
        ("However, shade helps.", True),
        ("This changes in rain.", True),
        ("They dry the leaves.", True),
        ("As a result, it cools.", True),
        ("It was warm.", True),
        ("It is known that shade helps.", False),
        ("This paper makes three contributions.", False),
        ("Thistles grow here.", False),
        ("Both-sided tests were used.", True),
        ("Shade helps, however.", False),
    ],
)
def test_dangles(sentence: str, leans: bool) -> None:
    assert dangles(sentence) is leans


def lines(request: str, *excerpts: Excerpt) -> list[list[str]]:
    pool = units(excerpts, ("highlight", "section"))
    return [
        [unit.line for unit in part] for part in arrange(pool, pool, read_instruction(request, "the wind and the rain"))
    ]


@pytest.mark.parametrize(
    ("request_", "order"),
    [
        ("Write a section on wind and rain", [[WIND], [RAIN]]),
        ("Write a section on rain, then wind", [[RAIN], [WIND]]),
        ("Write a paragraph on wind and rain", [[WIND, RAIN]]),
        ("Add these", [[WIND, RAIN]]),  # what begins soundly comes first
    ],
)
def test_topics_in_the_order_of_the_request(request_: str, order: list[list[Excerpt]]) -> None:
    expected = [[unit.line for excerpt in part for unit in units([excerpt], ("highlight",))] for part in order]
    assert lines(request_, RAIN, WIND) == expected


def test_nothing_is_said_twice() -> None:
    again = [Excerpt("Gusts of *wind* cool wide streets", "highlight"), Excerpt("Wide streets.", "highlight")]
    pool = units([WIND, *again], ("highlight",))
    assert [unit.line for unit in distinct(pool)] == [
        "Gusts of wind cool wide streets.",
        "They also dry the leaves.",
        "Wide streets.",
    ]


@pytest.mark.parametrize(
    ("request_", "kept"),
    [("Write about transpiration", 2), ("Write one sentence on transpiration", 2), ("Write two sentences", 2)],
)
def test_a_sentence_gets_its_antecedent(request_: str, kept: int) -> None:
    pool = units([SOIL], ("section",))
    parts = arrange(pool[1:2], pool, read_instruction(request_, ""))
    assert [unit.line for part in parts for unit in part] == [unit.line for unit in pool[:kept]]


_text = st.lists(
    st.sampled_from(["Wind blows. ", "This is so. ", "However, rain. ", "- item\n\n", "Soil! "]), max_size=5
).map("".join)


@settings(max_examples=100, deadline=None)
@given(st.lists(_text, min_size=1, max_size=4), st.sampled_from(["Add these", "rain, wind", "one sentence"]))
def test_only_the_order_and_antecedents_change(texts: list[str], request: str) -> None:
    pool = units([Excerpt(text, "highlight") for text in texts], ("highlight",), repeats=True)
    used = [unit for part in arrange(pool, pool, read_instruction(request, "")) for unit in part]
    assert len(set(used)) == len(used)
    assert set(used) <= set(pool)
    said = " ".join(words(unit.line) for unit in used)
    assert "sentence" in request or all(words(unit.line) in said for unit in pool)


def words(line: str) -> str:
    return " ".join(words_of(line))
