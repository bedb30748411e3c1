"""Plans from what models answer and from rules, and what counts as a repeat."""

from __future__ import annotations

import json
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.exchange import Turn
from backend.research import queries
from backend.research.deep import plan
from backend.research.deep.plan import PlannedQuery
from backend.research.model_json import Unreadable

GOOD = {
    "thought": "Two things are asked.",
    "queries": [
        {"query": "coral bleaching pH", "purpose": "the mechanism", "expected": "thresholds"},
        {"query": "reef fish behaviour acidification"},
        "calcification rates review",
    ],
    "gaps": ["long-term studies"],
    "confidence": 60,
}


def test_a_plan_as_it_was_asked_for() -> None:
    made = plan.read(json.dumps(GOOD))
    assert made.queries == (
        PlannedQuery("coral bleaching pH", "the mechanism", "thresholds"),
        PlannedQuery("reef fish behaviour acidification"),
        PlannedQuery("calcification rates review"),
    )
    assert (made.thought, made.gaps, made.confidence) == ("Two things are asked.", ("long-term studies",), 60)


@pytest.mark.parametrize(
    "answer",
    [
        '{"search_queries": ["a b"]}',
        '{"plan": {"queries": [{"q": "a b", "why": "x"}]}}',
        "```json\n{\"queries\": ['a b',]}\n```",
        '<think>hm</think> {"queries": ["a b", "A  b!", 7, {"purpose": "none"}], "confidence": "sure"}',
    ],
)
def test_other_spellings_are_understood(answer: str) -> None:
    made = plan.read(answer)
    assert [each.query for each in made.queries] == ["a b"]
    assert made.confidence == plan.UNKNOWN


@pytest.mark.parametrize("answer", ["Of course!", '{"queries": []}', '{"queries": "?"}', '{"queries": ["…"]}', "[]"])
def test_no_query_is_no_plan(answer: str) -> None:
    with pytest.raises(Unreadable):
        plan.read(answer)


def test_never_more_than_five_and_never_long() -> None:
    made = plan.read(json.dumps({"queries": [f"query {number} " + "word " * 200 for number in range(9)]}))
    assert len(made.queries) == plan.MOST
    assert all(len(each.query) <= 300 for each in made.queries)


@pytest.mark.parametrize(
    ("one", "other", "share"),
    [
        ("a b", "B, a!", 1.0),
        ("a b c d", "a b c e", 0.6),
        ("a b", "c d", 0.0),
        ("", "a", 0.0),
        ("珊瑚 白化", "珊瑚白化", 0.6666),
    ],
)
def test_jaccard_over_words(one: str, other: str, share: float) -> None:
    assert queries.overlap(one, other) == pytest.approx(share, abs=0.1)


def test_more_than_four_fifths_in_common_is_a_repeat_and_four_fifths_are_none() -> None:
    executed = ["one two three four five"]
    kept, skipped = plan.untried(
        map(
            PlannedQuery, ["five four three two one", "one two three four", "one two three four five six", "?!", "six"]
        ),
        executed,
    )
    assert [each.query for each in kept] == ["one two three four", "six"]
    assert skipped == (
        ("five four three two one", executed[0]),
        ("one two three four five six", executed[0]),
    )


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text("abc ", max_size=12), max_size=12), st.lists(st.text("abc ", max_size=12), max_size=4))
def test_nothing_kept_repeats_what_was_executed_or_kept(planned: list[str], executed: list[str]) -> None:
    kept, skipped = plan.untried(map(PlannedQuery, planned), executed)
    said = [*executed, *(each.query for each in kept)]
    for place, each in enumerate(kept, start=len(executed)):
        assert each.query.strip()
        assert all(queries.overlap(each.query, other) <= queries.ALIKE for other in said[:place])
    assert len(kept) + len(skipped) == sum(bool(each.strip()) for each in planned)


def test_rules_plan_three_to_five_queries_none_like_another() -> None:
    made = plan.by_rules([Turn("user", "Compare lithium-ion and sodium-ion batteries for cost and cycle life")])
    assert plan.LEAST <= len(made.queries) <= plan.MOST
    assert all(each.purpose for each in made.queries)
    assert made.thought == "The question has 2 parts."
    assert plan.untried(made.queries, ())[1] == ()


def test_the_model_is_shown_the_talk_and_no_system_turn() -> None:
    turns = [Turn("system", "a secret"), Turn("user", "Statins?"), Turn("assistant", "Yes."), Turn("user", "And why?")]
    asked = plan.request(turns, "Graz", date(2026, 1, 2), "small")
    words = asked.turns[0].content
    assert "User: Statins?" in words and words.endswith("And why?") and "reader is in Graz" in words
    assert "secret" not in words
    assert (asked.search, asked.model) == (False, "small")
