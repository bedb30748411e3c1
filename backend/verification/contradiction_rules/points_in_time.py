"""Compare the months and centuries that two sentences name."""

from __future__ import annotations

import re

_MONTHS = "January February March April May June July August September October November December".split()
_MONTH = re.compile(rf"\b({'|'.join(_MONTHS)})(?: \d\d?,| of)? ((?:1\d|20)\d\d)\b")
_ORDINALS = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_CENTURY = re.compile(
    rf"\b(?:(twenty-first)|({'|'.join(_ORDINALS)})|(\d\d?)(?:st|nd|rd|th))"
    r"(?:[ -](?:and|to|or|or the|and the))?[ -]centur",
    re.IGNORECASE,
)


def other_point_in_time(one: str, other: str) -> tuple[str, str] | None:
    """Return a month of the first sentence and the same month in another year of the second: “May 2020” and “May 2021”.
    If there are none, return a century from each sentence, provided that they have no century in common. Returns None
    otherwise.
    """
    mine, theirs = set(_MONTH.findall(one)), set(_MONTH.findall(other))
    for month, year in sorted(mine - theirs):
        rivals = [then for name, then in sorted(theirs) if name == month]
        if rivals and (month, year) not in theirs:
            return f"{month} {year}", f"{month} {rivals[0]}"
    here, there = _centuries(one), _centuries(other)
    if here and there and here.keys().isdisjoint(there):
        return next(iter(here.values())), next(iter(there.values()))
    return None


def _centuries(sentence: str) -> dict[int, str]:
    found = {}
    for each in _CENTURY.finditer(sentence):
        number = 21 if each[1] else _ORDINALS.index(each[2].lower()) + 1 if each[2] else int(each[3])
        found[number] = f"{each[0]}y"
    return found
