"""Recognize what kind of answer a question asks for (a person's name, a number, a date or time), and find sentences
that contain one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

Kind = Literal["person", "number", "time"]

#: The beginnings of questions that ask for each kind of answer, in six languages. They may follow a preposition or a
#: comma.
_BEGIN = (
    r"(?:^¿?|[,;:.?!]\s+¿?|¿|^(?:and|but|so|und|aber|et|y|e|ed)\s+)"
    r"(?:(?:by|to|from|for|with|von|mit|für|par|pour|de|da|por|con|com)\s+)?"
)
_QUESTIONS: dict[Kind, re.Pattern[str]] = {
    "person": re.compile(rf"{_BEGIN}(?:who|whom|whose|wer|wem|wen|wessen|qui|quién(?:es)?|chi|quem)\b", re.IGNORECASE),
    "number": re.compile(
        r"\bhow\s+(?:many|much|long|often|old|far|large|big|high|tall|deep|fast|wide|heavy|expensive|hot|cold|warm|frequently)\b"
        r"|\b(?:what|which)\s+(?:(?:is|was|are|were)\s+the\s+)?(?:\w+\s+)?(?:percentages?|proportion|share|fraction"
        r"|number|rate|age|amount|price|size|costs?|dose|weight|height|depth|length|width|speed|temperature)\b"
        r"|\bwie\s*(?:viele?|lange?|oft|alt|weit|groß|hoch|schnell|tief|warm|kalt|schwer|teuer)\b|\bwas\s+kostet|\bcombien\b"
        r"|\bcuánt[oa]s?\b|\bquant[oaie]s?\b",
        re.IGNORECASE,
    ),
    "time": re.compile(
        rf"{_BEGIN}(?:when|since when|wann|seit wann|quand|cuándo|quando)\b"
        r"|\b(?:what|which)\s+(?:year|century|decade|month|date)\b|\bwelche[mns]?\s+(?:Jahr|Jahrhundert|Monat)\b"
        r"|\bquelle\s+année\b|\bqué\s+año\b|\b(?:che|quale)\s+anno\b|\bque\s+ano\b",
        re.IGNORECASE,
    ),
}
_YEAR = r"(?:1[0-9]|20)\d\d(?:s|er)?"
_TIME = re.compile(
    rf"(?<![\d.,]){_YEAR}(?![\d%]|[.,]\d)|\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s*(?:century|Jahrhundert)\b|\b[XVI]+e\s+siècle\b"
    r"|\b\d{1,2}\.?\s+(?:de\s+)?[^\W\d_]{3,9}\s+(?:de\s+)?\d{4}\b",
    re.IGNORECASE,
)
#: Words for numbers from two on, and for shares. "One" is left out, because it usually is no number ("one of them");
#: before a unit it counts as one.
_NUMBER_WORDS = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|"
    "hundreds?|thousands?|millions?|billions?|half|twice|thirds?|quarters?|dozens?|zwei|drei|vier|fünf|sechs|sieben|acht|"
    "neun|zehn|elf|zwölf|hundert|tausend|Millionen|Hälfte|deux|trois|quatre|cinq|huit|neuf|dix|cent|mille|moitié|dos|tres|"
    "cuatro|cinco|seis|siete|ocho|nueve|diez|cien|mil|mitad|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|cento|metà|"
    "dois|duas|três|quatro|sete|oito|dez|metade"
)
#: Units of time, length, weight, volume and money, and shares, as in "one minute", "un metro". Days are left out
#: because of phrases such as "one day, a cable broke".
_UNIT_WORDS = (
    "seconds?|minutes?|hours?|weeks?|months?|years?|decades?|century|(?:milli|centi|kilo)?met(?:er|re)s?|miles?|"
    "feet|foot|inch|(?:milli|kilo|mili)?gramm?(?:es?|os?|as?|s|i)?|pounds?|tonn?es?|lit(?:er|re)s?|degrees?|"
    "percent|per cent|"
    "Sekunden?|Stunden?|Tage?|Wochen?|Monate?|Jahre?|Jahrzehnt|Jahrhundert|(?:Milli|Zenti|Kilo)meter|"
    "Kilo|Tonnen?|Grad|Prozent|secondes?|heures?|semaines?|mois|ans?|années?|siècle|(?:kilo|centi)?mètres?|"
    "degrés?|segundos?|minut[oi]s?|horas?|semanas?|mes|mês|años?|anos?|siglo|século|"
    "(?:kil[óo]|cent[íi])?metr[oi]s?|kilos?|toneladas?|litros?|grados?|graus?|or[ae]|settiman[ae]|mes[ei]|"
    "ann[oi]|secolo|litr[oi]|tonnellat[ae]|grad[oi]|euros?|dollars?"
)
_ONE = r"(?:one|eine?[nmrs]?|une?|una|uno|um|uma)"
_NUMBER = re.compile(
    rf"(?<![\w.,])\d+(?:[.,  ]\d+)*|\b(?:{_NUMBER_WORDS})\b|\b{_ONE}\s+(?:einzige\w*\s+|single\s+)?(?:{_UNIT_WORDS})\b",
    re.IGNORECASE,
)
_BARE_YEAR = re.compile(_YEAR, re.IGNORECASE)
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+(?:[-'’][^\W\d_]+)*"
#: The name of a person: initials or first names with a family name, a title with a family name ("Dr Smith"), or a
#: family name with "et al.".
_PERSON = re.compile(
    rf"\b(?:[A-Z]\.\s*){{1,3}}(?:[a-z]{{2,3}}\s+)?{_CAPITAL}|{_CAPITAL}\s+(?:et\s+al\b|and\s+(?:colleagues|co-?workers)|[A-Z]{{1,2}}\b)"
    rf"|\b(?:Dr|Prof|Professor|Sir|Mr|Mrs|Ms|Lady|Lord|King|Queen|President)\.?\s+{_CAPITAL}"
    rf"|{_CAPITAL}\s+(?:(?:[A-Z]\.|van|von|de|der|den|del|della|da|dos|du|la|le|al|bin)\s+){{0,3}}{_CAPITAL}"
)


_LENGTH = (
    r"(?:[µnmck]?m|met(?:er|re)s?|(?:kilo|centi|milli|Kilo|Zenti|Milli)met(?:er|re)s?|feet|foot|ft|inch(?:es)?|miles?)"
)
_DURATION = (
    r"(?:s|min|h|seconds?|minutes?|hours?|days?|weeks?|months?|years?|decades?|centuries|Sekunden?|Minuten?|Stunden?|"
    r"Tagen?|Wochen?|Monaten?|Jahren?)"
)
#: Words for a quality that can be measured, with the units of its measure: for “how deep”, “2 m” is an answer.
_DEGREES = tuple(
    (re.compile(rf"\b(?:how\s+|wie\s*)({words})\b", re.IGNORECASE), re.compile(rf"\d\s?{unit}\b"))
    for words, unit in (
        ("deep|far|wide|tall|high|tief|weit|breit|hoch", _LENGTH),
        ("long|lange?", rf"(?:{_LENGTH}|{_DURATION})"),
        ("old|alt", _DURATION),
        ("heavy|schwer", r"(?:[µmk]?g|grams?|kilograms?|tonn?e?s?|pounds?|Gramm|Kilogramm|Tonnen)"),
    )
)
_WHICH = re.compile(r"\b(?:which|welche[mnrs]?|quel(?:le)?s?|quale|quali|qual|quais)\s+(\w+)", re.IGNORECASE)


def kinds_named(question: str) -> frozenset[str]:
    """Return the nouns after "which" in a question: "gene" for "Which gene …?". A good answer may name a gene without
    containing the word "gene".
    """
    return frozenset(_WHICH.findall(question))


def degrees_answered(question: str, lines: Iterable[str]) -> frozenset[str]:
    """Return the adjectives in a question for which one of the lines has a measure: "deep" for "How deep …?" and a line
    with "30 m".
    """
    asked = [(found[1], unit) for words, unit in _DEGREES for found in words.finditer(question)]
    said = list(lines) if asked else []
    return frozenset(word for word, unit in asked if any(unit.search(line) for line in said))


def asked_for(question: str) -> Kind | None:
    """Return the kind of answer that a question asks for: "person" for "who", "number" for "how many", "time" for
    "when". Returns None for anything else.
    """
    asked = " ".join(question.split())
    return next((kind for kind, pattern in _QUESTIONS.items() if pattern.search(asked)), None)


def contains_kind(line: str, kind: Kind, question: str) -> bool:
    """Return True if the sentence `line` contains something of this kind, such as a number, that the question does not
    contain: "It weighs 28 g" for "How heavy is a swallow?".
    """
    known = {each.casefold() for each in re.findall(r"\w+", question)}
    if kind == "time":
        return any(_is_new(found[0], known) for found in _TIME.finditer(line))
    if kind == "number":
        found = (each[0] for each in _NUMBER.finditer(line) if not _BARE_YEAR.fullmatch(each[0]))
        return any(_is_new(each, known) for each in found)
    # a capitalized name that shares a word with the question is not the answer: “Hubble Space Telescope” does not
    # answer who built “the Hubble telescope”
    names = [found[0] for found in _PERSON.finditer(line)]
    return any(known.isdisjoint(each.casefold() for each in re.findall(r"\w+", name)) for name in names)


def _is_new(found: str, known: set[str]) -> bool:
    return any(each.casefold() not in known for each in re.findall(r"\w+", found))
