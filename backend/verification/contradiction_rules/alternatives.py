"""Find words in a sentence that contradict its source, because the source has others in their place: another season,
month, century, year or name, or another share or factor (a third, one in three, doubled, threefold).
"""

from __future__ import annotations

import math
import re

#: Sets of words that exclude each other, such as the seasons.
_SETS = (
    r"(?:spring|summer|autumn|fall(?= of)|winter)",
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day",
    r"(?:morning|afternoon|evening|night)",
    r"(?:north|south)?-?(?:north|south|east|west)(?=(?:er|ern|wards?)?\b)",
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?= (?:day|week|month|year|decade|phase|"
    r"trial)\b)",
    r"(?:1\d|20)\d0s",
    r"(?<![\d,.–-])(?:1[0-9]|20)\d\d(?!\d|[,.–-]\d|s\b)",
)
_WORDS = tuple(re.compile(rf"\b{each}", re.IGNORECASE) for each in _SETS)
#: A name inside a sentence.
_NAME = re.compile(r"(?<=[^\s.:!?“(] )[A-Z][a-zà-öø-ÿ]{3,}\b")
#: Number of first letters by which a name is recognized in another form: Kenya, Kenyan.
_ROOT = 4

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
#: Two shares (0 to 1) count as equal if they differ by less than this, because one of them may be rounded.
_CLOSE = 0.1


def other_alternative(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return a word of a sentence and the word that its source has instead: “autumn” and “spring” for “in autumn the
    birds leave” and the passage “in spring the birds leave”. Words from the same set of alternatives are compared, such
    as the seasons. Returns None if one of the two texts has all words of the set that the other one has.
    """
    for pattern in _WORDS:
        said, told = ({each.casefold() for each in pattern.findall(text)} for text in (sentence, passage))
        if said - told and told - said and not said & told:
            return min(said - told), min(told - said)
    return None


def other_name(sentence: str, passage: str, source: str) -> tuple[str, str] | None:
    """Return a name that only the sentence has, and a name that only the passage has: “Norway” and “Sweden” for “stocks
    in Norway fell” and “stocks in Sweden fell”. The first name must be missing from all of `source`. Returns None if
    one of the two is missing.
    """
    said = [each for each in _NAME.findall(sentence) if each[:_ROOT] not in source]
    told = [each for each in _NAME.findall(passage) if each[:_ROOT] not in sentence]
    return (said[0], told[0]) if said and told else None


def other_point_in_time(one: str, other: str) -> tuple[str, str] | None:
    """Return a month of the first sentence and the same month in another year of the second: “May 2020” and “May 2021”.
    Otherwise, if the sentences name different centuries, return a century of each. Returns None if there is neither.
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
