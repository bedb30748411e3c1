"""Detect that a message gives a small part of a text as the place (a sentence, a list, a list item, a table row, an
edge of a paragraph), but the place that was found is not in or beside such a part. Then the place is unsure.

It does not matter how the rules understood the message: they may have read the words only in part.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.blocks import Block
from backend.document.order_classes import AFTER, BEFORE, INDEFINITE
from backend.document.order_words import is_a, words_in
from backend.document.withdrawals import denial_in
from backend.errors import Unplaceable
from backend.mentions.document_view import DocumentView
from backend.mentions.inner_places import InnerPlace, inner_places
from backend.mentions.resolver import Mention, resolve
from backend.placement.carrying_out.resolve import resolve as splices
from backend.placement.plan import DESTROYING, Placement
from backend.placement.request.asked_place import read_request
from backend.placement.request.unmet_words import Surroundings

#: Maps each kind of small part to the beginning of the positions in or beside it.
_POSITIONS = {"sentence": "characters", "item": "item", "step": "item", "row": "row", "list": "item"}
#: Maps each kind to the kinds of parts that may only help to name it: "the second sentence of paragraph 3".
_HOLDERS = {
    "sentence": ("sentence", "paragraph", "quotation"),
    "item": ("item", "step", "list", "quotation"),
    "step": ("item", "step", "list", "quotation"),
    "row": ("row", "table", "quotation"),
    "list": ("list", "item", "step"),
}


def misses_inner_place(view: DocumentView, message: str, found: Placement, content: str) -> bool:
    """Return True if a message gives a small part as the place ("after the second sentence"), and the place `found` is
    not in or beside such a part. Returns True also if the message does not say which of several lists it means. If
    `found` replaces text, the result is False.
    """
    if found.operation in DESTROYING or not (named := list(inner_places(message))):
        return False
    try:
        place = Surroundings.of(view, splices(found, view.document, content)[0].start)
    except Unplaceable:
        return True
    return not any(_is_met(message, each, found, place) for each in named)


def rejects_place(view: DocumentView, message: str) -> bool:
    """Return True if a later message about a draft rejects its place ("no, …", "rather …"), or names a start or end
    that the rules did not understand as a place ("at the very top").
    """
    asked = read_request(view, message, opens=False)
    if denial_in(message) or (asked is not None and asked.corrects):
        return True
    words = words_in(message)
    start = next((i for i, word in enumerate(words) if is_a(word, "place")), len(words))
    return asked is None and any(is_a(word, "edge") and word not in INDEFINITE for word in words[start + 1 :])


def _is_met(message: str, part: InnerPlace, found: Placement, place: Surroundings) -> bool:
    if part.kind == "paragraph":
        beside = found.operation in ("insert_before", "insert_after") and found.place == "block"
        return beside or found.place.startswith("characters")
    named = resolve(place.view.document, message)
    holders = _HOLDERS[part.kind]
    others = [each for each in named if each.stop - each.start == 1 and each.sure and each.kind not in holders]
    if any(place.touches(each.start) for each in others):
        return True  # "after the table and before the list"
    if part.kind == "list":
        meant = [each.index for each in _lists(place.view, named)]
        within = found.anchor is not None and found.place.startswith("item") and found.anchor.block in meant
        if within and (AFTER | BEFORE).intersection(words_in(message)):
            return True  # "the list of tools, after the hammer"
        return len(meant) == 1 and (within or place.touches(meant[0]))
    if found.place.startswith(_POSITIONS[part.kind]):
        return True
    at_edge = (part.number == 1 and place.starts) or (part.number == -1 and place.ends)
    return at_edge and part.becomes and not part.in_paragraph


def _lists(view: DocumentView, named: Sequence[Mention]) -> list[Block]:
    """Return the lists that a message may mean: the ones that it names (`named` has all parts that it names), or all
    lists of the sections that it names. If it names neither, return all lists of the document.
    """
    exact = [each for each in named if each.kind in ("list", "item", "step")]
    exact = exact or [each for each in named if each.kind == "section"]
    ranges = [span for each in exact for span in ((each.start, each.stop), *each.rivals)] or [(0, len(view.blocks))]
    return [each for each in view.document.of_kind("list") if any(a <= each.index < b for a, b in ranges)]
