"""Find a clause of a sentence that says the opposite of the one clause of its source that is about the same."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from backend.ranking.terms import stop_terms, term_of, terms
from backend.verification.contradiction_rules.compared_order import comparisons
from backend.verification.contradiction_rules.content_words import content_stems, without_numbers
from backend.verification.contradiction_rules.exchanged_roles import CLAUSE
from backend.verification.contradiction_rules.implied_negations import implies_negation
from backend.verification.contradiction_rules.opposites import are_opposite_words, is_negated, opposed_words

#: Minimum share (0 to 1) of a clause's words that the source must have, so that the clause is recognized there.
_KNOWN = 0.3
#: Maximum number of sentences whose clauses are cached.
_CACHED = 512


def opposed_clause(sentence: str, told: Iterable[tuple[str, frozenset[str]]]) -> tuple[str, str, str] | None:
    """Return a word of an English sentence, its opposite in a clause of the source, and the source's sentence with this
    clause; None if there is none. `told` pairs each sentence of the source with the stems of its content words.

    The two clauses must be about the same thing: of all clauses in the source, only this one has every word that the
    sentence's clause shares with the source. Comparisons of two things are ignored, because their meaning also depends
    on the order of the things.
    """
    passages = list(told)
    every = frozenset[str]().union(*(stems for _, stems in passages))
    for clause, words in _clauses(sentence):
        known = words & every
        alike = [passage for passage, stems in passages if known and known <= stems]
        about = [(passage, *each) for passage in alike for each in _clauses(passage) if known <= each[1]]
        if len(about) != 1 or comparisons(clause):
            continue
        passage, other, theirs = about[0]
        opposed = [each for each in opposed_words(clause, other) if not _are_light(each)]
        if not len(opposed) % 2 or _has_both(opposed[0], sentence, passage):
            continue
        if _is_turned(opposed[0], clause, other):
            continue
        left = [each for each in words - known if not any(are_opposite_words(each, rival) for rival in theirs)]
        if len(known) >= _KNOWN * (len(known) + len(left)) and _is_plain(clause, other):
            return *opposed[0], passage
    return None


def _has_both(pair: tuple[str, str], sentence: str, passage: str) -> bool:
    """Return True if the sentence or the passage has both words of a pair of opposites, as “which fail and which
    succeed”.
    """
    return term_of(pair[1]) in terms(sentence) or term_of(pair[0]) in terms(passage)


def _is_turned(pair: tuple[str, str], one: str, other: str) -> bool:
    """Return True if the words beside two opposite words are exchanged as well, so that the clauses agree: “A preceded
    B” and “B followed A”.
    """
    here, there = _sides(pair[0], one), _sides(pair[1], other)
    crossed, kept = (here[0] & there[1], here[1] & there[0]), (here[0] & there[0], here[1] & there[1])
    return all(crossed) and sum(map(len, crossed)) > sum(map(len, kept)) and (" by " in one) == (" by " in other)


def _sides(word: str, clause: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the content words before and after a word in a clause."""
    before, _, behind = clause.lower().partition(word)
    return _content(before), _content(behind)


def _are_light(pair: tuple[str, str]) -> bool:
    """Return True if both words are function words, as “in” and “out” of “out of five” are."""
    return all(term_of(each) in stop_terms("english") for each in pair)


def _is_plain(one: str, other: str) -> bool:
    """Return True if both clauses are negated or neither is, and the second makes no comparison. Only opposite words
    can then make them contradict each other.
    """
    return (
        not comparisons(other)
        and is_negated(one) == is_negated(other)
        and implies_negation(one) == implies_negation(other)
    )


@lru_cache(maxsize=_CACHED)
def _clauses(text: str) -> Sequence[tuple[str, frozenset[str]]]:
    """Return each clause of a text with the stems of its content words. Numbers are left out."""
    return tuple((each, _content(each)) for each in CLAUSE.split(text) if each.strip())


def _content(text: str) -> frozenset[str]:
    return without_numbers(content_stems(text))
