"""Find a number that a sentence gives to one thing, and its source to another thing: “54 % with surgery”, if the source
has “71 % with surgery and 54 % with drugs”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.ranking.terms import stop_terms, term_of, terms, words_of
from backend.verification.contradiction_rules.content_words import content_words

#: A number, which may have a power of ten. The number in “7-day” belongs to its word and is not matched.
_NUMBER = re.compile(
    r"(?<![\w.,^-])[-−]?\d+(?:[.,]\d+)*(?:\s?[×x·]\s?10\s?\^?\{?[-−]?\d+\}?)?(?![\w^]|[.,]\d|-[^\W\d])"
    r"|(?<=[\u3400-\u9fff])\d+(?:[.,]\d+)*"
)
#: The sign or word after a number. It is the unit, unless it is a preposition or a comma: then the number has no unit
#: of its own.
_UNIT = re.compile(r"\s?(%|[^\W\d_]+)")
#: Signs and words that end the part of a sentence that belongs to one number.
_BETWEEN = re.compile(
    r"[,;:()](?!\d)|[，；：（）、]|\b(?:and|but|while|whereas|against|versus|vs|compared|und|gegenüber|aber|während|"
    r"et|contre|mais|tandis|y|frente|pero|mientras)\b|而|但|和|与",
    re.IGNORECASE,
)
#: Words of a comparison. A sentence that compares two things may have words of both.
_COMPARES = re.compile(
    r"\b(?:than|versus|vs|against|compared|compar\w+|unlike|both|als|gegenüber|que|frente|contre|instead|not)\b|比",
    re.IGNORECASE,
)
#: Chinese characters for function words.
_PARTICLES = frozenset("的为是在了")
#: Maximum number of content words beside a number that are compared. They say what the number counts or measures.
_NEAR = 4
#: With “respectively”, only the order of the numbers says which number belongs to which thing.
_IN_ORDER = re.compile(r"\b(?:respectively|respectivement|respectivamente|beziehungsweise|bzw)\b|分别", re.IGNORECASE)

_DIGITS = r"\d+(?:[.,]\d+)*"
#: Two numbers, perhaps each with a unit, in a sentence that ends a clause with “respectively”.
_RESPECTIVELY = re.compile(
    rf"(?<![\w.,])({_DIGITS})[^\d,;.]{{0,15}} (?:and|versus|vs\.?) ({_DIGITS})(?=[^\w.,]|[.,]?$)[^.;]*?,? respectively"
)
#: Words between two groups: first the words of a comparison, then those of any list.
_JOINTS = (
    re.compile(r"\b(?:compared (?:with|to)|versus|vs\.?|against|rather than)\b", re.IGNORECASE),
    re.compile(r"\b(?:and|or)\b", re.IGNORECASE),
)
#: Maximum number of words of a group, and of sentences between the groups and their numbers.
_WORDS, _BACK = 4, 2


@dataclass(frozen=True, slots=True)
class _Role:
    """A number in a sentence with its unit, the words before the number, and the words after the unit. Only words in
    the same part of the sentence are included.
    """

    number: str
    unit: str
    before: tuple[str, ...]
    behind: tuple[str, ...]


def number_of_other(sentence: str, passage: str, language: str) -> tuple[str, str] | None:
    """Return a number of the sentence and a word beside it, if the passage has another number of the same kind beside
    this word; else None.

    For “rose by 12 % in mathematics” and the passage “rose by 12 % in language and by 7 % in mathematics”, they are
    “12” and “mathematics”.
    """
    if _COMPARES.search(sentence) or _IN_ORDER.search(passage):
        return None
    said = frozenset(terms(sentence, language))
    mine = {_plain(found[0]) for found in _NUMBER.finditer(sentence)}
    roles = list(_roles(passage, language))
    for own in roles:
        for other in roles:
            if own.number in mine and other.number not in mine and _same_kind(own, other):
                keys = list(_keys(own, other, language))
                taken = {each for _, theirs in keys for each in said & theirs}
                if taken and all(said.isdisjoint(here) for here, _ in keys):
                    return own.number, next(each for each in words_of(sentence) if term_of(each, language) in taken)
    return None


def _same_kind(one: _Role, other: _Role) -> bool:
    """Return True if two numbers have the same unit (“3 km”, “5 km”), or if at least one of them has no unit."""
    return one.unit == other.unit or not one.unit or not other.unit


def _keys(one: _Role, other: _Role, language: str) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """Yield two pairs of word sets that distinguish two numbers: the words after each number, then the words before it.
    A pair is (words of `one`, words of `other`).

    Words that both numbers have beside them are left out, and both sets are cut to the same size.
    """
    pairs = (_aligned(one.behind, other.behind, language), (one.before, other.before))
    for mine, theirs in pairs:
        here = [each for each in _content(mine, language) if each not in {*other.before, *other.behind}][:_NEAR]
        there = [each for each in _content(theirs, language) if each not in {*one.before, *one.behind}][:_NEAR]
        most = min(len(here), len(there))
        yield frozenset(here[:most]), frozenset(there[:most])


def _aligned(one: Sequence[str], other: Sequence[str], language: str) -> tuple[Sequence[str], Sequence[str]]:
    """Cut two phrases so that both begin with the same function word: “higher in mathematics” and “in language” become
    “in mathematics” and “in language”. If neither begins with a function word that both have, return both unchanged.
    """
    for first in (*one[:1], *other[:1]):
        if first in stop_terms(language) and first in one and first in other:
            return one[one.index(first) :], other[other.index(first) :]
    return one, other


def _roles(passage: str, language: str) -> Iterator[_Role]:
    """Yield the numbers of a passage, with their roles. If a part of the passage has two numbers with the same unit,
    both are left out.
    """
    for part in _parts(passage):
        found = list(_NUMBER.finditer(part))
        units = [_unit(part[each.end() :], language) for each in found]
        for each, (unit, length) in zip(found, units, strict=True):
            if sum(other == unit for other, _ in units) == 1:
                before = terms(_BETWEEN.sub(" ", part[: each.start()]), language)
                behind = terms(part[each.end() + length :], language)
                yield _Role(_plain(each[0]), unit, tuple(before), tuple(behind))


def _parts(passage: str) -> Iterator[str]:
    """Split a passage, and yield each part that contains a number. A part without a number, such as “in summer,”, is
    joined to the next part. Such a part at the end is left out.
    """
    bounds = [0, *(each.start() for each in _BETWEEN.finditer(passage)), len(passage)]
    begin = 0
    for start, end in pairwise(bounds):
        if _NUMBER.search(passage, start, end):
            yield passage[begin:end]
            begin = end


def _unit(behind: str, language: str) -> tuple[str, int]:
    """Return the unit at the beginning of the words after a number, and its length in characters; "" and 0 if there is
    no unit.
    """
    found = _UNIT.match(behind)
    stem = next(iter(terms(found[1], language)), found[1]) if found is not None else ""
    return (stem, found.end()) if found is not None and stem not in stop_terms(language) else ("", 0)


def _plain(number: str) -> str:
    return re.sub(r"\s", "", number).replace("−", "-")


def _content(words: Sequence[str], language: str) -> list[str]:
    stop = stop_terms(language)
    kept = (each for each in words if each not in stop and _PARTICLES.isdisjoint(each))
    return [each for each in kept if len(each) > 1 or each.isdigit()]


def number_of_other_group(sentence: str, parts: Sequence[str], at: int) -> str:
    """Return a number that the sentence gives to one of two compared groups, and the source to the other group; "" if
    there is none. `parts` are the source's sentences, and the one at index `at` is what the sentence is about.

    In “Wipes were compared with soap. Infections occurred in 1.8 and 3.9 per 1,000 days, respectively.” the number 3.9
    belongs to soap. So for a sentence that gives it to wipes, “3.9” is returned.
    """
    found = _RESPECTIVELY.search(parts[at])
    if found is None:
        return ""
    said = re.findall(rf"(?<![\w.,]){_DIGITS}(?![\w]|[.,]\d)", sentence)
    places = [place for place, number in enumerate(found.groups()) if number in said]
    if len(places) != 1:
        return ""
    group = _group_of(_group_words(sentence), [parts[at][: found.start()], *reversed(parts[max(0, at - _BACK) : at])])
    return "" if group is None or group == places[0] else str(found[places[0] + 1])


def _group_of(said: frozenset[str], before: Sequence[str]) -> int | None:
    """Return 0 or 1 for the first or the second group, whichever the sentence names; None if it names both or neither.
    `said` are the stems of the sentence, and `before` are the texts that may name the groups, the nearest first.
    """
    for text in before:
        for between in _JOINTS:
            for joint in between.finditer(text):
                first = _group_words(" ".join(text[: joint.start()].split()[-2 * _WORDS :]), -_WORDS)
                second = _group_words(" ".join(text[joint.end() :].split()[: 2 * _WORDS]), _WORDS)
                named = [bool(said & first - second), bool(said & second - first)]
                if named[0] != named[1]:
                    return named.index(True)
    return None


def _group_words(text: str, most: int = 1_000) -> frozenset[str]:
    """Return the stems of the first `most` content words of a text. If `most` is negative, return those of the last
    `-most` content words.
    """
    found = [each for each in content_words(text) if each.isalpha()]
    return frozenset(found[:most] if most > 0 else found[most:])
