"""Plan to move a text by paragraphs within its section: "one paragraph up"."""

from __future__ import annotations

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.errors import Unplaceable
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at


def over_paragraphs(document: Document, blocks: tuple[int, int], count: int) -> int | None:
    """Return the index of the block before which `blocks` go if they move by `count` blocks, or up if `count` is
    negative. Returns None if a heading, or the document's start or end, is in the way. `blocks` are two indices: of the
    first block, and after the last block.
    """
    start, stop = blocks
    between = range(start + count, start) if count < 0 else range(stop, stop + count)
    if between.start < 0 or between.stop > len(document.blocks):
        return None
    if any(document.blocks[at].kind in ("heading", "front_matter") for at in between):
        return None
    return between.start if count < 0 else between.stop


def shifted(document: Document, content: str, place: Placement, count: int) -> Placement | None:
    """Return a place `count` paragraphs below `place`, or above it if `count` is negative. Returns None if the section
    ends before that, or if the content would replace a text.
    """
    try:
        splices = carry_out(document, content, place).splices
    except Unplaceable:
        return None
    if len(splices) != 1 or splices[0].start != splices[0].stop:
        return None
    at = over_paragraphs(document, (splices[0].start, splices[0].start), count)
    if at is None:
        return None
    block = at if count < 0 else at - 1
    far = "one paragraph" if abs(count) == 1 else f"{abs(count)} paragraphs"
    return Placement(
        "insert_before" if count < 0 else "insert_after",
        section=outline(document).section_of(block).path or None,
        anchor=anchor_at(document, block),
        reason=f"The place is {far} further {'up' if count < 0 else 'down'} than before, as the message says.",
        confidence=0.95,
    )
