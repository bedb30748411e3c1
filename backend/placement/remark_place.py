"""Decide whether a message says where content goes. The message is a remark on a draft ("and put it after Methods"), or
was sent while no draft was open.
"""

from __future__ import annotations

from itertools import pairwise

from backend.document.blocks import Document
from backend.document.order_words import is_a, ordinal_of, words_in
from backend.mentions.document_view import view_of
from backend.placement.confidence import RATES, SURE, evidence_for
from backend.placement.request.asked_place import read_request

#: Relations that always mean a place, never a topic.
_BESIDE = frozenset({"after", "before", "between", "start", "end"})
#: Minimum strength (0 to 1) of a place in a remark on a draft, so that the remark moves the draft.
_CLEAR = 0.6


def names_place(document: Document, message: str) -> bool:
    """Return True if a remark on a draft also says where the draft must go, such as "and put it after Methods".

    Returns False for an order to replace or delete, because it is about the draft itself. Returns False also if a
    section is only named, because it is then the subject of the remark.
    """
    asked = read_request(view_of(document), message, opens=False)
    if asked is None or asked.target is None or asked.target.kind == "back":
        return False
    if asked.target.kind == "document" and _counts_drafts(message):
        return False
    return asked.relation in _BESIDE and asked.strength >= _CLEAR


def clearly_names_place(document: Document, message: str) -> bool:
    """Return True if a message names a place next to a block or section, such as "after Methods", so clearly that the
    user need not be asked.
    """
    asked = read_request(view_of(document), message, opens=False)
    if asked is None or asked.target is None or asked.target.kind not in ("section", "block"):
        return False
    return asked.relation in _BESIDE and RATES[evidence_for(asked)] >= SURE


def _counts_drafts(message: str) -> bool:
    """Return True if a message refers to a draft by number: "make the first draft more formal" names no place."""
    words = words_in(message)
    return any(is_a(word, "draft") and ordinal_of(before) is not None for before, word in pairwise(words))
