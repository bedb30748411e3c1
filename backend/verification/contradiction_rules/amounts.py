"""Compare the numbers of two sentences: amounts with their units, bounds, counts, and changes in percent."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.ranking.terms import stop_terms, terms
from backend.verification.contradiction_rules.measures import ONES, TENS, measured, value_of

#: A word, a number or a percent sign. In Chinese, where words have no spaces between them, it is a single character.
WORD = re.compile(r"[\u3400-\u9fff]|[^\W\d_\u3400-\u9fff]+(?:['’][^\W\d_]+)?|[-+−]?\d+(?:[.,]\d+)*|%")
_NUMBER_WORDS = {"zero": "0"} | {each: str(value_of(None, each)) for each in ONES}
_NUMBER_WORDS |= {each: str(value_of(each, None)) for each in TENS}
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_NUMBER_WORDS)})\b", re.IGNORECASE)
_COMPOUND = re.compile(rf"\b({'|'.join(TENS)})-({'|'.join(ONES[:9])})\b", re.IGNORECASE)
#: Words and signs before a number that make it a lower or an upper bound.
_ABOVE = r"[>≥]=?|above|over|exceed\w*|(?:more|greater|larger|higher|longer) than|at least|über|mehr als|más de|plus de"
_BELOW = (
    r"[<≤]=?|below|under|(?:less|fewer|smaller|lower|shorter) than|at most|up to|unter|weniger als|menos de|moins de"
)
_BOUND = re.compile(
    rf"(?<!\w)(no |not |nicht |no es )?(?:({_ABOVE})|({_BELOW})) ?(?:about |a )?(\d+(?:[.,]\d+)*)", re.I
)
_BOUND_BEHIND = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)*)(?: ?%| [^\W\d_]+){0,6}? or (?:(more|over|above|higher|longer|greater|older)|"
    r"(?:less|fewer|under|below|lower|shorter|younger))\b"
)
#: Words between all things of a kind and those that are excepted.
_EXCEPTION = re.compile(
    r"\b(?:all|every\w*|any\w*|none|no\w*)(?: \w+){0,2} but\b|\bexcept(?:ing)?\b|\bother than\b|\bapart from\b", re.I
)
#: A change in percent, or in percentage points.
_CHANGE = re.compile(r"\bby (?:about |only |some )?(\d+(?:[.,]\d+)?) ?(?:%|percent)(?:age)?( points?)?", re.IGNORECASE)
#: Minimum number of digits of a rounded number that counts as equal to the exact number.
_ROUNDED = 3
#: Maximum number of sentences whose words and numbers are cached, because each sentence is compared with many passages.
_SENTENCES = 512
_TIMES = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
#: Two percentages that add up to this number may say the same: 95 % kept, 5 % lost.
_WHOLE = 100.0


@dataclass(frozen=True, slots=True)
class Amount:
    """A number and the word after it: its unit (“28 g”), or what is counted (“nine children”)."""

    value: float
    unit: str


def other_amounts(one: str, other: str) -> tuple[Amount, Amount] | None:
    """Return two different numbers with the same unit, the first from `one` and the second from `other`; None if there
    are none.
    """
    mine, theirs = _amounts_of(one), _amounts_of(other)
    values = {each.value for each in theirs}
    totals, excepting = values & _values(mine), excepts(one) != excepts(other)
    for amount in mine:
        if any(_is_rounded(amount.value, each) for each in values) or (
            (mine_of := measured(amount.value, amount.unit))
            and any(_is_same(mine_of, measured(each.value, each.unit)) for each in theirs)
        ):
            continue
        rival = next((each for each in theirs if each.unit == amount.unit and each.value not in _values(mine)), None)
        if rival is not None and not (amount.unit == "%" and amount.value + rival.value == _WHOLE):
            if (excepting and amount.value + rival.value in totals) or _is_difference(amount, mine, theirs):
                continue  # “nine of the eleven” and “all but two of the eleven”; “by 1.7” and “from 9.1 to 7.4”
            return amount, rival
    return None


def excepts(sentence: str) -> bool:
    """Return True if a sentence makes an exception, as in “all but two” and “apart from one”."""
    return _EXCEPTION.search(sentence) is not None


def _is_difference(amount: Amount, said: Sequence[Amount], told: Sequence[Amount]) -> bool:
    """Return True if an amount of the sentence is the difference between two amounts of its source: “by 1.7” for “from
    9.1 to 7.4”. `said` are all amounts of the sentence, and `told` those of the source.

    At least one of the two amounts must have the same unit as the difference, and neither may be in the sentence.
    """
    units = {each.value: each.unit for each in told if each.value not in _values(said)}
    return any(
        amount.unit in (units[high], units[low]) and math.isclose(high - low, amount.value, rel_tol=1e-6)
        for high in units
        for low in units
        if high > low > 0
    )


def percent_for_points(one: str, other: str) -> bool:
    """Return True if the same number is a percentage in one sentence, and percentage points in the other: “rose by 3
    percent” and “rose by 3 percentage points”.
    """
    said, told = ({each[0]: bool(each[1]) for each in _CHANGE.findall(_digits(text))} for text in (one, other))
    return any(said[value] != told[value] for value in said.keys() & told.keys())


@lru_cache(maxsize=_SENTENCES)
def _digits(sentence: str) -> str:
    return _NUMBER_WORD.sub(lambda found: _NUMBER_WORDS[found[0].lower()], _COMPOUND.sub(_added, sentence))


def other_bounds(one: str, other: str) -> tuple[str, str] | None:
    """Return two opposite bounds with the same number, such as “above 5” from `one` and “below 5” from `other`; None if
    there are none.
    """
    mine, theirs = _bounds(one), _bounds(other)
    for value in mine.keys() & theirs.keys():
        (above, written), (other_above, told) = mine[value], theirs[value]
        if above != other_above:
            return written, told
    return None


def counts_exchanged(one: str, other: str) -> tuple[Amount, Amount] | None:
    """Return an amount of the first sentence whose number counts another thing in the second, and the second sentence's
    amount of the first thing; None if there are none. For “fourteen children” and “fourteen adults and nine children”,
    these are 14 children and 9 children.
    """
    mine, theirs = _amounts_of(one), _amounts_of(other)
    for said in mine:
        units = {told.unit for told in theirs if told.value == said.value}
        rival = next((told for told in theirs if told.unit == said.unit and told.value not in _values(mine)), None)
        # before “in” and the like, what is counted is left out
        left_out = any(unit in stop_terms("english") for unit in units)
        if units and not left_out and said.unit.isalpha() and said.unit not in units and rival is not None:
            return said, rival
    return None


def _bounds(sentence: str) -> dict[float, tuple[bool, str]]:
    """Return a dict that maps the number of each bound in a sentence to (is_lower, words): “no more than 5” gives {5:
    (False, “no more than 5”)}.
    """
    said = _digits(sentence)
    before = {
        _value(found[4]): (bool(found[2]) != bool(found[1]), " ".join(found[0].split()))
        for found in _BOUND.finditer(said)
    }
    behind = {_value(found[1]): (bool(found[2]), " ".join(found[0].split())) for found in _BOUND_BEHIND.finditer(said)}
    return behind | before


def other_measures(one: str, other: str) -> tuple[Amount, Amount] | None:
    """Return two amounts with the same number and different units of the same dimension, such as 5 km from `one` and 5
    m from `other`. None if there are none.
    """
    theirs = [(each, measured(each.value, each.unit)) for each in _amounts_of(other)]
    for amount in _amounts_of(one):
        mine = measured(amount.value, amount.unit)
        if mine is None or _is_difference(amount, _amounts_of(one), _amounts_of(other)):
            continue
        if any(_is_same(mine, each) or _is_bare(amount, told, each) for told, each in theirs):
            continue
        rival = next((each for each, each_of in theirs if each_of and each_of[0] == mine[0]), None)
        if rival is not None:
            return amount, rival
    return None


def _is_bare(amount: Amount, told: Amount, measure: tuple[int, float] | None) -> bool:
    """Return True if `told` is the number of `amount` without a unit of measure, as 210 is in “from 210 to 340 MPa”.
    `measure` is None if `told` has no unit of measure.
    """
    return measure is None and told.value == amount.value


def _is_rounded(said: float, told: float) -> bool:
    """Return True if two numbers are equal, or if `said` is the number `told` rounded. A rounded number must have at
    least three digits.
    """
    digits = len(f"{abs(said):.9e}".partition("e")[0].replace(".", "").rstrip("0"))
    return said == told or (digits >= _ROUNDED and float(f"{told:.{digits}g}") == said)


def _is_same(one: tuple[int, float], other: tuple[int, float] | None) -> bool:
    return other is not None and one[0] == other[0] and math.isclose(one[1], other[1], rel_tol=1e-6)


@lru_cache(maxsize=_SENTENCES)
def _amounts_of(sentence: str) -> tuple[Amount, ...]:
    return tuple(amounts(sentence))


def amounts(sentence: str) -> Iterator[Amount]:
    """Yield the numbers of a sentence with their units. Numbers in words are included; years and citation marks are
    not.
    """
    bare = _COMPOUND.sub(_added, re.sub(r"\[[\d,;\s–-]+\]", " ", sentence))
    found = WORD.findall(bare)
    numbers = [(at, _NUMBER_WORDS.get(each.lower(), each)) for at, each in enumerate(found)]
    for place, number in ((at, each) for at, each in numbers if each[-1].isdecimal()):
        if _joins_numbers(found[place + 1 : place + 3]):
            place += 2  # “9.1 to 7.4 million tonnes”
        behind = next(iter(found[place + 1 : place + 2]), "").lower()
        value = _value(number)
        if behind in _TIMES:
            value *= _TIMES[behind]
            behind = next(iter(found[place + 2 : place + 3]), "").lower()
        if behind in ("percent", "per", "prozent", "por", "pour"):
            behind = "%"
        yield Amount(value, behind if behind == "%" or measured(1, behind) else next(iter(terms(behind)), behind))


def _joins_numbers(words: Sequence[str]) -> bool:
    return len(words) == 2 and words[0].lower() in ("to", "and", "or", "bis") and words[1][0].isdigit()


def _added(compound: re.Match[str]) -> str:
    return str(value_of(compound[1].lower(), compound[2].lower()))


def _value(number: str) -> float:
    plain = number.replace("−", "-")
    if re.fullmatch(r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?", plain):
        plain = plain.replace(",", "")
    return float(re.sub(r"[,.](?=.*[,.])", "", plain).replace(",", "."))


def _values(found: Sequence[Amount]) -> set[float]:
    return {each.value for each in found}
