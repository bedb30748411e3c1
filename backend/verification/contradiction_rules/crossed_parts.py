"""Find whether a sentence mixes two parts of its source: “registered in Texas”, if the source says “registered in
Delaware and based in Texas”.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from backend.ranking.terms import term_of, terms, words_of
from backend.verification.contradiction_rules.content_words import content_words

#: The words and signs between two parts of a sentence. A comma before “which” or “who” is not such a sign, because a
#: relative clause belongs to the noun before it.
_BETWEEN = re.compile(
    r"[,;](?!\d|\s(?:which|who|whose)\b)|\b(?:and|but|while|whereas|though|although|against)\b", re.IGNORECASE
)
#: A phrase at the beginning of a sentence, such as “After six hours, …”. Its comma does not end a part.
_LEAD = re.compile(r"^\s*((?:After|Among|At|Before|By|During|For|From|In|On|Under|With|Within) [^,;]{1,80}),")
#: Words of a comparison. A sentence that compares two things may have words of both.
_COMPARES = re.compile(r"\bthan\b|\bas \w+ (?:\w+ )?as\b", re.IGNORECASE)
_ASIDE = re.compile(r"\([^()]*\)")
_NAME = re.compile(r"(?<=\w )[A-Z][^\W_]*|\d+(?:[.,]\d+)*")


def crossed_parts(sentence: str, passage: str) -> str:
    """Return a word that the sentence and the passage connect with different things; "" if there is none. For
    “registered in Texas” and the passage “registered in Delaware and based in Texas”, it is “Texas”.
    """
    if _COMPARES.search(sentence):
        return ""
    said = frozenset(terms(sentence))
    told = _LEAD.sub(r"\1 ", _ASIDE.sub(" ", passage))
    parts = [each for each in _parts(told) if each]
    for first, second in permutations(parts, 2):
        own, other = _without(first, second), _without(second, first)
        if own and other and (_takes_end(said, own, other) or _takes_name(said, own, other, told)):
            return _word(other[-1], told)
        if len(own) > 1 and len(other) > 1 and _takes_beginning(said, own, other):
            return _word(own[-1], told)
    return ""


def _word(stem: str, passage: str) -> str:
    """Return the word of the passage that has this stem."""
    return next(each for each in words_of(passage) if term_of(each) == stem)


def _takes_end(said: frozenset[str], own: Sequence[str], other: Sequence[str]) -> bool:
    """Return True if a sentence joins the beginning of one part of the passage (`own`) to the end of another (`other`):
    “the company was registered in Texas”, where the parts are “the company was registered in Delaware” (`own`) and
    “based in Texas” (`other`).

    The sentence, with the stems `said`, must have words inside `own` but not its last word, and the last word of
    `other` but not its first.
    """
    return (
        len(other) > 1
        and len(said.intersection(own)) >= len(said.intersection(other))
        and not said.isdisjoint(own[1:-1])
        and own[-1] not in said
        and other[-1] in said
        and other[0] not in said
    )


def _takes_beginning(said: frozenset[str], own: Sequence[str], other: Sequence[str]) -> bool:
    """Return True if a sentence joins the beginning of one part of the passage (`other`) to the end of another (`own`):
    “the trial in Lyon”, where the parts are “treated children in Lyon” (`own`) and “the trial recruited adults in
    Paris” (`other`).

    The sentence, with the stems `said`, must have the last word of `own` but not all words inside it, and the first
    word of `other` but not its last.
    """
    return own[-1] in said and not said.issuperset(own[1:-1]) and other[0] in said and other[-1] not in said


def _takes_name(said: frozenset[str], own: Sequence[str], other: Sequence[str], passage: str) -> bool:
    """Return True if a sentence moves a name or number from one part of the passage (`other`) to another (`own`):
    “registered in Texas”, where the parts are “registered in Delaware” (`own`) and “based in Texas” (`other`).

    The sentence, with the stems `said`, must have the word before the name in `own` (“registered”), and lack the word
    before the name in `other` (“based”).
    """
    names = {each for found in _NAME.findall(passage) for each in terms(found)}
    here, there = ([at for at, each in enumerate(part) if each in names] for part in (own, other))
    if not here or not there or not here[0] or not there[0]:
        return False
    return (
        own[here[0] - 1] in said
        and all(own[at] not in said for at in here)
        and all(other[at] in said for at in there)
        and other[there[0] - 1] not in said
    )


def _without(part: Sequence[str], other: Sequence[str]) -> list[str]:
    return [each for each in part if each not in other]


def _parts(sentence: str) -> Iterator[Sequence[str]]:
    for part in _BETWEEN.split(sentence):
        yield content_words(part)
