"""What a deep research searches for: queries with a purpose each, from a model's answer or by rules; and repeats.

A query that was put to the services is not put again, nor is one that has nearly the same words: of two queries' words
together, more than four fifths in common (Jaccard).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn
from backend.ranking.terms import words_of
from backend.research import model_json, queries
from backend.research.deep import aspects
from backend.research.model_json import Unreadable
from backend.research.query_likeness import nearest
from backend.sources.identifiers import canonical_title

#: Queries of a plan or a review at most, and of a good plan at least.
MOST, LEAST = 5, 3
#: Characters of a purpose or a gap, and of a thought or a critique.
LINE, THOUGHT = 200, 1_000
#: Gaps that a review tells at most: more than a further round of searches can fill (`MOST` queries).
GAPS = 8
#: A rule's confidence that its plan suffices: nothing has been found yet.
UNKNOWN = 50

_QUERIES = ("queries", "search_queries", "searches")
_QUERY = ("query", "q", "search", "text", "search_query")
_PURPOSE = ("purpose", "why", "reason", "goal")
_EXPECTED = ("expected", "expected_information", "expects", "expected_info")


@dataclass(frozen=True, slots=True)
class PlannedQuery:
    """A query, what it is for, and what is hoped to be found by it."""

    query: str
    purpose: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """How a question is to be looked up; `confidence` (0 to 100) that it suffices."""

    queries: tuple[PlannedQuery, ...]
    thought: str = ""
    gaps: tuple[str, ...] = ()
    confidence: int = UNKNOWN


def request(turns: Sequence[Turn], location: str, today: date, model: str | None = None) -> ChatRequest:
    """Return what the system model is asked for a plan."""
    words = prompts.render(
        "plan",
        earlier=queries.earlier_of(turns),
        question=queries.asked_of(turns),
        location=location,
        today=today.isoformat(),
        most=MOST,
    )
    return ChatRequest((Turn("user", words),), model=model, temperature=0.0, max_tokens=2_000, search=False)


def read(text: str) -> SearchPlan:
    """The plan in a model's answer. Raises Unreadable where there is none, or none with a query."""
    said = model_json.first(text, _QUERIES)
    found = queries_in(said)
    if not found:
        raise Unreadable('"queries" held no query: each is an object with a text under "query".')
    confidence = model_json.percent(said.get("confidence"))
    return SearchPlan(
        queries=found,
        thought=model_json.words(said.get("thought", said.get("thoughts", "")), THOUGHT),
        gaps=model_json.lines(said.get("gaps"), LINE)[:GAPS],
        confidence=UNKNOWN if confidence is None else confidence,
    )


def by_rules(turns: Sequence[Turn], location: str = "") -> SearchPlan:
    """A plan without a model: the question's keywords, its parts, and views of it that most questions have."""
    asked = aspects.of(turns, location)
    kept, _ = untried([PlannedQuery(each.query, each.purpose) for each in asked], ())
    parts = sum(each.is_part for each in asked)
    thought = f"The question has {parts} parts." if parts > 1 else "The question is looked up by its keywords."
    return SearchPlan(kept[:MOST], thought)


def queries_in(said: Mapping[str, Any]) -> tuple[PlannedQuery, ...]:
    """The queries of an answer's object, as texts or as objects, whatever their keys are called; none twice."""
    given: list[Any] = next((said[name] for name in _QUERIES if isinstance(said.get(name), list)), [])
    distinct: dict[str, PlannedQuery] = {}
    for each in map(_planned, given):
        if key := canonical_title(each.query):
            distinct.setdefault(key, each)
    return tuple(distinct.values())[:MOST]


def _planned(said: Any) -> PlannedQuery:
    if isinstance(said, str):
        return PlannedQuery(queries.tidy(said))
    if not isinstance(said, dict):
        return PlannedQuery("")

    def named(names: Sequence[str]) -> Any:
        return next((said[name] for name in names if isinstance(said.get(name), str)), "")

    return PlannedQuery(
        queries.tidy(named(_QUERY)), model_json.words(named(_PURPOSE), LINE), model_json.words(named(_EXPECTED), LINE)
    )


def untried(
    planned: Iterable[PlannedQuery], executed: Sequence[str]
) -> tuple[tuple[PlannedQuery, ...], tuple[tuple[str, str], ...]]:
    """Return those that are neither executed nor nearly so, nor nearly one that stands before them; and
    those that are, each
    with what it repeats. What has no word in it is left out."""
    known = list(executed)
    kept: list[PlannedQuery] = []
    skipped: list[tuple[str, str]] = []
    for each in planned:
        if not words_of(each.query):
            continue
        same = nearest(each.query, known)
        if same is not None:
            skipped.append((each.query, same))
        else:
            kept.append(each)
            known.append(each.query)
    return tuple(kept), tuple(skipped)
