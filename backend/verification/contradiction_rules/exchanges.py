"""Detect whether a sentence exchanges two things of its source: the two sides of a comparison, or two numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from backend.verification.contradiction_rules.content_words import content_words
from backend.verification.contradiction_rules.opposites import are_opposite_words

#: Words before the second of two compared things.
_THAN = re.compile(
    r"\b(?:than|als|compared (?:with|to)|versus|vs\.?|que|contre|as (?!well|soon|long|far|much as)\w+(?: \w+)? as)\b"
    # verbs that mean “be more than”
    r"|(?<!not )\b(?:exceed|surpass|outnumber|outperform|outliv|outlast|outweigh|outpac|outrank|outscor)\w*\b(?! \d)",
    re.IGNORECASE,
)
#: The comparative before “than”, such as “more” or “larger”, and the adverb or adjective that “more” compares.
_MORE = re.compile(
    r"\b(more|less|fewer|rather|\w{2,}er)\b(?: (\w+ly)\b)?(?=(?: [^\W\d_]+){0,6}? than\b)", re.IGNORECASE
)
#: The comparative before German “als”.
_GERMAN_MORE = re.compile(r"\b(mehr|weniger|\w{3,}er)\b(?=(?: \w+){0,2} als\b)")
#: Comparatives that mean the same.
_AMOUNTS = (
    frozenset("more greater larger higher bigger longer better faster stronger exceed".split()),
    frozenset("less fewer lower smaller".split()),
)
#: Words before the second of two places.
_SPACE = re.compile(r"\b(?:in front of|behind|above|below|beneath|inside|outside)\b", re.IGNORECASE)
#: Words before the second of two events.
_TIME = re.compile(r"\b(?:before|after|preced\w+|predat\w+|follow(?:s|ed|ing)?(?! (?:by|up)\b))\b", re.IGNORECASE)
_FROM, _TO = (
    re.compile(
        rf"\b{way}\s+((?:(?!(?:from|to|into|in|by|at|during|after|before|and)\b)[^\W_]+[ -]?){{1,4}})", re.IGNORECASE
    )
    for way in ("from", "(?:to|into)")
)
_PRONOUNS = frozenset({"one", "ones"})
_CLAUSE = re.compile(
    r"[,;:](?!\d)|\b(?:and|but|while|whereas|und|aber|während|y|pero|mientras|et|mais|tandis)\b", re.IGNORECASE
)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w]|[.,]\d)")
#: Two numbers joined by a word such as "to", with up to two words for a unit.
_SPAN = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)*)\s?%?(?:\s+[^\W\d_]+){0,2}?\s+(?:to|auf|à|a|naar|till|til|para)\s+[~≈]?"
    r"(\d+(?:[.,]\d+)*)(?![\w]|[.,]\d)",
    re.IGNORECASE,
)
#: A range whose ends have words of their own, such as "from 5 in summer to 9 in winter".
_RANGE = re.compile(
    r"\bfrom\s+(?:about|around|roughly|nearly)?\s*[~≈]?(\d+(?:[.,]\d+)*)\s?%?((?:\s+[^\W\d_]+){1,8}?)\s+to\s+"
    r"(?:about|around|roughly|nearly)?\s*[~≈]?(\d+(?:[.,]\d+)*)\s?%?((?:\s+[^\W\d_]+){1,8})",
    re.IGNORECASE,
)


def compared_otherwise(one: str, other: str, language: str) -> tuple[str, str] | None:
    """Return two words that the sentences compare in opposite order: “A is larger than B” and “B is larger than A”. The
    order of two events or places (“A before B”, “A above B”) is compared, too. Returns None if there are none.
    """
    for link in (_THAN, _TIME, _SPACE):
        mine, theirs = _sides(one, language, link), _sides(other, language, link)
        if mine is None or theirs is None or not _are_comparable(one, other, language):
            continue
        (before, behind), (first, second) = mine, theirs
        forth = (before - behind) & (second - first)
        back = (behind - before) & (first - second)
        if forth and back:
            return min(forth), min(back)
    return None


def is_order_unclear(one: str, other: str, language: str) -> bool:
    """Return True if both sentences compare two things, but one of them does not name the second thing, as in “than
    they are”.
    """
    mine, theirs = _sides(one, language, _THAN), _sides(other, language, _THAN)
    return mine is not None and theirs is not None and bool(mine[1]) != bool(theirs[1])


def _are_comparable(one: str, other: str, language: str) -> bool:
    """Return False if the comparisons in the two sentences are of different kinds, as “hit harder than” and “suffered
    less than”, so that their orders cannot contradict each other.
    """
    if language == "german" and (kinds := [set(_GERMAN_MORE.findall(text)) for text in (one, other)]) and all(kinds):
        return any(a == b or are_opposite_words(a, b) for a in kinds[0] for b in kinds[1])
    mine, theirs = (_comparatives(text) for text in (one, other))
    if not mine or not theirs or mine & theirs or any(mine & each and theirs & each for each in _AMOUNTS):
        return True
    return any(are_opposite_words(a, b) for a in mine for b in theirs)


def _comparatives(sentence: str) -> set[str]:
    link = _THAN.search(sentence)
    verb = {"exceed"} if link is not None and link[0][:3].casefold() in ("exc", "sur", "out") else set[str]()
    return verb | {word.casefold() for found in _MORE.findall(sentence) for word in found if word}


def moved_otherwise(one: str, other: str, language: str) -> tuple[str, str] | None:
    """Return two words between which something moves in opposite directions in the two sentences: “from A to B” and
    “from B to A”. Returns None if there are none.
    """
    mine, theirs = ((_ways(text, language)) for text in (one, other))
    if not mine[0] or not theirs[0] or not theirs[1]:
        return None
    back = (mine[0] & theirs[1]) - theirs[0]
    forth = (theirs[0] & _content(one, language)) - mine[0]
    return (min(forth), min(back)) if back and forth else None


def _ways(sentence: str, language: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems of the words after “from”, and the stems of the words after “to”. Numbers are left out."""
    found = ([_NUMBER.sub(" ", each[1]) for each in way.finditer(sentence)] for way in (_FROM, _TO))
    come, go = (_content(" ".join(each), language) for each in found)
    return come, go


def numbers_exchanged(one: str, other: str, language: str) -> tuple[str, str] | None:
    """Return two numbers that are exchanged between two sentences: 3 and 5 for “3 men and 5 women” and “5 men and 3
    women”; None if there are none.

    In the second sentence, each of the two numbers must have beside it the words that the other one has in the first.
    “From 3 to 5” and “from 5 to 3” are exchanged, too.
    """
    turned = {(first, second) for second, first in _SPAN.findall(one)} & set(_SPAN.findall(other))
    if led := next((each for each in sorted(turned) if each[0] != each[1]), None):
        return led
    mine, theirs = dict(_ends(one, language)), dict(_ends(other, language))
    if not mine or not theirs:
        mine, theirs = dict(_by_number(one, language)), dict(_by_number(other, language))
    both = [each for each in mine if each in theirs]
    for place, first in enumerate(both):
        for second in both[place + 1 :]:
            here = mine[first] - mine[second], mine[second] - mine[first]
            there = theirs[first] - theirs[second], theirs[second] - theirs[first]
            crossed = here[0] & there[1] and here[1] & there[0]
            if crossed and not here[0] & there[0] and not here[1] & there[1]:
                return first, second
    return None


def _sides(sentence: str, language: str, link: re.Pattern[str]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the stems of the words on the two sides of a comparison; None if the sentence does not have exactly one.
    `link` finds the words that compare, such as “than”. In “After B, A” the second side comes first.

    If the first side has all words of the second, as in “A beat B more often than B beat A”, only the first word of
    each side is returned.
    """
    found = list(link.finditer(sentence))
    if len(found) != 1:
        return None
    behind, *rest = _CLAUSE.split(sentence[found[0].end() :], maxsplit=1)
    before = sentence[: found[0].start()]
    first, second = (_words(each, language) for each in (before if before.strip() else " ".join(rest), behind))
    if len(second) > 1 and set(second) <= set(first):
        return frozenset(first[:1]), frozenset(second[:1])
    return frozenset(first), frozenset(second)


def _by_number(sentence: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield each number that occurs once in the sentence and is the only one in its clause, with the stems of the words
    in this clause.
    """
    numbers = _NUMBER.findall(sentence)
    for clause in _CLAUSE.split(sentence):
        own = _NUMBER.findall(clause)
        if len(own) == 1 and numbers.count(own[0]) == 1:
            yield own[0], _content(_NUMBER.sub(" ", clause), language)


def _ends(sentence: str, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield the two numbers of a range, each with the stems of the words after it: “from 5 in summer to 9 in
    winter”.
    """
    found = _RANGE.search(sentence)
    if found is not None:
        yield found[1], _content(found[2], language)
        yield found[3], _content(found[4], language)


def _content(text: str, language: str) -> frozenset[str]:
    return frozenset(_words(text, language))


def _words(text: str, language: str) -> list[str]:
    """Return the stems of the content words of a text, in their order."""
    return [each for each in content_words(text, language) if each not in _PRONOUNS]
