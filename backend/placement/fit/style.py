"""Measure the style of a text, independent of its subject: function words, tenses, numbers, citations and formulas.

`python -m tests.bench.sensitivity placement/fit/style.py` measures how each number in this file affects the placement
benchmark.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from backend.ranking.function_words import STOP_WORDS

StyleProfile = Counter[str]

#: English words of argument and caution that are not function words in the strict sense.
_ARGUMENT = frozenset(
    "also although among even however may might more must thus therefore us via whereas whether whilst within without "
    "shall since upon while".split()
)
_CITED = re.compile(r"@[\w:./-]*\w|\[\d+\]|https?://")
#: Maximum number of words whose features are cached, for each language.
_REMEMBERED = 1 << 16
_SHOWN = frozenset({"fig", "figure", "figures", "table", "tables"})


class _Marks(dict[str, tuple[str, ...]]):
    """Maps each word to its stylistic features: the word itself if it is a function word, and a class such as "#ed".
    The features of a word are computed when they are first needed.
    """

    def __init__(self, language: str) -> None:
        self.known = STOP_WORDS["english"] | STOP_WORDS.get(language, frozenset()) | _ARGUMENT

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = [word] if word in self.known else []
        if word[0].isdigit():
            found.append("#1")
        elif word in _SHOWN:
            found.append("#shown")
        elif word.endswith("ed") and len(word) > 4:
            found.append("#ed")
        elif word.endswith("ing") and len(word) > 5:
            found.append("#ing")
        if len(self) < _REMEMBERED:
            self[word] = tuple(found)
        return tuple(found)


@lru_cache(maxsize=32)
def _marks(language: str) -> _Marks:
    return _Marks(language)


def profile(words: Sequence[str], text: str, language: str) -> StyleProfile:
    """Count the function words of a text, given as its `words` and as the whole `text`. Numbers, word endings (-ed,
    -ing), citations and brackets are also counted, under names that begin with `#`.
    """
    out: StyleProfile = Counter(itertools.chain.from_iterable(map(_marks(language).__getitem__, words)))
    out["#@"] = len(_CITED.findall(text))
    out["#$"] = text.count("$") // 2
    out["#`"] = text.count("`") // 2
    out["#("] = text.count("(")
    return +out
