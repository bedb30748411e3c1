"""Find a quality that a sentence and its source compare in opposite ways: “friendlier” and “less friendly”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from backend.ranking.terms import stop_terms, terms
from backend.verification.contradiction_rules.opposites import are_opposite_words

#: Comparisons of a quality: “more friendly”, “less friendly”, “not as friendly as”, “friendlier”.
_GRADED = re.compile(
    r"\b(?:(?P<less>less|(?:not|n['’]t) (?:as|so))|(?P<more>more))\s+(?P<quality>[^\W\d_]{3,})\b"
    r"|\b(?P<stem>[^\W\d_]{3,})er\b(?=[^.;]{0,60}\bthan\b|\s+(?:in|for|with|among)\b)",
    re.IGNORECASE,
)
_COMPARED = re.compile(r"\b([^\W\d_]{3,}er|more|less|better|worse) than (?:the |an? )?([^\W\d_]{3,})", re.IGNORECASE)
_THAN = re.compile(r"\b(?:than|as)\b(?! [^\W\d_]+ (?:as)\b)", re.IGNORECASE)
#: Words that are not qualities: words that can count or compare anything, and words that end like comparatives.
_NO_QUALITIES = frozenset(
    "than likely oft few low high great small larg long short old young und ov aft oth eith neith wheth rath nev ev "
    "numb ord wat pap cent pow lett mann matt pati consum us help comput work".split()
)


def compared_in_reverse(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return words of a sentence and of its source that compare one quality in opposite ways, such as “less friendly”
    and “friendlier”. Returns None if there are none, or if the two sides of the comparison changed places, too.
    """
    if reversed_for_one := _compared_with_same(sentence, passage):
        return reversed_for_one
    if _sides_changed(sentence, passage):
        return None
    mine, theirs = _graded(sentence), _graded(passage)
    for quality, (is_more, said) in mine.items():
        if quality in theirs and theirs[quality][0] != is_more:
            return said, theirs[quality][1]
    return None


def _compared_with_same(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return two opposite comparisons with the same thing: “heavier than steel” and “lighter than steel”. Returns None
    if there are none.
    """
    mine, theirs = ({match[2].lower(): match for match in _COMPARED.finditer(text)} for text in (sentence, passage))
    for thing in mine.keys() & theirs.keys():
        said, told = mine[thing], theirs[thing]
        if are_opposite_words(said[1].lower(), told[1].lower()):
            return said[0], told[0]
    return None


def _sides_changed(one: str, other: str) -> bool:
    """Return True if the two sides of a comparison are exchanged: the words before “than” or “as” in one sentence are
    after it in the other.
    """
    sides = [_THAN.split(each, maxsplit=1) for each in (one, other)]
    if any(len(each) < 2 for each in sides):
        return False
    (before, behind), (other_before, other_behind) = ([_content(part) for part in each] for each in sides)
    return not behind.isdisjoint(other_before) and not other_behind.isdisjoint(before)


def _content(text: str) -> frozenset[str]:
    return frozenset(each for each in terms(text) if each not in stop_terms("english") and len(each) > 1)


@lru_cache(maxsize=512)
def _graded(sentence: str) -> Mapping[str, tuple[bool, str]]:
    """Map each quality that a sentence compares to a pair: True for “more” or False for “less”, and the words that
    compare it. A quality that is compared in both directions is left out.
    """
    found: dict[str, tuple[bool, str]] = {}
    twice: set[str] = set()
    for quality, is_more, words in _comparisons(sentence):
        if quality in found and found[quality][0] != is_more:
            twice.add(quality)
        found[quality] = is_more, words
    return {quality: each for quality, each in found.items() if quality not in twice}


def _comparisons(sentence: str) -> Iterator[tuple[str, bool, str]]:
    for match in _GRADED.finditer(sentence):
        if match["quality"]:
            yield _base(match["quality"]), match["more"] is not None, match[0]
        elif match["stem"].lower() not in _NO_QUALITIES:
            yield _base(match["stem"]), True, match[0]


def _base(word: str) -> str:
    """Return the stem of a word without a final “i”, “y” or “e”, and without a doubling of its last letter. So
    “friendly”, and “friendli” from “friendlier”, become equal.
    """
    return re.sub(r"(?:i|y|e|(?<=(.))\1)$", "", next(iter(terms(word)), word.lower()))
