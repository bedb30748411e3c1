"""Find queries that are nearly the same, so that the services are not asked the same thing twice in other words."""

from __future__ import annotations

from collections.abc import Iterable

from backend.ranking.function_words import STOP_WORDS
from backend.ranking.terms import words_of

#: The share of common words (0 to 1) above which two queries count as one. Chosen, not tuned: of five words one may
#: differ.
ALIKE = 0.8


def overlap(one: str, other: str) -> float:
    """Return the share (0 to 1) of two queries' words that both contain. Words such as "the" are ignored."""
    first, second = _weighty(one), _weighty(other)
    return len(first & second) / len(first | second) if first and second else 0.0


def nearest(query: str, others: Iterable[str]) -> str | None:
    """Return the first query in `others` that is nearly the same as `query`; None if there is none."""
    return next((other for other in others if overlap(query, other) > ALIKE), None)


def _weighty(query: str) -> frozenset[str]:
    words = frozenset(words_of(query))
    return words - STOP_WORDS["english"] or words
