"""Find a clause of a sentence that says the opposite of the one clause of its source that is about the same."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from backend.ranking.terms import stop_terms, term_of, terms
from backend.verification.contradiction_rules.compared_order import comparisons
from backend.verification.contradiction_rules.content_words import content_stems, without_numbers
from backend.verification.contradiction_rules.exchanged_roles import CLAUSE
from backend.verification.contradiction_rules.implied_negations import implies_negation
from backend.verification.contradiction_rules.opposites import are_opposite_words, is_negated, opposed_words

#: Minimum share (0 to 1) of a clause's words that the source must have, so that the clause is recognized there.
_KNOWN = 0.3
#: Number of sentences whose clauses are cached: those of a long source, which is compared with several sentences.
_CACHED = 2048


def opposed_clause(sentence: str, passages: Sequence[str]) -> tuple[str, str, int] | None:
    """Find a clause of an English sentence and a clause of its source that are about the same thing but have opposite
    words. Returns a word, its opposite in the source, and the index of the passage with the source's clause; None if
    there are none.

    Two clauses are about the same thing if, of all clauses in the source, only this one has every word that the
    sentence's clause shares with the source. Clauses that compare two things are left out, because there the order
    decides.
    """
    told = [(at, clause, words) for at, passage in enumerate(passages) for clause, words in clauses(passage)]
    for clause, words in clauses(sentence):
        if comparisons(clause):
            continue
        known = frozenset(each for each in words if any(each in theirs for _, _, theirs in told))
        about = [each for each in told if known and known <= each[2]]
        if len(about) != 1:
            continue
        at, other, theirs = about[0]
        opposed = [each for each in opposed_words(clause, other) if not _are_light(each)]
        if not len(opposed) % 2 or _has_both(opposed[0], sentence, passages[at]):
            continue
        if _is_turned(opposed[0], clause, other):
            continue
        left = [each for each in words - known if not any(are_opposite_words(each, rival) for rival in theirs)]
        if len(known) >= _KNOWN * (len(known) + len(left)) and _is_plain(clause, other):
            return *opposed[0], at
    return None


def _has_both(pair: tuple[str, str], sentence: str, passage: str) -> bool:
    """Return True if the sentence or the passage has both of two opposite words, as “which fail and which succeed”."""
    return term_of(pair[1]) in terms(sentence) or term_of(pair[0]) in terms(passage)


def _is_turned(pair: tuple[str, str], one: str, other: str) -> bool:
    """Return True if the words on the two sides of opposite words are exchanged, too: “A preceded B” and “B followed A”
    agree.
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
    """Return True if only opposite words can make two clauses contradict each other: either both are negated or neither
    is, and the second one does not compare two things.
    """
    return (
        not comparisons(other)
        and is_negated(one) == is_negated(other)
        and implies_negation(one) == implies_negation(other)
    )


@lru_cache(maxsize=_CACHED)
def clauses(text: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Return each clause of a text with the stems of its content words. Numbers are left out."""
    return tuple((each, _content(each)) for each in CLAUSE.split(text) if each.strip())


def _content(text: str) -> frozenset[str]:
    return without_numbers(content_stems(text))
