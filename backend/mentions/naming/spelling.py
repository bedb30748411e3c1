"""Correct misspelled words of requests ("befor", "instert", "replcae").

A word is only corrected if neither the document nor any request uses it, and exactly one known word is similar.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cache

from rapidfuzz.distance import OSA

from backend.mentions.lexicon import Token, phrases, stem
from backend.ranking.terms import stop_terms

#: Tags of words for places. Only these words are corrected, because there are too many other words of requests.
_MENDED = frozenset(
    "after before between end start replace add section subsection paragraph table figure list topic content polite "
    "item row document grow".split()
)
#: Minimum number of letters of a word that is corrected; and the minimum if one letter is wrong. A shorter word is too
#: often another word ("table", "cable"). Chosen, not tuned.
_SHORTEST, _LONG = 4, 7
_SMALL = stop_terms("english")


def mended(words: Sequence[Token], uses: Callable[[str], bool], hidden: Collection[int]) -> list[Token]:
    """Return the tokens with misspelled words corrected: such a token gets the norm and the stem of the correct word.

    `uses` returns True if the document contains a word. Tokens in `hidden` (indices) belong to names and quotations and
    are not corrected.
    """
    known = phrases("en")
    out = list(words)
    for index, token in enumerate(words):
        word = token.norm
        if index in hidden or token.quote or len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
            continue
        if token.stem in known or token.stem in _SMALL or token.text.isupper() or word in _parts():
            continue
        meant = _meant(word)
        if meant and not uses(word):
            out[index] = replace(token, norm=meant, stem=stem(meant))
    return out


@cache
def _parts() -> frozenset[str]:
    """Return the stems of all words in the phrases of the English word list, such as "right" and "after"."""
    return frozenset(part for entries in phrases("en").values() for entry in entries for part in entry.key)


@cache
def _vocabulary() -> dict[int, list[str]]:
    """Return the correct words to which a misspelled word can be corrected, in alphabetical order, by their number of
    letters.
    """
    words: set[str] = set()
    for key, entries in phrases("en").items():
        for entry in entries:
            if len(entry.key) == 1 and entry.tags & _MENDED:
                words.add(entry.norms[0] if entry.norms else key)
    found: dict[int, list[str]] = {}
    for word in sorted(words | {w for w in _FULL if stem(w) in words}):
        found.setdefault(len(word), []).append(word)
    return found


#: Full words whose stem is a different string ("befor" is the stem of "before").
_FULL = (
    "after before between insert place paragraph section subsection replace substitute table figure equation beginning "
    "beneath following underneath preceding append include update rewrite overwrite exchange please about bottom"
).split()


def _meant(word: str) -> str:
    """Return the one known word that `word` may be a misspelling of; "" if there is no such word, or more than one.

    A misspelling has one letter more or fewer, two exchanged letters, or, in a long word, one wrong letter.
    """
    near: set[str] = set()
    lengths = range(max(_SHORTEST, len(word) - 1), len(word) + 2)
    for other in (each for length in lengths for each in _vocabulary().get(length, ())):
        if OSA.distance(word, other, score_cutoff=1) != 1 or stem(other) in {stem(each) for each in near}:
            continue
        swapped = sorted(word) == sorted(other)
        if len(word) != len(other) or swapped or len(word) >= _LONG:
            near.add(other)
    return near.pop() if len(near) == 1 else ""
