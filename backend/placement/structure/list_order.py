"""Plan and carry out a move or swap of items in a list, or of rows in a table.

The position of such an edit is `items in order 2, 1, 3` or `rows in order …`. If the markers of all items have the same
length, each marker stays at its place, so that a numbered list stays numbered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.order_words import ordinal_of
from backend.mentions.resolver import Mention
from backend.placement.carrying_out.resolve import items, rows
from backend.placement.plan import Placement

_POSITION = re.compile(r"(items|rows) in order (\d+(?:, \d+)*)")
_MARKER = re.compile(r"[ \t]*(?:[-*+]|\(?\d{1,9}[.)])[ \t]+")
KINDS = ("item", "row")


def moved_to(document: Document, first: Mention, other: Mention | None, side: str) -> Placement | None:
    """Return the edit that moves the items (or table rows) of `first` within their list. If `side` is "after" or
    "before", they go beside the items of `other`. If it is "start" or "end", they go first or last, and `other` is
    None. Returns None if the mentions are not in one list, or if nothing would change.
    """
    spans = _spans(document, first)
    moving = _numbers(document, first, spans)
    if not moving or (other is not None and other.start != first.start):
        return None
    rest = [number for number in range(1, len(spans) + 1) if number not in moving]
    if other is None:
        at = 0 if side == "start" else len(rest)
    else:
        beside = [number for number in _numbers(document, other, spans) if number in rest]
        if not beside:
            return None
        at = rest.index(beside[-1]) + 1 if side == "after" else rest.index(beside[0])
    return _placement(first, [*rest[:at], *moving, *rest[at:]])


def swapped(document: Document, first: Mention, other: Mention | None) -> Placement | None:
    """Return the edit that swaps two items of one list, or two rows of one table. Both are in `first` ("the first two
    bullets"), or one is in `first` and one in `other`. Returns None if the mentions do not name exactly two.
    """
    spans = _spans(document, first)
    named = _numbers(document, first, spans)
    if other is not None and other.start == first.start:
        named = [*named, *_numbers(document, other, spans)]
    if len(set(named)) != 2 or len(named) != len(set(named)):
        return None
    order = list(range(1, len(spans) + 1))
    one, two = named[0] - 1, named[-1] - 1
    order[one], order[two] = order[two], order[one]
    return _placement(first, order)


def edge_in(words: Sequence[str]) -> str:
    """Return the edge of the list to which an item goes, from the words after the item's name: "start" for "put the
    third item first", "end" for "put it last", and "" for all other words.
    """
    counted = [ordinal_of(word) for word in words]
    return "start" if counted[-1:] == [1] else "end" if counted[-1:] == [-1] else ""


def reordered(source: str, position: str) -> str | None:
    """Return the source of a list or table with its items or rows in the order that `position` gives, such as "items in
    order 2, 1, 3". Returns None if `position` gives no order, or if the list or table does not have these items.
    """
    found = _POSITION.fullmatch(position)
    if found is None:
        return None
    spans = items(source) if found[1] == "items" else rows(source)
    order = [int(number) for number in found[2].split(", ")]
    if sorted(order) != list(range(1, len(spans) + 1)):
        return None
    bodies = [source[start:stop] for start, stop in spans]
    ends = [body[len(body.rstrip("\r\n")) :] for body in bodies]
    texts = [body.rstrip("\r\n") for body in bodies]
    markers = [match[0] if (match := _MARKER.match(text)) is not None else "" for text in texts]
    keeps = found[1] == "items" and len({len(marker) for marker in markers}) == 1
    out, done = "", 0
    for place, ((start, stop), number) in enumerate(zip(spans, order, strict=True)):
        text = texts[number - 1]
        marked = markers[place] + text[len(markers[number - 1]) :] if keeps else text
        out, done = out + source[done:start] + marked + ends[place], stop
    return out + source[done:]


def _spans(document: Document, mention: Mention) -> list[tuple[int, int]]:
    source = document.source(document.blocks[mention.start])
    return items(source) if mention.kind == "item" else rows(source)


def _numbers(document: Document, mention: Mention, spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the numbers (counted from 1) of the items or rows that a mention names. `spans` are the ranges of all
    items or rows.
    """
    begin = document.blocks[mention.start].start
    start, stop = mention.span[0] - begin, mention.span[1] - begin
    return [number for number, (a, b) in enumerate(spans, 1) if start <= a < stop or a <= start < b]


def _placement(first: Mention, order: Sequence[int]) -> Placement | None:
    if list(order) == sorted(order):
        return None
    return Placement("move", position=f"{first.kind}s in order {', '.join(map(str, order))}")
