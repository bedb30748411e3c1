"""Review what a deep research has found, and decide what follows. A model, rules or a default make the review.

The confidence of a review is limited by the number of sources: without sources, nobody can be sure.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from backend.kernel import prompts
from backend.kernel.exchange import ChatRequest, Turn
from backend.kernel.search_requests import Limits
from backend.kernel.works import Source
from backend.ranking.terms import language_of, stop_terms, terms, words_of
from backend.research import model_json, queries
from backend.research.citations import neutralized
from backend.research.deep import aspects, plan, rounds
from backend.research.deep.plan import GAPS, LINE, MOST, THOUGHT, PlannedQuery
from backend.research.deep.rounds import State
from backend.research.model_json import Unreadable

NextAction = Literal["finalize", "refine_strategy", "continue_search"]

#: Maximum confidence (0 to 100) with 0, 1 and 2 sources; with more sources there is no limit. An answer may rest on a
#: single source, but one source is not enough to end the search for others.
BELIEVED = (0, 65, 70)
#: Maximum number of sources that a reviewer is shown, and of characters of each.
SHOWN, SNIPPET = 30, 500
#: Maximum number of words of the question in a query about a gap.
ABOUT = 6
#: Minimum share (0 to 1) of a query's terms that one source must contain, so that the query counts as answered. Chosen,
#: not tuned: three words of four, because a source rarely repeats a question in full.
COVERED = 0.75
#: Maximum number of characters of a source in which terms are looked for.
MOST_TEXT = 8_000

_ACTIONS: dict[str, NextAction] = {
    "final": "finalize", "finish": "finalize", "done": "finalize", "stop": "finalize", "answer": "finalize",
    "complete": "finalize", "refine": "refine_strategy", "add": "refine_strategy",
    "continue": "continue_search", "replace": "continue_search", "search": "continue_search",
}  # fmt: skip
_NAMES = ("next_action", "action", "next_step", "decision", "verdict")


@dataclass(frozen=True, slots=True)
class Review:
    """A judgment of the research so far.

    - `critique`, `gaps`: what was found, and what is still missing
    - `confidence`: how well the question can be answered from the sources found so far, 0 to 100
    - `queries`: new queries that the review suggests
    - `next_action`: `refine_strategy` adds the new queries to the planned ones that were not executed yet;
      `continue_search` executes only the new ones
    """

    critique: str
    confidence: int
    next_action: NextAction
    queries: tuple[PlannedQuery, ...] = ()
    gaps: tuple[str, ...] = ()


def request(state: State, limits: Limits, model: str | None = None) -> ChatRequest:
    """Build the request that asks the system model for a review."""
    words = prompts.render(
        "review",
        question=state.question[: 2 * queries.TURN_CHARACTERS],
        round=state.round,
        rounds=limits.rounds,
        executed=[neutralized(each) for each in state.executed],
        succeeded=state.succeeded,
        failed=state.failed,
        waiting=[neutralized(each.query) for each in state.waiting],
        gaps=[neutralized(each) for each in state.gaps],
        sources=[_shown(each) for each in state.sources[:SHOWN]],
        more=max(0, len(state.sources) - SHOWN),
        most=MOST,
    )
    return ChatRequest((Turn("user", words),), model=model, temperature=0.0, max_tokens=2_000, search=False)


def read(text: str) -> Review:
    """Parse the review in a model's answer. Raises Unreadable if the next action or the confidence is missing."""
    said = model_json.first(text, (*_NAMES, "confidence"))
    confidence = model_json.percent(said.get("confidence"))
    if confidence is None:
        raise Unreadable('"confidence" was not a number from 0 to 100.')
    found = plan.queries_in(said)
    action = next((_action(said[name]) for name in _NAMES if name in said), None)
    if action is None:
        raise Unreadable('"next_action" was none of "finalize", "refine_strategy", "continue_search".')
    return Review(
        critique=model_json.words(said.get("critique", said.get("review", "")), THOUGHT),
        confidence=confidence,
        next_action=action,
        queries=found,
        gaps=model_json.lines(said.get("gaps"), LINE)[:GAPS],
    )


def by_rules(state: State, limits: Limits) -> Review:
    """Return a review that is made without a model. Its confidence is the mean, over the executed queries, of the share
    of a query's words that the best source contains. Words that a query adds to the question, such as "review", are
    ignored.

    A query is a gap if too few of its words are in the best source. For each gap, a new query is made of the words that
    this source lacks and of words of the question.
    """
    beside = aspects.added_words(state.question)
    covered = [(each, *coverage(each, state.sources, beside)) for each in state.executed]
    lacking: dict[tuple[str, ...], str] = {}
    for query, share, missing in covered:
        if share < COVERED:
            lacking.setdefault(missing, query)
    gaps = [(query, missing) for missing, query in lacking.items()]
    confidence = round(100 * sum(share for _, share, _ in covered) / max(1, len(covered)))
    new, _ = plan.untried([_about(state.question, *gap) for gap in gaps], state.executed)
    searching = bool(new or state.waiting) and confidence < limits.confidence
    return Review(
        critique=_summary(covered, state, [" ".join(missing) for _, missing in gaps]),
        confidence=confidence,
        next_action="refine_strategy" if searching else "finalize",
        queries=new[:MOST] if searching else (),
        gaps=tuple(query for query, _ in gaps)[:GAPS],
    )


def _summary(covered: Sequence[tuple[str, float, tuple[str, ...]]], state: State, gaps: Sequence[str]) -> str:
    """Return a sentence about a review by rules: how many queries are covered by how many sources, and for which
    `gaps` little was found.
    """
    held, number = sum(share >= COVERED for _, share, _ in covered), len(state.sources)
    verb, sources = ("is" if held == 1 and len(covered) == 1 else "are"), f"source{'' if number == 1 else 's'}"
    queries_ = "query" if len(covered) == 1 else "queries"
    told = f"{held} of {len(covered)} {queries_} {verb} covered by {number} {sources}."
    return f"{told} Little was found on: {'; '.join(gaps[:GAPS])}." if gaps else told


def by_default(state: State, limits: Limits, why: str) -> Review:
    """Return the review that is used if no model can judge; `why` says why. The search ends. The confidence is below
    the limit at which a research ends as sure (`limits.confidence`).
    """
    judged = by_rules(state, limits)
    said = f"{why}, so the answer is written from what was found. By rules: {judged.critique}"
    confidence = min(judged.confidence, limits.confidence - 1)
    return replace(judged, critique=said, confidence=confidence, next_action="finalize", queries=())


def next_step(state: State, review: Review, limits: Limits) -> State:
    """Return the state after a review. Either the research has ended, or the state has the queries of the
    next round.
    """
    review = with_limited_confidence(review, len(state.sources))
    state = replace(state, confidence=review.confidence, gaps=review.gaps)
    if review.confidence >= limits.confidence:
        return rounds.end(state, "confident", f"at a confidence of {review.confidence}")
    if review.next_action == "finalize":
        return rounds.end(state, "finalized", f"by its review, at a confidence of {review.confidence}")
    kept = state.waiting if review.next_action == "refine_strategy" else ()
    waiting = (*kept, *review.queries)
    if not plan.untried(waiting, state.executed)[0]:  # only repeated queries, which the search reports
        open_ = [PlannedQuery(queries.tidy(" ".join(queries.keywords(gap))), f"open: {gap}") for gap in review.gaps]
        waiting = (*waiting, *open_[:MOST])
    return replace(state, waiting=waiting)


def with_limited_confidence(review: Review, sources: int) -> Review:
    """Return the review with a confidence that fits the number of sources: the fewer sources, the lower the maximum. If
    there are no sources, but the review has queries, its next action is to search on.
    """
    most = BELIEVED[sources] if sources < len(BELIEVED) else 100
    action = review.next_action
    if not sources and action == "finalize" and review.queries:
        action = "refine_strategy"
    return replace(review, confidence=min(review.confidence, most), next_action=action)


def coverage(query: str, sources: Sequence[Source], beside: Collection[str] = ()) -> tuple[float, tuple[str, ...]]:
    """Compare a query with each source. Return the largest share of the query's words that one source contains (0 to
    1), and the words that this source lacks. Words in `beside` are ignored.
    """
    language = language_of(query)
    left_out = stop_terms(language)
    asked = [word for word in words_of(query) if word.casefold() not in beside]
    words = {term: word for word in asked for term in terms(word, language) if term not in left_out}
    if not words:
        return 1.0, ()
    best = max((words.keys() & _terms(each, language) for each in sources), key=len, default=set[str]())
    return len(best) / len(words), tuple(word for term, word in words.items() if term not in best)


def _terms(source: Source, language: str) -> frozenset[str]:
    return frozenset(terms(f"{source.title} {source.content[:MOST_TEXT]}", language))


def _about(question: str, query: str, missing: Sequence[str]) -> PlannedQuery:
    """Return a query for what the sources lack. It has words of the question that the sources contain, as the topic,
    and then the `missing` words of `query`. If the sources contain no word of the question, the query is the first half
    of the missing words, so that it differs from `query`.
    """
    topic = [word for word in queries.keywords(question) if word.casefold() not in missing][:ABOUT]
    wanted = list(missing)[:ABOUT]
    if not topic:
        wanted, topic = wanted[: max(1, len(wanted) // 2)], []
    return PlannedQuery(queries.tidy(" ".join([*topic, *wanted])), f"what the sources do not say about: {query}")


def _action(said: object) -> NextAction | None:
    """Return the next action that a model named (`said`), in any spelling; None if it is none of the known actions."""
    if not isinstance(said, str):
        return None
    word = next(iter(words_of(said.replace("_", " ").replace("-", " "))), "")
    return next((action for stem, action in _ACTIONS.items() if word.startswith(stem)), None)


def _shown(source: Source) -> dict[str, str]:
    facts = [", ".join(source.authors[:2]), str(source.year or ""), source.connector]
    return {
        "title": neutralized(" ".join(source.title.split())) or "(untitled)",
        "facts": neutralized("; ".join(each for each in facts if each)),
        "text": neutralized(" ".join(source.content[:SNIPPET].split())) or "(no text)",
    }
