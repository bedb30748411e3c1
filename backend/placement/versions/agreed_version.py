"""Decide whether a model's plan only replaces a named text by another version of it.

Then the user need not be asked, although the order has no verb that the rules know: "unify the tense in Methods", "the
same for section 2.1".
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.order_classes import AFTER, BEFORE
from backend.document.order_words import COURTESIES, asks_for_text, is_a, read_sentence, words_in
from backend.document.similar_text import shared_pairs
from backend.errors import Unplaceable
from backend.mentions.document_view import view_of
from backend.mentions.resolver import resolve
from backend.placement import losses
from backend.placement.place import carry_out
from backend.placement.plan import Placement
from backend.placement.request.unmet_parts import leaves_place_unmet
from backend.ranking.function_words import EVERY_WORD

#: Minimum share (0 to 1) of common pairs of neighboring words of the two versions; and minimum length of the shorter
#: version, as a share (0 to 1) of the longer one. Not tuned: half, and more than half.
_ALIKE, _AS_LONG = 0.5, 0.6
#: Words and commands of TeX that add no subject to a text.
_FUNCTION = EVERY_WORD | COURTESIES
_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]|\\?\w+")


def is_agreed_version(document: Document, content: str, wanted: Placement, messages: Sequence[str]) -> bool:
    """Return True if the placement `wanted` only replaces a text by another version of it, in a part that a message
    certainly names. The content must be about as long as the text, with most of its words and all its citations and
    labels.

    Returns False if a message orders to add or write something, or asks a question. Returns False also if a message has
    a word that is in the content but not in the old text: "the same for Lund" asks for another text; or if the last
    message has words for a place that are not true of this one.
    """
    if wanted.operation != "replace" or not messages or any(_may_ask_for_more(each) for each in messages):
        return False
    if leaves_place_unmet(view_of(document), messages[-1], wanted, content):
        return False
    try:
        placed = carry_out(document, content, wanted)
    except Unplaceable:
        return False
    changed = [each for each in placed.splices if each.start < each.stop]
    if len(changed) != 1 or len(placed.splices) != 1:
        return False
    first, stop = changed[0].start, changed[0].stop
    old = document.text[document.blocks[first].start : document.blocks[stop - 1].end]
    if not any(_names(document, each, first, stop) for each in messages):
        return False
    return _is_version(old, changed[0].text, [_without_names(document, each) for each in messages])


def _names(document: Document, message: str, first: int, stop: int) -> bool:
    """Return True if a message names the blocks `first` to `stop` - 1.

    This is so if they are inside a part that it names, are this part's caption, or are directly next to it as the
    message says: "the paragraph after “…”". A part that was only guessed is ignored, unless the message has exactly a
    section's title.
    """
    for each in resolve(document, message):
        if each.kind in ("document", "quotation") or each.rivals or (each.guessed and each.how != "exact"):
            continue
        before = set(words_in(message[: each.at[0]]))
        beside = (first == each.stop and before & AFTER) or (stop == each.start and before & BEFORE)
        within = each.start <= first and stop <= each.stop and not before & (AFTER | BEFORE)
        if beside or within or stop - 1 == first == each.caption:
            return True
    return False


def _without_names(document: Document, message: str) -> str:
    """Return a message without the names of parts and the quotations in it."""
    for start, stop in sorted((each.at for each in resolve(document, message)), reverse=True):
        message = f"{message[:start]} {message[stop:]}"
    return message


def _may_ask_for_more(message: str) -> bool:
    """Return True if a message asks a question, or may ask for a text in addition to the present one ("add",
    "another").
    """
    sentence = read_sentence(message)
    adds = any(is_a(word, "placing", "writing", "moving") for word in sentence.words)
    return sentence.asks or sentence.refuses or adds or asks_for_text(sentence.words)


def _is_version(old: str, new: str, messages: Sequence[str]) -> bool:
    """Return True if `new` is another version of `old`: about as long, with most of its words and all its citations,
    labels and the like. It must not have a word that occurs in the messages but not in `old`.
    """
    before, after = _words(old), _words(new)
    if min(len(before), len(after)) < _AS_LONG * max(len(before), len(after)) or shared_pairs(old, new) < _ALIKE:
        return False
    lost = losses.of(old, new)
    if lost.citations or lost.others:
        return False
    said = {word for message in messages for word in _words(message) if not word.startswith("\\")}
    return not (said & set(after)) - set(before) - _FUNCTION


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]
