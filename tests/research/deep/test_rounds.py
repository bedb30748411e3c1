"""The state of a deep research: what is due, what is spent, and that it ends whatever a reviewer says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.kernel.search_requests import Limits
from backend.kernel.works import Source
from backend.research import queries
from backend.research.deep import review, rounds
from backend.research.deep.plan import PlannedQuery, SearchPlan
from backend.research.deep.review import Review
from backend.research.deep.rounds import Searched, Spent, State
from backend.research.fusion import keys

LIMITS = Limits()


def planned(*queries: str) -> tuple[PlannedQuery, ...]:
    return tuple(map(PlannedQuery, queries))


def source(number: int) -> Source:
    return Source(f"Work {number}", f"https://example.org/{number}", content="Words.")


def test_what_is_due_is_new_and_counts_a_round() -> None:
    before = State("Q?", waiting=planned("a b", "c d", "b a"), executed=("d c",))
    after, now, skipped = rounds.due(before, LIMITS)
    assert [each.query for each in now] == ["a b"]
    assert skipped == (("c d", "d c"), ("b a", "a b"))
    assert (after.round, after.waiting, after.skipped, after.ended) == (1, (), ("c d", "b a"), None)


def test_at_most_five_at_once_the_rest_waits() -> None:
    after, now, _ = rounds.due(State("Q?", waiting=planned(*"abcdefg")), LIMITS)
    assert [each.query for each in now] == list("abcde")
    assert after.waiting == planned("f", "g")


@pytest.mark.parametrize(
    ("before", "ended", "why"),
    [
        (State("Q?"), "exhausted", "all queries had been searched for"),
        (State("Q?", waiting=planned("a"), round=5), "rounds", "maximum"),
        (State("Q?", waiting=planned("a"), executed=("b",) * 20), "budget", "20 searches"),
        (State("Q?", waiting=planned("a"), sources=(source(1),) * 80), "budget", "80 sources"),
    ],
)
def test_ends_and_says_why(before: State, ended: str, why: str) -> None:
    after, now, _ = rounds.due(before, LIMITS)
    assert (after.ended, now) == (ended, ())
    assert why in after.why


def test_no_more_searches_than_the_budget() -> None:
    after, now, _ = rounds.due(State("Q?", waiting=planned(*"abcd")), replace(LIMITS, searches=3))
    assert len(now) == 3
    after = rounds.executed(after, Searched([each.query for each in now], (), ()), LIMITS)
    assert rounds.due(after, replace(LIMITS, searches=3))[0].ended == "budget"


@pytest.mark.parametrize(
    ("limits", "spent", "told"),
    [
        (Limits(seconds=10), Spent(seconds=10), "10 seconds"),
        (Limits(tokens=100), Spent(tokens=100), "100 tokens"),
        (Limits(cost=0.5), Spent(cost=0.6), "0.5 US dollars"),
        (Limits(tokens=100, cost=0.5), Spent(tokens=None, cost=None), ""),
        (Limits(tokens=None, cost=None), Spent(tokens=10**9, cost=10.0**9), ""),
        (Limits(), Spent(), ""),
    ],
)
def test_budgets_of_time_tokens_and_money_and_the_unknown_is_unknown(limits: Limits, spent: Spent, told: str) -> None:
    after = rounds.overspent(State("Q?"), limits, spent)
    assert (after.ended == "budget") == bool(told)
    assert told in after.why


def test_the_first_reason_counts() -> None:
    stopped = rounds.end(State("Q?"), "stopped", "because it was stopped")
    assert rounds.overspent(stopped, Limits(tokens=1), Spent(tokens=2)) == stopped


def test_sources_add_up_each_work_once() -> None:
    first = rounds.executed(State("Q?"), Searched(["a", "b"], ["a"], [source(1), source(2)]), LIMITS)
    second = rounds.executed(first, Searched(["c"], ["c"], [source(2), source(3)]), LIMITS)
    assert {each.url for each in second.sources} == {f"https://example.org/{number}" for number in (1, 2, 3)}
    assert len(second.sources) == 3
    assert (second.executed, second.succeeded, second.failed) == (("a", "b", "c"), 2, 1)


_words = st.text("abc ?", max_size=6)
_reviews = st.builds(
    Review,
    critique=st.just(""),
    confidence=st.integers(-5, 200) | st.just(0),
    next_action=st.sampled_from(["finalize", "refine_strategy", "continue_search", "continue_search"]),
    queries=st.lists(_words, max_size=9).map(lambda each: planned(*each)),
    gaps=st.lists(_words, max_size=4).map(tuple),
)
_found = st.lists(st.integers(0, 30).map(source), max_size=8)


@settings(max_examples=200, deadline=None)
@given(
    st.lists(_words, max_size=8),
    st.lists(st.tuples(_reviews, _found), min_size=1, max_size=4),
    st.builds(Limits, rounds=st.integers(1, 7), searches=st.integers(1, 30), sources=st.integers(1, 40)),
)
def test_any_reviewer_comes_to_an_end_within_the_budgets(first, told, limits) -> None:
    state, turns, seen = rounds.opened("Q?", SearchPlan(planned(*first))), 0, list[Source]()
    while not state.ended:
        judged, found = told[turns % len(told)]
        turns += 1
        assert turns <= limits.rounds + 1
        state, now, _ = rounds.due(state, limits)
        if not now:
            break
        state = rounds.executed(state, Searched([each.query for each in now], [], found), limits)
        seen += found
        state = review.next_step(state, judged, limits)
    assert state.ended and state.why
    assert state.round <= limits.rounds and len(state.executed) <= limits.searches
    assert state.succeeded + state.failed == len(state.executed)
    assert len(state.sources) <= limits.sources
    for place, query in enumerate(state.executed):
        assert all(queries.overlap(query, other) <= queries.ALIKE for other in state.executed[:place])
    kept = {key for each in state.sources for key in keys(each)}
    lost = [each for each in seen if kept.isdisjoint(keys(each))]
    assert not lost or len(state.sources) == limits.sources
