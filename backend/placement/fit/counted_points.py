"""Find enumerated points in a text ("First, …", "Second, …", "Finally, …"), and decide where another point belongs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_words import ordinal_of

#: The number that stands for the last point.
_LAST = 99
_FINALLY = frozenset("finally lastly schließlich zuletzt enfin finalmente infine tenslotte".split())
_WORD = re.compile(r"\W*([^\W\d_]+)\b")


def number_of(text: str) -> int | None:
    """Return the number of the point with which a text begins; None if its first word is no ordinal."""
    found = _WORD.match(text)
    if found is None:
        return None
    word = found[1].casefold()
    number = _LAST if word in _FINALLY else ordinal_of(word)
    return _LAST if number is not None and number < 0 else number


def in_order(own: int, before: Sequence[int | None], after: Sequence[int | None]) -> int:
    """Return how many points beside a place are in order with the new point `own`, minus how many are not."""
    above = next((n for n in reversed(before) if n is not None), None)
    below = next((n for n in after if n is not None), None)
    count = 0
    if above is not None:
        count += 1 if above < own else -1
    if below is not None:
        count += 1 if below > own else -1
    return count
