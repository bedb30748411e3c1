"""Detect whether one sentence contradicts another by a negation or an opposite word.

Callers compare only sentences that have most words in common. The pairs of opposite words are from WordNet
(antonyms.txt).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path

from backend.ranking.terms import terms
from backend.verification.contradiction_rules.amounts import WORD
from backend.verification.contradiction_rules.opposite_stems import are_opposed, joined_verbs

#: Words that negate a sentence; “not only” and “no less” do not.
NEGATIONS = frozenset(
    "not no never neither nor none nobody nothing without cannot lack lacks lacked absent absence devoid "
    "unable hardly scarcely barely nicht kein keine keinen keinem keiner nie niemals ohne weder kaum "
    "pas jamais sans aucun aucune ni non nunca sin ningún ninguna ninguno nada apenas nem sem 不 没 未 无".split()
)
#: “Failed to” is a negation. “Failed” alone is not: “the beam failed at 3 kN”.
_FAILED = re.compile(r"\bfail(?:s|ed|ing)? to\b", re.IGNORECASE)
#: Languages in which several words express one negation: no … nada, ne … aucun.
_CONCORD = frozenset({"spanish", "french", "italian", "portuguese", "chinese"})
NO_NEGATION = re.compile(
    r"\bnot (?:only|just|merely|least)\b|\b(?:barely|hardly|scarcely) (?=(?:an?|one|half|\d)\b)"
    r"|\bno (?:less|fewer) than\b|\bwhether or not\b|\bnon-|\([^()]*\)"
    # Chinese words that contain a sign of negation and negate nothing
    r"|不仅|不但|不断|不同|无论|未来|无线"
    # the end of an interval that a statistic did not reach
    r"|\bto not (?:yet )?(?:reached|estimable)\b"
    # a contrast in advertising style, such as "coffee, not tea", which negates nothing in a scholarly sentence
    r"|(?<=,) (?:and |but )?not (?:[^\W\d_]+ ?){1,3}(?=[.,;]|$)"
    # the second word of a pair such as "neither … nor", which counts once
    r"|(?<=\bneither\b)(?:.*?\bnor\b)+",
    re.IGNORECASE,
)
#: Words for more and for better, each group with the words for less or for worse. Dictionaries do not list these pairs.
_DIRECTIONS = tuple(
    (frozenset(more.split()), frozenset(less.split()))
    for more, less in (
        (
            "increase rise rose risen raise grow grew grown growth gain elevate expand expansion boost enlarge "
            "surge swell "
            "soar climb lift widen lengthen prolong intensify multiply flourish thrive more",
            "less fewer cut decrease fall fell fallen decline drop reduce reduction lower diminish shrink shrank "
            "lessen dwindle wane slump plummet plunge sink sank sunk narrow shorten subside contract",
        ),
        (
            "improve better enhance strengthen enable facilitate",
            "worsen worse impair weaken prevent hinder deteriorate",
        ),
        ("promote activate induce stimulate", "repress inhibit suppress block"),
        ("rapid fast quick", "slow"),
        ("survive live", "die kill perish"),
        ("above", "below beneath"),
        ("inside within", "outside beyond"),
        ("front", "behind"),
        ("usual often frequent common abundant plentiful", "rare seldom uncommon infrequent scarce"),
    )
)
_GREW_LESS = re.compile(rf"\b(?:{'|'.join(_DIRECTIONS[0][0])})(?:s|d|ed)? (?:far |much )?less\b", re.IGNORECASE)
#: Words before a number that make it a bound: “more than half”. They are no direction.
_BOUND = re.compile(
    r"\b(?:more|less|fewer) than (?=(?:about |an? )?(?:\d|half|third|quarter|one|two|three|four|five|ten)\b)",
    re.IGNORECASE,
)
_PREFIX = re.compile(r"^(?:un|in|im|ir|il|non|dis|de|anti|mis)(?=\w{4})")
#: Pairs of prefixes with opposite meanings: hyperactive, hypoactive.
_OPPOSED = (
    ("hyper", "hypo"), ("up", "down"), ("over", "under"), ("out", "under"), ("pre", "post"), ("in", "ex"),
    ("pro", "anti"), ("macro", "micro"),
)  # fmt: skip
#: Maximum number of sentences whose words and numbers are cached, because each sentence is compared with many passages.
_SENTENCES = 512


def is_negated(sentence: str, language: str = "english") -> bool:
    """Return True if a sentence is negated: it has an odd number of negations, as in “did not rise”. In some languages,
    two negations do not cancel each other; there, one negation or more is enough.
    """
    found: list[str] = [each.lower() for each in WORD.findall(negations_alone(sentence))]
    times = sum(each in NEGATIONS or each.endswith("n't") for each in found)
    return times > 0 if language in _CONCORD else times % 2 == 1


def negations_alone(sentence: str) -> str:
    """Return a sentence without words such as “not only”, which negate nothing. “Failed to” is replaced by “not”."""
    return NO_NEGATION.sub(" ", _FAILED.sub("not", sentence.replace("’", "'")))


def opposed_words(one: str, other: str) -> list[tuple[str, str]]:
    """Return (word, opposite) for each word that the first sentence has more often than the second, while the second
    has its opposite more often: (“rose”, “fell”) for “Sales rose” and “Sales fell”.
    """
    mine, theirs = _stems(one), _stems(other)
    surplus, lack = Counter(each for each, _ in mine), Counter(each for each, _ in theirs)
    here = [each for each in mine if surplus[each[0]] > lack[each[0]] and each[1] not in NEGATIONS]
    there = [each for each in theirs if lack[each[0]] > surplus[each[0]] and each[1] not in NEGATIONS]
    pairs: list[tuple[str, str]] = []
    for each in here:
        if any(is_same_direction(each[1], told[1]) for told in there):
            continue  # “fewer” for “raised the quality but reduced the number”
        rival = next((told for told in there if _are_opposite(each, told)), None)
        if rival is not None:
            there.remove(rival)
            pairs.append((each[1], rival[1]))
    return pairs


@lru_cache(maxsize=16_384)
def are_opposite_words(one: str, other: str) -> bool:
    """Return True if two words, or their stems, are opposites: “rise” and “fall”."""
    return _are_opposite((one, one), (other, other))


@lru_cache(maxsize=16_384)
def is_same_direction(one: str, other: str) -> bool:
    """Return True if two words stand for the same change, as “lessen” and “reduced”."""
    stems = {_stem(one), _stem(other)}
    return any(stems <= set(map(_stem, side)) for both in _DIRECTIONS for side in both)


@lru_cache(maxsize=16_384)
def opposite_rest(word: str) -> str:
    """Return the word without a prefix that turns it into its opposite: “possible” for “impossible”; "" if it has no
    such prefix.
    """
    rest = _PREFIX.sub("", word, count=1)
    return rest if rest != word and (word, rest) in _antonyms().get(word[:_INDEXED], ()) else ""


@lru_cache(maxsize=_SENTENCES)
def _stems(sentence: str) -> list[tuple[str, str]]:
    """Return (stem, word) for each word of a sentence. Phrases such as “grew less” are left out, because their words
    point in opposite directions.
    """
    sentence = sentence.replace("non-", "non")
    said = joined_verbs(_BOUND.sub(" ", _GREW_LESS.sub(" ", sentence)))
    return [(_stem(each), each) for each in (word.lower() for word in WORD.findall(said)) if each[0].isalpha()]


@cache
def _stem(word: str) -> str:
    return next(iter(terms(word)), word)


def _are_opposite(one: tuple[str, str], other: tuple[str, str]) -> bool:
    if are_opposed(one[1], other[1]):
        return True
    if _is_quality(one[1]) != _is_quality(other[1]) and _is_compared(one[1]) != _is_compared(other[1]):
        return False  # “thickness” is measured, whatever “thinner” says of it
    forms, others = _forms(one), _forms(other)
    if any(not _opposites(form).isdisjoint(others) for form in forms):
        return True
    (stem, word), (opposite, written) = one, other
    for more, less in _DIRECTIONS:
        ups, downs = set(map(_stem, more)), set(map(_stem, less))
        if (stem in ups and opposite in downs) or (stem in downs and opposite in ups):
            return True
    for first, second in ((stem, opposite), (opposite, stem), (word, written), (written, word)):
        if _PREFIX.sub("", first, count=1) == second and first != second:
            return True
    pairs = (*_OPPOSED, *((back, front) for front, back in _OPPOSED))
    return any(
        word.startswith(front) and written.startswith(back) and _stem(word[len(front) :]) == _stem(written[len(back) :])
        for front, back in pairs
        if len(word) - len(front) > 3
    )


def _is_quality(word: str) -> bool:
    return word.endswith("ness")


def _is_compared(word: str) -> bool:
    return word.endswith(("er", "est"))


def _forms(each: tuple[str, str]) -> set[str]:
    """Return the forms in which the table of antonyms may list a word: as written, its stem, and the base form of an
    adjective. `each` is the pair of stem and word.
    """
    stem, word = each
    plain = {
        word.removesuffix(end)
        for end in ("er", "est", "r", "st", "ly", "en", "ened", "ens")
        if len(word) - len(end) > 2
    }
    plain |= {each[:-1] for each in plain if each[-1] == each[-2]}  # thinner, thin
    return {stem, word, *plain, *map(_stem, plain)}


@lru_cache(maxsize=16_384)
def _opposites(form: str) -> frozenset[str]:
    """Return the opposites of a word, and the opposites of the words with the same stem. Each opposite is returned as
    written and as its stem.
    """
    pairs = (each for each in _antonyms().get(form[:_INDEXED], ()) if form in (each[0], _stem(each[0])))
    return frozenset(each for _, other in pairs for each in (other, _stem(other))) - {form}


#: Number of first letters by which words are looked up in the table of antonyms. A stem begins with the same letters as
#: its word, and stemming the whole table would take a third of a second.
_INDEXED = 3


@cache
def _antonyms() -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return the table of antonyms as pairs in both orders, by the first letters of the first word."""
    found: dict[str, list[tuple[str, str]]] = {}
    lines = Path(__file__).with_name("antonyms.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            one, other = line.split()
            found.setdefault(one[:_INDEXED], []).append((one, other))
            found.setdefault(other[:_INDEXED], []).append((other, one))
    return found
