"""Plan the queries of a deep research, from a model's answer or by rules, and find repeated queries.

No query is sent twice. Two queries are taken as the same if they share more than four fifths of all their words
(Jaccard index).
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
from backend.research.queries import nearest
from backend.sources.identifiers import canonical_title

#: Maximum number of queries of a plan or a review, and minimum number of queries of a good plan.
MOST, LEAST = 5, 3
#: Maximum characters of a purpose or a gap, and of a thought or a critique.
LINE, THOUGHT = 200, 1_000
#: Maximum number of gaps that a review names. It is more than the next round can search for (`MOST` queries).
GAPS = 8
#: The confidence (0 to 100) of a plan made by rules, before anything was found.
UNKNOWN = 50

_QUERIES = ("queries", "search_queries", "searches")
_QUERY = ("query", "q", "search", "text", "search_query")
_PURPOSE = ("purpose", "why", "reason", "goal")
_EXPECTED = ("expected", "expected_information", "expects", "expected_info")


@dataclass(frozen=True, slots=True)
class PlannedQuery:
    """A query, the reason for it, and what it is expected to find."""

    query: str
    purpose: str = ""
    expected: str = ""


@dataclass(frozen=True, slots=True)
class SearchPlan:
    """The planned queries for a question. `confidence` (0 to 100) says how sure the planner is that the queries are
    enough, and `gaps` names what they may leave open.
    """

    queries: tuple[PlannedQuery, ...]
    thought: str = ""
    gaps: tuple[str, ...] = ()
    confidence: int = UNKNOWN


def request(turns: Sequence[Turn], location: str, today: date, model: str | None = None) -> ChatRequest:
    """Build the request that asks the system model for a plan. `location` is where the user is."""
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
    """Parse the plan in a model's answer. Raises Unreadable if there is no plan, or if it has no query."""
    said = model_json.first(text, _QUERIES)
    found = queries_in(said)
    if not found:
        raise Unreadable('"queries" contained no query: each is an object with a text under "query".')
    confidence = model_json.percent(said.get("confidence"))
    return SearchPlan(
        queries=found,
        thought=model_json.words(said.get("thought", said.get("thoughts", "")), THOUGHT),
        gaps=model_json.lines(said.get("gaps"), LINE)[:GAPS],
        confidence=UNKNOWN if confidence is None else confidence,
    )


def by_rules(turns: Sequence[Turn], location: str = "") -> SearchPlan:
    """Return a plan that is made without a model: the keywords of the question, its parts, and queries for overviews
    and for contrary evidence. `location` is where the user is.
    """
    asked = aspects.of(turns, location)
    kept, _ = untried([PlannedQuery(each.query, each.purpose) for each in asked], ())
    parts = sum(each.is_part for each in asked)
    thought = f"The question has {parts} parts." if parts > 1 else "The search uses the keywords of the question."
    return SearchPlan(kept[:MOST], thought)


def queries_in(answer: Mapping[str, Any]) -> tuple[PlannedQuery, ...]:
    """Return the different queries in a parsed answer of a model, at most `MOST`. They are in a list of strings or
    objects, under one of the usual keys, such as "queries" or "searches".
    """
    given: list[Any] = next((answer[name] for name in _QUERIES if isinstance(answer.get(name), list)), [])
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
    """Split queries into new ones and repeated ones. A query is repeated if it is the same, or nearly the same, as an
    executed query or an earlier query in the list.

    Returns the new queries, and a pair for each repeated one: the query, and the query that it repeats. A query without
    any word is left out.
    """
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
