"""Find all places of a corrected value, if a message orders the correction for several parts of the document, or
everywhere: "travel is 54, not 45, in the abstract and in Table 1".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from backend.document.blocks import Block, Document
from backend.document.order_words import is_a, words_in
from backend.document.sentences import sentences
from backend.document.word_occurrences import occurrences
from backend.document.word_orders import AND, EVERYWHERE
from backend.mentions.closed_words import is_article, noun
from backend.mentions.lexicon import tokens
from backend.mentions.resolver import Mention
from backend.ranking.function_words import EVERY_WORD

Span = tuple[int, int]
#: A place of a value: the index of its block, and its start and end in the block, in characters.
Place = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Correction:
    """A value in a text that should be corrected from `old` to `new`.

    - `places`: where `old` may be: the index of a block, and start and end (excluded) within the block, in characters;
      if there are several, they fit equally well, or the new value is for all of them (`every`)
    - `sure`: False if a place has hardly any of the words by which the message describes the value
    """

    old: str
    new: str
    places: tuple[Place, ...]
    sure: bool = True
    every: bool = False


def in_all_parts(document: Document, message: str, named: Sequence[Mention], found: Correction) -> Correction:
    """Extend the correction `found` to every part in `named`, if there are several, or to the whole document if the
    message says "everywhere". If a part has the old value several times, only the sentences that share the most words
    with the sentence of `found` are chosen.

    The result is not sure if a part lacks the value, or if it is uncertain whether the message names a part.
    """
    title = next((block.index for block in document.blocks if block.kind == "heading"), 0)
    named = [each for each in named if (each.start, each.stop) != (title, len(document.blocks))]  # no single part
    if (EVERYWHERE.intersection(words_in(message)) and not named) or _names_text_and_part(message, named):
        return replace(found, places=_of_same_thing(document, message, found), every=True)
    if sum(each.sure or _follows_in(message, each) for each in named) < 2:
        return found
    taken: set[Place] = set()
    missing = any(not each.sure and _follows_in(message, each) for each in named)
    named = [each for each in named if each.sure or _follows_in(message, each)]
    for part in sorted(named, key=lambda each: each.span[1] - each.span[0]):  # "5.2" without the table in it
        inside = list(_places(document, found.old, part.span))
        own = _alike(document, [each for each in inside if each not in taken], found.places[0])
        missing = missing or not inside
        taken.update(own)
    if not taken:
        return found
    return replace(found, places=tuple(sorted(taken)), sure=found.sure and not missing, every=True)


def _names_text_and_part(message: str, named: Sequence[Mention]) -> bool:
    """Return True if a message names a part as well as the whole text: "in the text and in Table 1"."""
    words = tokens(message)
    beside = any(each.norm in AND for each in words)
    return beside and bool(named) and any("document" in noun(words, at)[0] for at in range(len(words)))


def _of_same_thing(document: Document, message: str, found: Correction) -> tuple[Place, ...]:
    """Return all places of the old value. If it is a number, return only those in a sentence, row or item that also has
    a word that the message and the sentence of `found` share. In a message about 86 nurses, this leaves out an "86"
    that counts something else.
    """
    every = tuple(_places(document, found.old, (0, len(document.text))))
    said = {word[:_ROOT] for word in words_in(message) if not word.isdecimal() and word not in EVERY_WORD}
    shared = [{word[:_ROOT] for word in _words(document, each)} & said for each in every]
    model = next((own for each, own in zip(every, shared, strict=True) if each in found.places), set())
    if not model or not any(sign.isdigit() for sign in found.old):
        return every
    return tuple(each for each, own in zip(every, shared, strict=True) if own & model)


#: Number of first letters that the forms of a word share.
_ROOT = 5


def _follows_in(message: str, part: Mention) -> bool:
    """Return True if a word such as "in" or "and" is before the words for a part, so that they certainly name the part:
    "fix it in the abstract and the results".
    """
    before = [word for word in tokens(message[: part.at[0]]) if word.word and not is_article(word.norm)][-1:]
    return any(is_a(each.norm, "place") or each.norm in AND for each in before)


def _places(document: Document, value: str, within: Span) -> Iterator[Place]:
    for block in document.blocks:
        if block.kind not in NO_PROSE and within[0] <= block.start and block.end <= within[1]:
            for start, end in occurrences(document.source(block), value):
                yield block.index, start, end


def _alike(document: Document, places: Sequence[Place], model: Place) -> list[Place]:
    """Return those of the places whose sentences, rows or items share the most words with that of `model`."""
    wanted = _words(document, model)
    shares = [len(wanted & _words(document, each)) for each in places]
    return [each for each, share in zip(places, shares, strict=True) if share == max(shares)]


def _words(document: Document, place: Place) -> frozenset[str]:
    source = document.source(document.blocks[place[0]])
    return frozenset(words_in(source[slice(*_unit(document, place))])) - EVERY_WORD


def _unit(document: Document, place: Place) -> Span:
    """Return start and end of the sentence, table row or list item around a place."""
    block, start, end = document.blocks[place[0]], place[1], place[2]
    return next(((a, b) for a, b in units(block, document.source(block)) if a <= start and end <= b), (start, end))


def which_place(document: Document, words: str, places: Sequence[tuple[int, int, int]]) -> str:
    """Return a question that asks which of several places is meant. All places have the same text, `words`. A place is
    (index of the block, start, end).
    """
    around = [sentence_at(document, place) for place in places[:_SHOWN_PLACES]]
    shown = ", ".join(f"“{each}”" for each in dict.fromkeys(around))
    return f"“{words}” is in {len(places)} places: {shown}. Say which one is meant; nothing was prepared."


#: Maximum number of places in a question, and maximum number of characters of each.
_SHOWN_PLACES, _SHOWN = 5, 80


def sentence_at(document: Document, place: tuple[int, int, int]) -> str:
    """Return the sentence, table row or list item at a place of the document, cut to one short line."""
    text = " ".join(document.source(document.blocks[place[0]])[slice(*_unit(document, place))].split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN].rstrip()} …"


#: Kinds of blocks in which no value is corrected: their words are names for a computer, or they are headings, whose
#: numbers are counted.
NO_PROSE = frozenset({"front_matter", "code", "math", "latex", "html", "comment", "definition", "heading"})
_MARKER = re.compile(r"[ \t>]*\(?\d{1,9}[.)]\s")


def units(block: Block, source: str) -> list[Span]:
    """Return start and end of each sentence of a block, or of each row of a table and each item of a list."""
    if block.kind not in ("table", "list"):
        return sentences(source)
    spans, at = [], 0
    for line in source.splitlines(keepends=True):
        marker = _MARKER.match(line)
        spans.append((at + (marker.end() if marker else 0), at + len(line)))
        at += len(line)
    return spans
