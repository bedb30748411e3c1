"""Cache the result of a pure function of one text, if the text is short.

A document of one megabyte may have hundreds of thousands of lines. These lines are then short, and many of them are
equal, so the function need not be called for each.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

_Result = TypeVar("_Result")

#: Maximum length of a cached text in characters, so that a cache needs little memory.
LONGEST = 100


def cached_if_short(function: Callable[[str], _Result]) -> Callable[[str], _Result]:
    """Return the function with a cache of its latest results for texts of at most `LONGEST` characters."""
    cached = lru_cache(maxsize=1 << 10)(function)

    @wraps(function)
    def call(text: str) -> _Result:
        return cached(text) if len(text) <= LONGEST else function(text)

    return call
