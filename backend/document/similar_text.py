"""Measure how much of one text occurs in another text, by pairs of neighboring words."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\w+")


def shared_pairs(first: str, second: str) -> float:
    """Return how much the `first` and the `second` text have in common, from 0 to 1. This is the share of the shorter
    text's pairs of neighboring words that also occur in the other text.
    """
    if first.strip() == second.strip():
        return 1.0
    one, other = _pairs(first), _pairs(second)
    fewest = min(one.total(), other.total())
    return (one & other).total() / fewest if fewest else 0.0


def _pairs(text: str) -> Counter[tuple[str, str]]:
    words = " ".join(WORD.findall(text)).casefold()
    return Counter(pairwise(words.split(" ")))
