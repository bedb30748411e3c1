"""Divide a message that gives two kinds of orders: some need a writer ("rewrite Methods"), others only change the
document ("delete the list").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from backend.document.blocks import Document
from backend.document.clauses import read_clauses, spaced, verb_of
from backend.document.order_classes import MAKING
from backend.document.order_words import (
    NAME,
    QUOTATION,
    WRITING,
    asks_for_text,
    is_a,
    ordinal_of,
    read_sentence,
    words_in,
)
from backend.mentions.resolver import veil

#: Maximum number of characters of a message that only gives orders; a longer one has text for the document.
_LONGEST = 1_000
#: Classes of verbs that order a change of the document that needs no writer.
_CHANGING = ("removing", "renaming", "moving", "swapping", "promoting", "demoting")
#: Words for a part that was named before, such as "one" in "the first one".
_ONE = frozenset("one ones letzte letzten erste ersten dernier dernière última último ultima ultimo".split())


@dataclass(frozen=True, slots=True)
class MixedOrders:
    """The orders of a message. `writing` has the orders for a writer as one message. `changes` has, in the user's
    words, each change of the document that needs no writer.
    """

    writing: str
    changes: tuple[str, ...]


def read_mixed_orders(document: Document, message: str) -> MixedOrders | None:
    """Return the orders of a message that first orders a text and then a change that needs no writer: "rewrite Methods,
    and delete the list". Returns None for any other message.
    """
    if len(message) > _LONGEST or "\n" in message.strip():
        return None
    return _read(document, message)


@lru_cache(maxsize=16)  # one answer asks several times
def _read(document: Document, message: str) -> MixedOrders | None:
    text = _with_placeholders(document, message)
    clauses = read_clauses(text)
    if any(each.kind in ("correction", "withdrawal") for each in clauses):
        return None
    reworks = any(_reworks(text[each.start : each.stop]) for each in clauses)
    changes = [each for each in clauses if each.kind == "order" and _changes(text[each.start : each.stop], reworks)]
    rest = [each for each in clauses if each not in changes and each.kind != "courtesy"]
    asks = [each.start for each in rest if _asks_for_writing(text[each.start : each.stop])]
    if not changes or not asks or asks[0] > changes[0].start:
        return None  # after a change, the user is asked for a message of its own
    writing = [message[each.start : each.stop].strip().rstrip(",;.") for each in rest]
    return MixedOrders(
        ". ".join(writing), tuple(message[each.start : each.stop].strip().rstrip(".!") for each in changes)
    )


def _with_placeholders(document: Document, message: str) -> str:
    """Return the message with placeholders for names of parts and for quotations. A clause in which no name was found
    is resolved again without the other clauses, which may make "the list" ambiguous.
    """
    text, at = veil(document, message), 0
    for joint in (*_JOINT.finditer(text), None):
        stop = joint.start() if joint is not None else len(text)
        if NAME not in text[at:stop]:
            part = veil(document, message[at:stop])
            text = f"{text[:at]}{part}{text[stop:]}" if QUOTATION not in text[at:stop] else text
        at = joint.end() if joint is not None else stop
    return text


#: Words and signs between two orders.
_JOINT = re.compile(r"[,;.!?]\s+|\s(?:and|then|und|dann|et|puis|y|luego|e|poi|depois|en|dan)\s", re.IGNORECASE)


def _reworks(clause: str) -> bool:
    """Return True if a clause orders to reword a part that it names: "rewrite Methods"."""
    words = words_in(spaced(clause))
    return NAME in words and not asks_for_text(words) and is_a(verb_of(clause), *WRITING[1:])


def _changes(clause: str, reworks: bool) -> bool:
    """Return True if a clause orders to change a part of the document without rewording it: "delete the list", but not
    "remove the redundancy".

    `reworks` is True if another clause orders to reword a part. If none does, "move it to the end" is about the new
    text, and the result is False.
    """
    words, verb = words_in(spaced(clause)), verb_of(clause.rstrip("? "))  # "could you …, and delete the list?"
    if not verb:
        return False
    if is_a(verb, "replacing") and not is_a(verb, *_CHANGING):
        return words.count(QUOTATION) > 1
    behind = words[words.index(verb) + 1 :] if verb in words else words
    if behind[:1] and is_a(behind[0], "pronoun") and not _names_a_part(behind[1:2]):
        return is_a(verb, "renaming") or (reworks and is_a(verb, "moving"))
    return is_a(verb, *_CHANGING) and _names_a_part(behind)


def _names_a_part(words: Sequence[str]) -> bool:
    return any(
        word in (NAME, QUOTATION) or word in _ONE or ordinal_of(word) is not None or is_a(word, "element", "piece")
        for word in words
    )


def _asks_for_writing(clause: str) -> bool:
    """Return True if a clause orders a text that only a writer can write: "add a paragraph on rain"."""
    words, verb = words_in(spaced(clause)), verb_of(clause)
    if asks_for_text(words) and not is_a(verb, *_CHANGING):
        return QUOTATION not in words and not read_sentence(clause).asks
    return bool(verb) and (is_a(verb, *WRITING) or verb in MAKING)
