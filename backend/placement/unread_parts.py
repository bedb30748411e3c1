"""Find a part of the document, a quotation or a number in an order that an edit does not use: "rename Methods to
“Design” and Results to “Findings”", "delete the first and the last paragraph".

What is not used was not understood, and the edit may be the opposite of what the order means.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.order_words import COURTESIES, is_a, ordinal_of, words_in
from backend.errors import Unplaceable
from backend.mentions.placeholders import QUOTED
from backend.mentions.resolver import Mention, resolve
from backend.mentions.sentence_orders import with_quoted_sentences
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Placement
from backend.placement.unread_words import unread_word

#: A clause that gives a reason may name parts that the edit leaves alone.
_REASON = re.compile(
    r"\s(?:because|since|so that|as (?:it|they|this|that|we)|weil|da|denn|damit|car|puisque|parce|afin|porque|puesto"
    r"|pues|perché|poiché|siccome|pois|omdat|zodat)\s.*",
    re.IGNORECASE | re.DOTALL,
)
#: Positions of edits whose places cannot be compared with the parts that the order names.
_ELSEWHERE = re.compile(r"block; heading|blocks .* at level")
_WORD = re.compile(r"[^\W\d_]+")


def unread_part(document: Document, message: str, edit: Placement) -> str:
    """Return the words of an order that name a part, a quotation or a number which the edit does not use, or any other
    word that it does not use; "" if it uses all of them.
    """
    if edit.anchor is None or edit.operation == "restore":
        return ""
    order = _REASON.sub("", message)
    named = [each for each in resolve(document, message) if each.kind != "document"]
    named = [each for each in with_quoted_sentences(document, message, named) if each.at[0] < len(order)]
    unread = _unused_quotations(order, named, edit)
    joins = any(is_a(word, "joining") for word in words_in(order))
    if not unread and not joins and not _ELSEWHERE.search(edit.position or ""):
        unread = _unused_parts(document, named, edit)
    if not unread and edit.operation == "delete" and "”" not in (edit.position or ""):
        unread = _unused_numbers(order, named)
    return unread[0] if unread else unread_word(document, order, edit)


def _unused_quotations(order: str, named: Sequence[Mention], edit: Placement) -> list[str]:
    """Return the quotations that neither name a part nor are words which the edit writes or changes."""
    used = " ".join(f"{edit.position} {edit.heading or ''}".split())
    return [
        found[0]
        for found in QUOTED.finditer(order)
        if not any(each.at[0] < found.end() and found.start() < each.at[1] for each in named)
        and " ".join(found[0][1:-1].split()).strip(" .!") not in used
    ]


def _unused_parts(document: Document, named: Sequence[Mention], edit: Placement) -> list[str]:
    """Return the words for parts that are neither changed by the edit, nor contain or adjoin what it changes."""
    try:
        splices = carry_out_edit(document, edit).splices
    except Unplaceable:
        return []
    unused = []
    for each in named:
        near = each.kind != "section" or edit.operation == "move"  # a section is beside what goes there
        touches = (one.start - near < each.stop and each.start < one.stop + near for one in splices)
        if each.sure and each.how in ("exact", "number", "ordinal", "quotation") and not any(touches):
            unused.append(each.said)
    return unused


def _unused_numbers(order: str, named: Sequence[Mention]) -> list[str]:
    """Return the ordinal words outside of the names of parts, such as "first" in "the first and the last paragraph"."""
    quoted = [found.span() for found in QUOTED.finditer(order)]
    taken = [*quoted, *(each.at for each in named)]
    ahead = next((each.start() for each in _WORD.finditer(order) if each[0].casefold() not in COURTESIES), 0)
    return [
        each[0]
        for each in _WORD.finditer(order, ahead)
        if ordinal_of(each[0].casefold()) is not None and not any(start <= each.start() < stop for start, stop in taken)
    ]
