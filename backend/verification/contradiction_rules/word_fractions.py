"""Compare shares and factors that are written in words: a third, two thirds, one in three, half, doubled, threefold."""

from __future__ import annotations

import math
import re

_COUNTS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_IN = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "eight": 8, "ten": 10, "twenty": 20, "hundred": 100}
_SAID = re.compile(
    rf"\b(?:(?P<count>{'|'.join(_COUNTS)})[ -])?(?P<part>{'|'.join(_PARTS)})s? (?:of|as)\b"
    rf"|\b(?P<some>{'|'.join(_COUNTS)}) (?:in|out of) (?P<whole>{'|'.join(_IN)})\b",
    re.IGNORECASE,
)
_FACTORS = {
    "doubl": 2, "twofold": 2, "tripl": 3, "trebl": 3, "threefold": 3, "quadrupl": 4, "fourfold": 4, "fivefold": 5,
    "tenfold": 10, "halv": 0.5,
}  # fmt: skip
_FACTOR = re.compile(rf"\b({'|'.join(_FACTORS)})(?:ed|es|e|ing)?\b", re.IGNORECASE)
#: Two shares (0 to 1) that differ by less may be rounded, and count as equal.
_CLOSE = 0.1


def other_fractions(one: str, other: str) -> tuple[str, str] | None:
    """Return the shares that the two sentences write in words, if they differ: “half” and “a third”. Returns None if
    they are equal, or if a sentence does not have exactly one.
    """
    mine, theirs = list(_SAID.finditer(one)), list(_SAID.finditer(other))
    if len(mine) != 1 or len(theirs) != 1 or math.isclose(_value(mine[0]), _value(theirs[0]), rel_tol=_CLOSE):
        return None
    return mine[0][0], theirs[0][0]


def other_factors(one: str, other: str) -> tuple[str, str] | None:
    """Return the factors that two sentences write in words, if they differ: “doubled” and “tripled”. Returns None if
    they are equal, or if a sentence does not have exactly one.
    """
    mine, theirs = list(_FACTOR.finditer(one)), list(_FACTOR.finditer(other))
    if len(mine) != 1 or len(theirs) != 1 or _FACTORS[mine[0][1].lower()] == _FACTORS[theirs[0][1].lower()]:
        return None
    return mine[0][0], theirs[0][0]


def _value(found: re.Match[str]) -> float:
    if found["whole"]:
        return _COUNTS[found["some"].lower()] / _IN[found["whole"].lower()]
    return _COUNTS[(found["count"] or "one").lower()] / _PARTS[found["part"].lower()]
