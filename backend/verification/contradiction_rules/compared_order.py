"""Find whether an English sentence orders two things otherwise than its source: the sentence says “A is larger than B”,
and the source “B is larger than A”, “A is smaller than B”, or “A reached 3 and B 5”.

The words may differ as long as their directions are known: “A cost more than B” and “B was cheaper than A” agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.ranking.terms import stop_terms, term_of
from backend.verification.contradiction_rules.amounts import amounts
from backend.verification.contradiction_rules.opposites import are_opposite_words

#: The adjectives and adverbs for the upper and for the lower end of a dimension, such as length.
_UPPER = frozenset(
    "big large great high tall long wide broad deep thick heavy strong fast quick old warm hot bright hard loud many "
    "much often frequent frequently common likely good rich dear expensive costly severe severely steep dense rapid "
    "rapidly abundant".split()
)
_LOWER = frozenset(
    "small little low short narrow shallow thin light weak slow slowly young cold cool dark soft quiet few rare rarely "
    "seldom bad poor cheap mild sparse scarce uncommon infrequent".split()
)
#: Comparatives that are no adjective with “-er”: each with its scale and its direction.
_IRREGULAR = {
    "more": ("amount", 1), "less": ("amount", -1), "fewer": ("amount", -1), "better": ("quality", 1),
    "worse": ("quality", -1), "superior": ("quality", 1), "inferior": ("quality", -1), "later": ("time", 1),
    "earlier": ("time", -1), "sooner": ("time", -1),
}  # fmt: skip
#: Adjectives that tell nothing about the size of a number: of two times, the smaller one belongs to the faster thing.
_UNMEASURED = frozenset("fast quick slow slowly rapid rapidly good bad".split())
_THAN = re.compile(
    # “more than half” and “less than 5” are bounds, not comparisons of two things
    r"\bthan\b(?! (?:about |an? )?(?:\d|half|one\b|two\b|three\b|four\b|five\b|third|quarter|expected|average))",
    re.IGNORECASE,
)
#: Verbs that mean “be more than”.
_EXCEED = re.compile(
    r"\b(?:exceed|surpass|outnumber|outperform|outliv|outlast|outweigh|outpac|outrank|outscor)\w*\b(?! \d)", re.I
)
_BEFORE_AFTER = re.compile(r"\b(?:before|after)\b", re.IGNORECASE)
_CONTRAST = re.compile(r"[;:](?!\d)|\b(?:but|while|whereas|although|though)\b", re.IGNORECASE)
_PART = re.compile(rf"{_CONTRAST.pattern}|,(?!\d)|\band\b", re.IGNORECASE)
#: The first of two comparisons, up to the second one: “heavier than cork and” in “heavier than cork and lighter than”.
_FIRST_OF_TWO = re.compile(r"\b\w+ than\b.*?(?:,|\band\b)", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|no|never|nor|neither|only|until)\b|n['’]t\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
#: Maximum number of characters of a text in which comparisons are looked for.
_MOST = 2_000
#: Number of equal first letters by which two words count as forms of one: hypertensive, hypertension.
_ROOT = 5


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two things.

    - `scale`: what is compared: "amount", "quality", "time" or "order"
    - `direction`: 1 if the first thing is the greater, better or later one, else -1
    - `first`, `second`: the stems of the words for each thing, without those that both have
    - `adjective`: the adjective that is compared, such as “heavy”; "" if there is none
    """

    scale: str
    direction: int
    first: frozenset[str]
    second: frozenset[str]
    adjective: str = ""


def compared_order(sentence: str, passage: str) -> tuple[str, str, int] | None:
    """Compare how two texts order the same two things: “A is larger than B” and “B is larger than A”. Returns a word
    for each thing, and 1 if the orders are the same, -1 if they are opposite. Returns None if the texts do not compare
    the same things.
    """
    pairs = ((said, told) for said in comparisons(sentence) for told in comparisons(passage))
    if found := list(filter(None, (_matched(*each) for each in pairs))):
        return min(found, key=lambda each: each[2])
    numbers = any(amounts(sentence))  # these are compared with the source's numbers
    amounts_said = (each for each in comparisons(sentence) if each.scale == "amount" and not numbers)
    return next(filter(None, (_by_numbers(each, passage) for each in amounts_said)), None)


@lru_cache(maxsize=512)
def comparisons(text: str) -> tuple[Comparison, ...]:
    """Return the comparisons in a text: with “than”, with a verb such as “exceeded”, or of two times with “before” or
    “after”. Comparisons that are denied are left out.
    """
    return tuple(_comparisons(text[:_MOST]))


def _comparisons(text: str) -> Iterator[Comparison]:
    # “A came sooner after B than after C” compares with “than”
    compares = _THAN.search(text) or _EXCEED.search(text)
    for link in (_THAN, _EXCEED) if compares else (_BEFORE_AFTER,):
        for found in link.finditer(text):
            behind = _PART.split(text[found.end() :], maxsplit=1)[0]
            before = _FIRST_OF_TWO.sub(" ", text[: found.start()])
            before = before[max((each.end() for each in _CONTRAST.finditer(before)), default=0) :]
            degree = _degree(before, found[0].lower(), link)
            if degree is None or _DENIED.search(before):
                continue
            scale, direction, adjective, used = degree
            first, second = _content(before) - used, _content(behind)
            yield Comparison(scale, direction, first - second, second - first, adjective)


def _degree(before: str, link: str, pattern: re.Pattern[str]) -> tuple[str, int, str, frozenset[str]] | None:
    """Return how a comparison compares: (scale, direction, adjective) as in `Comparison`, and the stems of the words
    that express this; None if the text does not say it.

    `link` is “than”, or a word that compares by itself, such as “exceeded”; `pattern` has found it. `before` is the
    text before it.
    """
    if pattern is _EXCEED:
        return "quality" if link.startswith("outperf") else "amount", 1, "", frozenset()
    if pattern is _BEFORE_AFTER:
        return ("order", 1 if link == "after" else -1, "", frozenset()) if before.strip() else None
    words = [each.lower() for each in _WORD.findall(before)]
    found = [each for at in range(len(words)) if (each := _comparative(words, at)) is not None]
    if not found or any(each[1] != found[-1][1] for each in found):
        return None  # it is unclear what “younger and more often … than” compares
    return found[-1]


def _comparative(words: Sequence[str], at: int) -> tuple[str, int, str, frozenset[str]] | None:
    """Return what `_degree` returns, for the word at index `at`; None if this word is not a comparative."""
    word, following = words[at], next(iter(words[at + 1 : at + 2]), "")
    if word in _IRREGULAR:
        scale, direction = _IRREGULAR[word]
        pole = _pole(following) if word in ("more", "less") else 0
        adjective = following if pole or (scale == "amount" and at + 2 == len(words)) else ""
        return scale, direction * (pole or 1), adjective, frozenset(map(term_of, (word, adjective)))
    if (plain := _positive(word)) is not None:
        return "amount", _pole(plain), plain, frozenset({term_of(word), term_of(plain)})
    return None


def _pole(word: str) -> int:
    return (word in _UPPER) - (word in _LOWER)


def _positive(word: str) -> str | None:
    """Return the adjective of a comparative with “-er”: “heavy” for “heavier”. Returns None for any other word, or if
    the adjective is in neither list (`_UPPER`, `_LOWER`).
    """
    stem = word[:-2] if word.endswith("er") else ""
    forms = (stem, f"{stem}e", stem[:-1], f"{stem[:-1]}y" if stem.endswith("i") else stem)
    return next((each for each in forms if stem and _pole(each)), None)


def _matched(said: Comparison, told: Comparison) -> tuple[str, str, int] | None:
    """Return a word for each of the two things that `said` compares, and 1 if `told` orders them in the same way, -1 if
    in the opposite way. Returns None if `told` compares other things.
    """
    kept = _common(said.first, told.first), _common(said.second, told.second)
    crossed = _common(said.first, told.second), _common(said.second, told.first)
    # what both comparisons are about, as “pain” in “more pain than”, may stand on the same side in both
    balance = sum(map(bool, kept)) - sum(map(bool, crossed))
    sides, turned = (kept, 1) if balance > 0 else (crossed, -1)
    if not balance or not sides[1] or not _share_scale(said, told, both=all(sides)):
        return None
    first = sides[0][0] if sides[0] else min(said.first, default="")
    return first, sides[1][0], said.direction * told.direction * turned


def _share_scale(said: Comparison, told: Comparison, *, both: bool) -> bool:
    """Return True if two comparisons may compare the same quality of things. `both` is True if they have both things in
    common. If they have only one in common, their adjectives must be the same or opposites.
    """
    if "order" in (said.scale, told.scale) or "time" in (said.scale, told.scale):
        return both and {said.scale, told.scale} <= {"order", "time"}
    own = {each.adjective for each in (said, told) if each.adjective and not _pole(each.adjective)}
    if len(own) == 2 or said.scale != told.scale:
        return False
    same = said.adjective == told.adjective or are_opposite_words(said.adjective, told.adjective)
    return both or same


def _by_numbers(said: Comparison, passage: str) -> tuple[str, str, int] | None:
    """Return what `compared_order` returns, by the passage's numbers: if it gives one number in the same unit for each
    of the two things; else None.
    """
    if said.adjective in _UNMEASURED or not said.first or not said.second:
        return None
    values: tuple[dict[str, list[float]], dict[str, list[float]]] = ({}, {})
    for part in _PART.split(passage):
        words = _content(part)
        one, other = len(_common(said.first, words)), len(_common(said.second, words))
        if one or other:  # what is measured may be among the words of the first thing, as “gain”
            for each in amounts(part):
                values[0 if one > other else 1].setdefault(each.unit, []).append(each.value)
    for unit in values[0].keys() & values[1].keys():
        mine, theirs = values[0][unit], values[1][unit]
        if len(mine) == len(theirs) == 1 and mine != theirs:
            return min(said.first), min(said.second), said.direction if mine > theirs else -said.direction
    return None


def _common(one: frozenset[str], other: frozenset[str]) -> Sequence[str]:
    """Return the words of `one` that `other` has, perhaps in another form."""
    roots = {each[:_ROOT] for each in other if len(each) >= _ROOT}
    return sorted(each for each in one if each in other or (len(each) >= _ROOT and each[:_ROOT] in roots))


@lru_cache(maxsize=2048)
def _content(text: str) -> frozenset[str]:
    stems = (term_of(each.lower()) for each in _WORD.findall(text))
    light = stop_terms("english")
    return frozenset(each for each in stems if each not in light and len(each) > 1 and not each[0].isdigit())
