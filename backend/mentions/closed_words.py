"""Recognize function words in references to parts of a paper: nouns for parts, "of", articles, ordinals, numbers.

One table serves all languages, because a reference may mix languages ("the second Absatz of Einleitung"). This works
because almost none of these words means something else in a reference in another language.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from backend.mentions.lexicon import Token, cardinals, first_of_ordinals, ordinals, tokens

_FILE = Path(__file__).parent / "words" / "references.json"
HAN_DIGITS = {sign: n for n, sign in enumerate("一二三四五六七八九十", 1)} | {str(n): n for n in range(10)}
#: Endings of ordinal numbers written with digits: "2nd", "2.", "2e", "2º".
_ORDINAL_ENDINGS = frozenset("st nd rd th e er ère ème º ª".split())

#: Words for the beginning of a part. All other words for an edge mean its end.
STARTS = frozenset(
    """
    start beginning front top open opens anfang beginn vorn vorne début ouverture principio comienzo inicio inizio
    início começo begin начало начале 开头 開頭 最前
    """.split()
)

_WORD = re.compile(r"[^\W\d_]+")

Phrase = tuple[str, ...]


@cache
def _data() -> Any:
    return json.loads(_FILE.read_text(encoding="utf-8"))


def _phrases(listed: str) -> list[Phrase]:
    return [tuple(token.norm for token in tokens(word.replace("_", " "))) for word in listed.replace("|", " ").split()]


@cache
def _nouns() -> dict[str, list[tuple[Phrase, tuple[str, ...]]]]:
    """Map the first word of each noun for a part to a list of pairs, the longest nouns first. A pair has all words of
    the noun, and the kinds of parts that it may mean.
    """
    kinds: dict[Phrase, dict[str, None]] = defaultdict(dict)
    for kind, listed in _data()["nouns"].items():
        for phrase in _phrases(listed):
            kinds[phrase][kind] = None
    out: dict[str, list[tuple[Phrase, tuple[str, ...]]]] = defaultdict(list)
    for phrase, meant in kinds.items():
        out[phrase[0]].append((phrase, tuple(meant)))
    for entries in out.values():
        entries.sort(key=lambda entry: -len(entry[0]))
    return out


@cache
def _class(name: str) -> frozenset[str]:
    return frozenset(phrase[0] for phrase in _phrases(_data()[name]) if phrase)


def is_a(token: Token, name: str) -> bool:
    """Return True if a token belongs to a word class: "of", "possessive", "articles", "whole", "number", "and" or
    "about".
    """
    return token.norm in _class(name) or token.text in _class(name)


def is_article(word: str) -> bool:
    """Return True if a lowercase word is an article or a possessive pronoun."""
    return word in _class("articles")


def noun(words: Sequence[Token], at: int) -> tuple[tuple[str, ...], int]:
    """Return the kinds of parts that the noun at token `at` may stand for ("table", "section"), and the index after the
    noun; ((), at) if there is no noun.
    """
    if at >= len(words):
        return (), at
    for phrase, kinds in _nouns().get(words[at].norm, ()):
        part = words[at : at + len(phrase)]
        if tuple(token.norm for token in part) == phrase:
            return kinds, at + len(phrase)
    return _abbreviated(words, at)


#: Abbreviations of nouns. Each is also another word ("par" is French for "by"), so it counts only with a period or a
#: number.
_SHORTENED = {"par": "paragraph", "pars": "paragraph", "abs": "paragraph", "párr": "paragraph", "sent": "sentence"}
_NUMBERED_WORD = re.compile(r"[0-9]+(?:st|nd|rd|th)")


def _abbreviated(words: Sequence[Token], at: int) -> tuple[tuple[str, ...], int]:
    """Return the kind that the abbreviated noun at token `at` means ("2nd par.", "par. 2", "par 2 of X"), and the index
    after the noun and its period. Returns ((), at) if there is none.
    """
    kind = _SHORTENED.get(words[at].norm)
    if kind is None:
        return (), at
    following = [word.norm for word in words[at + 1 : at + 3]]
    if following[:1] == ["."] and words[at + 1].start == words[at].end:
        return (kind,), at + 2
    before = words[at - 1].norm if at else ""
    counted = bool(_NUMBERED_WORD.fullmatch(before)) or (at > 0 and (words[at - 1].stem,) in ordinals())
    numbered = len(following) > 1 and following[0].isdecimal() and following[1] in _class("of")
    return ((kind,), at + 1) if counted or (numbered and not before.isdecimal()) else ((), at)


def is_section_noun(word: str) -> bool:
    return any(
        phrase == (word.casefold(),) and "section" in kinds for phrase, kinds in _nouns().get(word.casefold(), ())
    )


def is_appendix(title: str) -> bool:
    """Return True if a title begins with a word that means an appendix, in any language."""
    first = _WORD.search(title.casefold())
    if first is None:
        return False
    return any("appendix" in kinds and "".join(phrase) == first[0] for phrase, kinds in _nouns().get(first[0], ())) or (
        first[0][:2] in ("附录", "附錄", "付録", "補遺")
    )


def ordinal(words: Sequence[Token], at: int) -> tuple[int, int]:
    """Return the ordinal number at token `at` (-1 for "last"), and the index after it; (0, at) if there is none."""
    known = at < len(words) and words[at].stem in first_of_ordinals()
    for length in (5, 4, 3, 2, 1) if known else ():
        part = words[at : at + length]
        if len(part) == length and part[0].word:
            number = ordinals().get(tuple(token.stem for token in part if token.word))
            if number and all(token.word or token.text in "-‐" for token in part):
                return number, at + length
    if at >= len(words):
        return 0, at
    norm = words[at].norm
    digits = norm.rstrip("".join(_ORDINAL_ENDINGS))
    if digits.isdecimal() and len(digits) < 5 and norm != digits and norm[len(digits) :] in _ORDINAL_ENDINGS:
        return int(digits), at + 1
    following = words[at + 1] if at + 1 < len(words) else None
    if (
        norm.isdecimal()
        and len(norm) < 4
        and following
        and following.text in (".", "º", "ª")
        and _noun_follows(words, at + 2)
    ):
        return int(norm), at + 2
    if norm == "第":
        return _counted(words, at + 1)
    return 0, at


def _noun_follows(words: Sequence[Token], at: int) -> bool:
    return bool(noun(words, at)[0])


def _counted(words: Sequence[Token], at: int) -> tuple[int, int]:
    """Return the number at token `at`, in digits or in Han numerals after 第, and the index after it; (0, at) if there
    is none.
    """
    stop = at
    while stop < len(words) and (words[stop].norm in HAN_DIGITS or words[stop].norm.isdecimal()):
        stop += 1
    signs = "".join(token.norm for token in words[at:stop])
    if not signs or len(signs) > 4:
        return 0, at - 1
    if signs.isdecimal():
        return int(signs), stop
    tens, found, units = signs.partition("十")
    if not found:
        return HAN_DIGITS[signs[0]], stop
    return 10 * HAN_DIGITS.get(tens[-1:], 1) + HAN_DIGITS.get(units[:1], 0), stop


def cardinal(token: Token) -> int:
    """Return the number that a word stands for: 2 for "two"; 0 for any other word."""
    return cardinals().get(token.stem, 0)


#: The first token of a printed number after a noun: "3", "3a", "S2", "B", "IV".
_LABEL = re.compile(r"[0-9]{1,3}[a-z]?|[A-Z]{1,2}[0-9]{1,3}[a-z]?|[A-Z]|[IVX]{2,5}")
_PIECE = re.compile(r"[0-9]{1,3}[a-z]?|[A-Z]")
_OPENING = ("(", "（")


def label(words: Sequence[Token], at: int) -> tuple[str, int]:
    """Return the printed number at token `at` ("3.2", "S1", "(4)", "B.1"), and the index after it; ("", at) if there is
    none.
    """
    if at < len(words) and words[at].text in _OPENING:
        doubled = at + 1 < len(words) and words[at + 1].text in _OPENING
        inner, stop = label(words, at + 1) if not doubled else ("", at)
        closed = inner and stop < len(words) and words[stop].text in (")", "）")
        return (inner, stop + 1) if closed else ("", at)
    if at >= len(words):
        return "", at
    first = unicodedata.normalize("NFKC", words[at].text)
    if _LABEL.fullmatch(first) is None:
        return _han_label(words, at)
    parts, stop = [first], at + 1
    while (
        stop + 1 < len(words)
        and words[stop].text in (".", "．", "-")
        and words[stop - 1].end == words[stop].start
        and words[stop].end == words[stop + 1].start
        and _PIECE.fullmatch(unicodedata.normalize("NFKC", words[stop + 1].text))
        and (words[stop].text != "-" or not first[0].isdigit())
    ):
        parts.append(unicodedata.normalize("NFKC", words[stop + 1].text))
        stop += 2
    return ".".join(parts), stop


def _han_label(words: Sequence[Token], at: int) -> tuple[str, int]:
    stop = at
    while stop < len(words) and words[stop].text in HAN_DIGITS and not words[stop].text.isdigit():
        stop += 1
    return "".join(token.text for token in words[at:stop]), stop


@dataclass(frozen=True, slots=True)
class Label:
    """A printed number such as "3.2" in a message; its tokens are `first` to `stop` - 1."""

    number: str
    first: int
    stop: int


def numbers_behind(words: Sequence[Token], at: int) -> list[Label]:
    """Return the printed numbers after a noun that ends before token `at`: "3", "no. 3", "2 and 3", "2–4" (as 2, 3, 4).
    Returns [] if there are none.
    """
    place = at
    while place < len(words) and (words[place].text in (".", "#", "№", ":") or is_a(words[place], "number")):
        place += 1
    found, stop = _number(words, place)
    if not found:
        return []
    numbers = [Label(found, place, stop)]
    while stop < len(words) and is_a(words[stop], "and"):
        further, end = _number(words, stop + 1)
        if not further or further.isalpha() != numbers[-1].number.isalpha() or noun(words, end)[0]:
            break
        if words[stop + 1].text[0].isalpha() and words[place].text[0].isdigit():
            break  # "sections 4 and 5, three or four sentences"
        if words[stop].norm in UP_TO:
            numbers += [Label(n, stop + 1, end) for n in _between(numbers[-1].number, further)]
        numbers.append(Label(further, stop + 1, end))
        stop = end
    return numbers


#: Words between the first and the last number of a range.
UP_TO = frozenset("- – — 至 to through bis tot à a".split())


def _number(words: Sequence[Token], at: int) -> tuple[str, int]:
    """Return the number at a token, in digits or as a word, and the index after it; ("", at) if there is none."""
    found, stop = label(words, at)
    if not found and at < len(words) and (number := cardinal(words[at])):
        return str(number), at + 1
    return found, stop


def _between(first: str, last: str) -> list[str]:
    """Return the integers between `first` and `last`, both excluded, at most ten: ["3"] for "2" and "4". Returns [] if
    `first` or `last` is not an integer.
    """
    if not (first.isdecimal() and last.isdecimal()):
        return []
    return [str(n) for n in range(int(first) + 1, min(int(last), int(first) + 11))]
