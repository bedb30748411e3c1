"""Define the English words for the numbers below a hundred."""

from __future__ import annotations

ONES = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def value_of(ten: str | None, one: str | None) -> int:
    """Return the number that words in lower case stand for: 42 for "forty" and "two", 7 for None and "seven". `ten` is
    the word for the tens, and `one` the word for the ones; either may be None.
    """
    return (10 * (TENS.index(ten) + 2) if ten else 0) + (ONES.index(one) + 1 if one else 0)


def number_of(word: str) -> int | None:
    """Return the number that one word ("Twelve": 12) or digits ("41": 41) stand for. Returns None for any other word;
    only words for numbers below a hundred are known.
    """
    said = word.lower()
    if said.isdecimal():
        return int(said)
    if said in ONES:
        return value_of(None, said)
    return value_of(said, None) if said in TENS else None
