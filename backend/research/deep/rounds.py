"""Represent the progress of a deep research as a value. Each step is a function from one state to the next.

A research always ends: every round executes at least one new query, and the number of rounds is limited. After the last
round, or when a budget is spent, `due` returns no more queries.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from backend.kernel.search_requests import Ended, Judge, Limits
from backend.kernel.works import Source
from backend.research.deep.plan import PlannedQuery, SearchPlan, untried
from backend.research.fusion import fuse

#: Maximum number of queries in one round. They are sent at the same time.
AT_ONCE = 5


@dataclass(frozen=True, slots=True)
class Spent:
    """How many seconds, tokens and US dollars a research has used so far; None if the number is unknown."""

    seconds: float = 0.0
    tokens: int | None = None
    cost: float | None = None


@dataclass(frozen=True, slots=True)
class State:
    """The progress of a deep research.

    - `waiting`, `executed`: queries that were not executed yet, and those that were
    - `skipped`: queries that are never executed, because they repeat others
    - `succeeded`, `failed`: numbers of searches
    - `lists`, `sources`: the sources of each round, and all works, best first
    - `confidence`, `gaps`: 0 to 100, and what is still missing; both are set by the last review
    - `why`: why the research ended
    """

    question: str
    waiting: tuple[PlannedQuery, ...] = ()
    executed: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    succeeded: int = 0
    failed: int = 0
    lists: tuple[tuple[Source, ...], ...] = ()
    sources: tuple[Source, ...] = ()
    round: int = 0
    confidence: int = 0
    gaps: tuple[str, ...] = ()
    ended: Ended | None = None
    why: str = ""


def opened(question: str, plan: SearchPlan) -> State:
    """Return the first state, in which no planned query has been executed."""
    return State(question, waiting=plan.queries, gaps=plan.gaps)


def due(state: State, limits: Limits) -> tuple[State, tuple[PlannedQuery, ...], tuple[tuple[str, str], ...]]:
    """Return the next state, the queries to execute now, and a pair for each skipped query: the query, and the query
    that it repeats.

    In the next state, a new round has begun. If there is no query to execute, the research has ended.
    """
    fresh, skipped = untried(state.waiting, state.executed)
    state = replace(state, waiting=fresh, skipped=(*state.skipped, *(query for query, _ in skipped)))
    if state.ended:
        return state, (), skipped
    if state.round >= limits.rounds:
        return end(state, "rounds", "the maximum"), (), skipped
    if len(state.executed) >= limits.searches:
        return end(state, "budget", f"when its budget of {_many(limits.searches, 'search')} was spent"), (), skipped
    if len(state.sources) >= limits.sources:
        return end(state, "budget", f"when its budget of {_many(limits.sources, 'source')} was spent"), (), skipped
    room = min(AT_ONCE, limits.searches - len(state.executed))
    now, later = fresh[:room], fresh[room:]
    if not now:
        return end(state, "exhausted", "because all queries had been searched for"), (), skipped
    return replace(state, waiting=later, round=state.round + 1), now, skipped


@dataclass(frozen=True, slots=True)
class Searched:
    """The result of one search: the queries that were asked, those that at least one service answered, and the sources
    that were found.
    """

    asked: Sequence[str]
    answered: Sequence[str]
    sources: Sequence[Source]


def executed(state: State, search: Searched, limits: Limits) -> State:
    """Return the state after a search. Its sources are merged with the earlier ones. Only the best are kept, at most as
    many as the limit on sources allows.
    """
    lists = (*state.lists, tuple(search.sources))
    sources = tuple(each.source for each in fuse(lists, top=limits.sources))
    succeeded = sum(each in search.answered for each in search.asked)
    return replace(
        state,
        executed=(*state.executed, *search.asked),
        succeeded=state.succeeded + succeeded,
        failed=state.failed + len(search.asked) - succeeded,
        lists=lists,
        sources=sources,
    )


def overspent(state: State, limits: Limits, spent: Spent) -> State:
    """Mark the research as ended if the budget of time, tokens or money is spent; otherwise return the state unchanged.
    A budget is not checked if the amount that was spent is unknown.
    """
    told = ""
    if spent.seconds >= limits.seconds:
        told = _many(limits.seconds, "second")
    elif limits.tokens is not None and spent.tokens is not None and spent.tokens >= limits.tokens:
        told = _many(limits.tokens, "token")
    elif limits.cost is not None and spent.cost is not None and spent.cost >= limits.cost:
        told = f"{limits.cost:g} US dollars"
    return end(state, "budget", f"when its budget of {told} was spent") if told and not state.ended else state


def end(state: State, ended: Ended, why: str) -> State:
    """Mark the research as ended, for the reason `why`. If it has already ended, the first reason is kept."""
    return state if state.ended else replace(state, ended=ended, why=why)


def _many(number: float, name: str) -> str:
    plural = f"{name}es" if name.endswith("ch") else f"{name}s"
    return f"{number:g} {name}" if number == 1 else f"{number:.10g} {plural}"


@dataclass(frozen=True, slots=True)
class Course:
    """How a deep research went: why it ended, how much of its budgets it used, and whether a model or rules planned and
    reviewed it.
    """

    state: State
    spent: Spent
    limits: Limits
    planner: Judge
    reviewer: Judge

    @property
    def cut_short(self) -> bool:
        """Return True if a budget or the caller ended the research before it was complete."""
        return self.state.ended in ("budget", "stopped")

    @property
    def ending(self) -> str:
        """Return a sentence that says why and when the research ended."""
        return f"The search ended after {_many(self.state.round, 'round')}, {self.state.why}."
