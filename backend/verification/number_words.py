"""Define the English words for the numbers below a hundred."""

from __future__ import annotations

ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def value_of(ten: str | None, one: str | None) -> int:
    """Return the number that words in lower case mean: 42 for "forty" and "two", 7 for None and "seven"."""
    return (10 * (TENS.index(ten) + 2) if ten else 0) + (ONES.index(one) + 1 if one else 0)
