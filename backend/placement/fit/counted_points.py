"""Find points that begin with a number word ("First, …", "Second, …", "Finally, …"), and score where one more such
point belongs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.order_words import ordinal_of

#: The number of a last point, such as “Finally, …”.
_LAST = 99
_FINALLY = frozenset("finally lastly schliesslich zuletzt enfin finalmente infine tenslotte".split())
_WORD = re.compile(r"\W*([^\W\d_]+)\b")


def number_of(text: str) -> int | None:
    """Return the number at the beginning of a text: 2 for "Second, …", 99 for "Finally, …"; None if its first word is
    not an ordinal.
    """
    found = _WORD.match(text)
    if found is None:
        return None
    word = found[1].casefold()
    number = _LAST if word in _FINALLY else ordinal_of(word)
    return _LAST if number is not None and number < 0 else number


def in_order(own: int, before: Sequence[int | None], after: Sequence[int | None]) -> int:
    """Return how well a new point with the number `own` fits at a place, from -2 to 2. The nearest point before the
    place counts +1 if its number is smaller, else -1; the nearest point after it counts +1 if its number is larger,
    else -1.

    `before` and `after` have the numbers with which the other blocks begin, or None.
    """
    above = next((n for n in reversed(before) if n is not None), None)
    below = next((n for n in after if n is not None), None)
    count = 0
    if above is not None:
        count += 1 if above < own else -1
    if below is not None:
        count += 1 if below > own else -1
    return count
