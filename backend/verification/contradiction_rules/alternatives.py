"""Find a word in a sentence that contradicts its source, because the source has another season, year or name in its
place.
"""

from __future__ import annotations

import re

#: Sets of words of which one excludes the others.
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
#: First letters by which a name is known in another form: Kenya, Kenyan.
_ROOT = 4


def other_alternative(sentence: str, passage: str) -> tuple[str, str] | None:
    """Return a word of a sentence and the word that its source has instead: “autumn” and “spring” for “in autumn the
    birds leave” and the passage “in spring the birds leave”. Returns None if one of the two texts has all such words of
    the other.
    """
    for pattern in _WORDS:
        said, told = ({each.casefold() for each in pattern.findall(text)} for text in (sentence, passage))
        if said - told and told - said and not said & told:
            return min(said - told), min(told - said)
    return None


def other_name(sentence: str, passage: str, source: str) -> tuple[str, str] | None:
    """Return a name of a sentence that its source lacks, and a name of the passage that the sentence lacks: “Norway”
    and “Sweden” for “stocks in Norway fell” and “stocks in Sweden fell”. Returns None unless there are both.
    """
    said = [each for each in _NAME.findall(sentence) if each[:_ROOT] not in source]
    told = [each for each in _NAME.findall(passage) if each[:_ROOT] not in sentence]
    return (said[0], told[0]) if said and told else None
