"""Find words in a sentence that contradict its source, because the source has other words in the same place: another
season, month, century, year, name or share (a third, one in three), or anything else between the same neighboring
words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise

from backend.ranking.terms import stop_terms, terms

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
#: Two shares (0 to 1) count as equal if they differ by less than this, because one of them may be rounded.
_CLOSE = 0.1

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
#: Minimum number of equal words on each side of the words that differ. It does not apply at the beginning and the end
#: of a sentence.
_AROUND = 2
#: Minimum number of equal words on the one side, if the words that differ begin or end the sentence.
_AT_EDGE = 4
#: Maximum number of words that differ. A longer part is rephrased, not exchanged.
_MOST = 3


@dataclass(frozen=True, slots=True)
class Substitution:
    """A difference between two sentences: the first has the words `said` where the second has the words `told`. `name`
    is True if both are names. `edge` is True if `said` is at the beginning or end of the first sentence.
    """

    said: str
    told: str
    name: bool
    edge: bool = False


def other_alternative(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return a word of a sentence and the word that its source has instead: “autumn” and “spring” for “in autumn the
    birds leave” and the passage “in spring the birds leave”.

    Only words of one set, such as the seasons, are compared. Returns None if there are no such words, or if both texts
    have a word of the set in common.
    """
    for pattern in _WORDS:
        said = {each.casefold() for each in pattern.findall(sentence)}
        told = {each.casefold() for each in pattern.findall(passage)} if said else said
        if told and not said & told:
            return min(said), min(told)
    return None


def other_name(sentence: str, passage: str, source: str) -> tuple[str, str] | None:
    """Return a name that only the sentence has, and a name that only the passage has: “Norway” and “Sweden” for “stocks
    in Norway fell” and “stocks in Sweden fell”; None if there is no such pair. The first name must not occur in
    `source`, the whole text of the source.
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


def _value(found: re.Match[str]) -> float:
    if found["whole"]:
        return _COUNTS[found["some"].lower()] / _IN[found["whole"].lower()]
    return _COUNTS[(found["count"] or "one").lower()] / _PARTS[found["part"].lower()]


@lru_cache(maxsize=64)
def substitutions(one: str, other: str, language: str) -> Sequence[Substitution]:
    """Return the content words that differ between two sentences, although the words around them are the same: “cod”
    and “herring” for “stocks of cod fell” and “stocks of herring fell”.
    """
    return tuple(_substitutions(one, other, language))


def _substitutions(one: str, other: str, language: str) -> Iterator[Substitution]:
    mine, theirs = list(_WORD.finditer(one)), list(_WORD.finditer(other))
    here, there = [_stem(each[0], language) for each in mine], [_stem(each[0], language) for each in theirs]
    blocks = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()
    edges = [(0, 0, 0), *((each.a, each.b, each.size) for each in blocks)]
    for (a, b, size), (next_a, next_b, next_size) in pairwise(edges):
        said, told = mine[a + size : next_a], theirs[b + size : next_b]
        if not (0 < len(said) <= _MOST and 0 < len(told) <= _MOST):
            continue
        begins, ends = a + size == 0, next_a == len(mine)
        least = _AT_EDGE if begins or ends else _AROUND
        first, last = a + b == 0, next_a + next_size == len(mine) and next_b + next_size == len(theirs)
        if (begins and ends) or not (begins or first or size >= least) or not (ends or last or next_size >= least):
            continue
        if all(_is_light(each[0], language) for each in said) or all(_is_light(each[0], language) for each in told):
            continue
        names = all(each[0][0].isupper() for each in (*said, *told)) and not begins and b + size > 0
        yield Substitution(
            " ".join(each[0] for each in said), " ".join(each[0] for each in told), names, begins or ends
        )


@lru_cache(maxsize=8_192)
def _stem(word: str, language: str) -> str:
    return next(iter(terms(word, language)), word.casefold())


def _is_light(word: str, language: str) -> bool:
    return _stem(word, language) in stop_terms(language)
