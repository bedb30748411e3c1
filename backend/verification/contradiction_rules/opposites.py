"""Detect whether one sentence contradicts another by a negation or an opposite word.

Callers compare only sentences that have most words in common. The pairs of opposite words are from WordNet
(antonyms.txt).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from backend.ranking.terms import terms
from backend.verification.contradiction_rules.amounts import WORD
from backend.verification.contradiction_rules.opposite_stems import are_opposed, joined_verbs, sides_of

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
#: Pairs of prefixes with opposite meanings, in both orders: hyperactive, hypoactive.
_OPPOSED = tuple(
    pair
    for front, back in (
        ("hyper", "hypo"), ("up", "down"), ("over", "under"), ("out", "under"), ("pre", "post"), ("in", "ex"),
        ("pro", "anti"), ("macro", "micro"),
    )
    for pair in ((front, back), (back, front))
)  # fmt: skip
#: A word with such a prefix has opposites if more letters than these follow.
_PREFIXED = 3
#: Maximum number of words, and of sentences, that are cached, because each sentence is compared with many passages.
_WORDS, _SENTENCES = 8_192, 512
#: What two words are compared by: a form of the word, or a pair such as a prefix and the rest of the word.
_Name = str | tuple[str | int, str | int]


@lru_cache(maxsize=_SENTENCES)
def is_negated(sentence: str, language: str = "english") -> bool:
    """Return True if a sentence is negated: it has an odd number of negations, as in “did not rise”. In some languages,
    two negations do not cancel each other; there, one negation or more is enough.
    """
    if not _negations(sentence.replace("’", "'")) and "fail" not in sentence.lower():
        return False  # most sentences; the patterns are slow
    times = _negations(negations_alone(sentence))
    return times > 0 if language in _CONCORD else times % 2 == 1


def _negations(text: str) -> int:
    words = WORD.findall(text.lower())
    shortened = sum(each.endswith("n't") for each in words) if "n't" in text.lower() else 0
    return shortened + sum(map(NEGATIONS.__contains__, words))


def negations_alone(sentence: str) -> str:
    """Return a sentence without words such as “not only”, which negate nothing. “Failed to” is replaced by “not”."""
    return NO_NEGATION.sub(" ", _FAILED.sub("not", sentence.replace("’", "'")))


def opposed_words(one: str, other: str) -> list[tuple[str, str]]:
    """Return (word, opposite) for each word that the first sentence has more often than the second, while the second
    has its opposite more often: (“rose”, “fell”) for “Sales rose” and “Sales fell”.
    """
    mine, theirs = _wording(one), _wording(other)
    if mine.opposites.isdisjoint(theirs.names):
        return []
    surplus, lack = Counter(each.stem for each in mine.words), Counter(each.stem for each in theirs.words)
    here = [each for each in mine.words if surplus[each.stem] > lack.get(each.stem, 0)]
    there = [each for each in theirs.words if lack[each.stem] > surplus.get(each.stem, 0)]
    pairs: list[tuple[str, str]] = []
    for each in here:
        if each.opposites.isdisjoint(theirs.names) and not each.sides:
            continue
        if any(not each.directions.isdisjoint(told.directions) for told in there):
            continue  # “fewer” for “raised the quality but reduced the number”
        rival = next((told for told in there if _are_opposite(each, told)), None)
        if rival is not None:
            there.remove(rival)
            pairs.append((each.word, rival.word))
    return pairs


def are_opposite_words(one: str, other: str) -> bool:
    """Return True if two words, or their stems, are opposites: “rise” and “fall”."""
    return _are_opposite(_known(one, one), _known(other, other))


def is_same_direction(one: str, other: str) -> bool:
    """Return True if two words stand for the same change, as “lessen” and “reduced”."""
    return not _directions(_stem(one)).isdisjoint(_directions(_stem(other)))


@lru_cache(maxsize=_WORDS)
def opposite_rest(word: str) -> str:
    """Return the word without a prefix that turns it into its opposite: “possible” for “impossible”; "" if it has no
    such prefix.
    """
    rest = _PREFIX.sub("", word, count=1)
    return rest if rest != word and (word, rest) in _antonyms().get(word[:_INDEXED], ()) else ""


@dataclass(frozen=True, slots=True)
class _Word:
    """A word with its stem.

    - `names`, `opposites`: another word is an opposite if one of its `names` is among these `opposites`
    - `directions`: the groups of `_DIRECTIONS` to which the word belongs
    - `sides`: what `sides_of` returns for the word: (number of the pair, side 0 or 1)
    """

    stem: str
    word: str
    names: frozenset[_Name]
    opposites: frozenset[_Name]
    directions: frozenset[tuple[int, int]]
    sides: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Wording:
    """The words of a sentence. If none of its `opposites` is among the `names` of another sentence, the two sentences
    have no opposite words.
    """

    words: Sequence[_Word]
    names: frozenset[_Name]
    opposites: frozenset[_Name]


@lru_cache(maxsize=_SENTENCES)
def _wording(sentence: str) -> _Wording:
    """Return the words of a sentence without its negations. Phrases such as “grew less” are left out, because their
    words point in opposite directions.
    """
    sentence = sentence.replace("non-", "non")
    said = joined_verbs(_BOUND.sub(" ", _GREW_LESS.sub(" ", sentence)))
    words = (word.lower() for word in WORD.findall(said))
    known = [_word(each) for each in words if each[0].isalpha() and each not in NEGATIONS]
    sides = [("side", 2 * pair + side) for each in known for pair, side in each.sides]
    return _Wording(
        known,
        frozenset(sides).union(*(each.names for each in known)),
        frozenset((name, at ^ 1) for name, at in sides).union(*(each.opposites for each in known)),
    )


@lru_cache(maxsize=_WORDS)
def _stem(word: str) -> str:
    return next(iter(terms(word)), word)


@lru_cache(maxsize=_WORDS)
def _word(word: str) -> _Word:
    return _known(_stem(word), word)


@lru_cache(maxsize=_WORDS)
def _known(stem: str, word: str) -> _Word:
    """Return what is known about a word. Its `names` are the forms in which the table of antonyms may list it, its
    directions, and what remains of the word without a prefix such as “im-”.
    """
    directions, names, opposites = _directions(stem), set[_Name](), set[_Name]()
    for form in _forms(stem, word):
        names.add(form)
        opposites |= _opposites(form)
    for pair, side in directions:
        names.add((pair, side))
        opposites.add((pair, 1 - side))
    for whole in (stem, word):
        names.add(("", whole))
        opposites.add(("not", whole))
        if (rest := _PREFIX.sub("", whole, count=1)) != whole:
            names.add(("not", rest))
            opposites.add(("", rest))
    for front, back in _OPPOSED:
        if word.startswith(front):
            rest = word[len(front) :]
            names.add((front, _stem(rest)))
            if len(rest) > _PREFIXED:
                opposites.add((back, _stem(rest)))
    return _Word(stem, word, frozenset(names), frozenset(opposites), directions, sides_of(word))


def _are_opposite(one: _Word, other: _Word) -> bool:
    if one.sides and other.sides and are_opposed(one.word, other.word):
        return True
    if one.opposites.isdisjoint(other.names):
        return False
    # “thickness” is measured, whatever “thinner” says of it
    return _is_quality(one.word) == _is_quality(other.word) or _is_compared(one.word) == _is_compared(other.word)


def _is_quality(word: str) -> bool:
    return word.endswith("ness")


def _is_compared(word: str) -> bool:
    return word.endswith(("er", "est"))


def _directions(stem: str) -> frozenset[tuple[int, int]]:
    """Return the groups of `_DIRECTIONS` that have a word with this stem: (number of the pair, side 0 or 1)."""
    return _directions_by_stem().get(stem, frozenset())


@cache
def _directions_by_stem() -> Mapping[str, frozenset[tuple[int, int]]]:
    found: dict[str, frozenset[tuple[int, int]]] = {}
    for pair, both in enumerate(_DIRECTIONS):
        for side, words in enumerate(both):
            for stem in map(_stem, words):
                found[stem] = found.get(stem, frozenset()) | {(pair, side)}
    return found


def _forms(stem: str, word: str) -> set[str]:
    """Return the forms in which the table of antonyms may list a word: as written, its stem, and the base form of an
    adjective.
    """
    plain = {
        word.removesuffix(end)
        for end in ("er", "est", "r", "st", "ly", "en", "ened", "ens")
        if len(word) - len(end) > 2
    }
    plain |= {each[:-1] for each in plain if each[-1] == each[-2]}  # thinner, thin
    return {stem, word, *plain, *map(_stem, plain)}


@lru_cache(maxsize=_WORDS)
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
    """Return a dict that maps the first letters of a word to pairs (word, antonym). The table's pairs are in it in both
    orders.
    """
    found: dict[str, list[tuple[str, str]]] = {}
    lines = Path(__file__).with_name("antonyms.txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            one, other = line.split()
            found.setdefault(one[:_INDEXED], []).append((one, other))
            found.setdefault(other[:_INDEXED], []).append((other, one))
    return found
