"""Plan edits that join parts of the document: adjacent paragraphs become one paragraph, and two adjacent sections
become one section because the heading of the second is deleted. No other text is lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.mentions.resolver import Mention
from backend.placement.plan import Placement
from backend.placement.planned_edit import whole


@dataclass(frozen=True, slots=True)
class Joined:
    """The edit that joins parts (see edit_orders.py), and the mention of the first part that it changes."""

    mention: Mention
    placement: Placement


def joined(document: Document, mentions: Sequence[Mention]) -> Joined | None:
    """Return the edit that joins the mentioned parts. Returns None if they are not adjacent, if parts of this kind
    cannot be joined, or if a mention is a guess.

    If the only mention is a section with exactly two blocks, both paragraphs, these are joined ("merge the two
    paragraphs of X").
    """
    parts = sorted(mentions, key=lambda each: each.start)
    if not parts or any(each.guessed and each.how != "exact" for each in parts):
        return None
    if any(one.stop != other.start for one, other in pairwise(parts)):
        return None
    if len(parts) == 1 and parts[0].kind == "section":
        return _paragraphs_of(document, parts[0])
    if all(each.kind == "section" for each in parts):
        return _sections(document, parts)
    first, stop = parts[0], parts[-1].stop
    complete = all(each.span == whole(document, each) for each in parts)
    return _paragraphs(document, first, first.start, stop) if complete else None


def _paragraphs(document: Document, mention: Mention, start: int, stop: int) -> Joined | None:
    if stop - start < 2 or {block.kind for block in document.blocks[start:stop]} != {"paragraph"}:
        return None
    return Joined(mention, Placement("move", position=f"blocks {stop - start} joined"))


def _paragraphs_of(document: Document, section: Mention) -> Joined | None:
    own = next((each for each in outline(document).sections if each.heading == section.start), None)
    if own is None or own.own_stop - section.start - 1 != 2:
        return None
    first = Mention(
        "paragraph", section.start + 1, own.own_stop, section.said, section.at,
        (document.blocks[section.start + 1].start, document.blocks[own.own_stop - 1].end), section.how, section.rivals,
    )  # fmt: skip
    return _paragraphs(document, first, first.start, first.stop)


def _sections(document: Document, parts: Sequence[Mention]) -> Joined | None:
    first, last = parts[0], parts[-1]
    levels = {each.level for each in outline(document).sections if each.heading in (first.start, last.start)}
    if len(parts) != 2 or len(levels) != 1:
        return None
    return Joined(last, Placement("delete", position="blocks 1"))
