"""Find words of a sentence where another sentence has other words, although the words around them are the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from backend.ranking.terms import stop_terms, terms

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
#: Minimum number of equal words on each side of the words that differ. It does not apply at the beginning and the end
#: of a sentence.
_AROUND = 2
#: Minimum number of equal words on the one side, if the words that differ begin or end the sentence.
_AT_EDGE = 4
#: Maximum number of words that differ. A longer part is rephrased, not exchanged.
_MOST = 3


@dataclass(frozen=True, slots=True)
class Substitution:
    """The words `said` of the first sentence, and the words `told` that the second sentence has in their place. `name`
    is True if both are names. `edge` is True if the words begin or end the sentence.
    """

    said: str
    told: str
    name: bool
    edge: bool = False


def substitutions(one: str, other: str, language: str) -> Iterator[Substitution]:
    """Yield the content words that differ between two sentences, although the words around them are the same: “cod” and
    “herring” for “stocks of cod fell” and “stocks of herring fell”.
    """
    mine, theirs = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    here, there = [_stem(each[0], language) for each in mine], [_stem(each[0], language) for each in theirs]
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()
    edges = [(0, 0, 0), *((each.a, each.b, each.size) for each in blocks)]
    for (a, b, size), (next_a, next_b, next_size) in pairwise(edges):
        said, told = mine[a + size : next_a], theirs[b + size : next_b]
        if not (0 < len(said) <= _MOST and 0 < len(told) <= _MOST):
            continue
        begins, ends = a + size == 0, next_a == len(mine)
        least = _AT_EDGE if begins or ends else _AROUND
        first, last = a + b == 0, next_a + next_size == len(mine) and next_b + next_size == len(theirs)
        if (begins and ends) or not (begins or first or size >= least) or not (ends or last or next_size >= least):
            continue
        if all(_is_light(each[0], language) for each in said) or all(_is_light(each[0], language) for each in told):
            continue
        names = all(each[0][0].isupper() for each in (*said, *told)) and not begins and b + size > 0
        yield Substitution(
            " ".join(each[0] for each in said), " ".join(each[0] for each in told), names, begins or ends
        )


@lru_cache(maxsize=8_192)
def _stem(word: str, language: str) -> str:
    return next(iter(terms(word, language)), word.casefold())


def _is_light(word: str, language: str) -> bool:
    return _stem(word, language) in stop_terms(language)
