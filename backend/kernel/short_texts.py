"""Cache the result of a pure function of one text, if the text is short.

A document of one megabyte may have hundreds of thousands of lines. These lines are then short, and many of them are
equal, so the function need not be called for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

_Result = TypeVar("_Result")

#: Maximum length of a cached text in characters, and maximum number of cached texts, so that a cache needs little
#: memory.
LONGEST = 100
_MOST = 1 << 10


def cached_if_short(function: Callable[[str], _Result]) -> Callable[[str], _Result]:
    """Return the function with a cache of its latest results for texts of at most `LONGEST` characters."""
    return _Results(function).__getitem__


class _Results(dict[str, _Result]):
    """A dictionary from texts to the results of `function`; a missing result is computed at its first look-up. Finding
    a result in a dictionary is several times as fast as calling a function.
    """

    def __init__(self, function: Callable[[str], _Result]) -> None:
        self._function = function

    def __missing__(self, text: str) -> _Result:
        result = self._function(text)
        if len(text) <= LONGEST:
            if len(self) >= _MOST:
                self.clear()
            self[text] = result
        return result
