"""Compare the text that a replacement would remove now with the text that the user meant when asking for it.

The two differ if, for example, a paragraph was inserted since then: “the second paragraph” is now another paragraph.
"""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.errors import Unplaceable
from backend.placement.ordered_edits.earlier_edit import starts_of, texts_of
from backend.placement.place import Placed, carry_out
from backend.placement.plan import anchor_at


def removed(document: Document, placed: Placed) -> tuple[str, ...]:
    """Return the texts of the blocks that the placement `placed` replaces in the document."""
    ranges = ((each.start, each.stop - each.start) for each in placed.splices)
    return tuple(text for first, count in ranges for text in texts_of(document, first, count))


def has(document: Document, texts: tuple[str, ...]) -> bool:
    """Return True if the document has, for each of the `texts`, a block with this text."""
    return set(texts) <= set(texts_of(document, 0, len(document.blocks)))


def found_again(document: Document, content: str, earlier: Document, meant: Placed) -> Placed | None:
    """Carry out `meant`, a replacement by `content` that was planned for the `earlier` document, on the same blocks of
    `document`, and return the result. Returns None unless these blocks occur together, unchanged, exactly once there.
    """
    texts, anchor = removed(earlier, meant), meant.placement.anchor
    if not texts or anchor is None or len(meant.splices) != 1:
        return None
    starts = starts_of(document, texts)
    if len(starts) != 1:
        return None
    block = anchor.block + starts[0] - meant.splices[0].start
    if block < 0:
        return None
    path = outline(document).section_of(block).path
    moved = replace(meant.placement, anchor=anchor_at(document, block), section=path or None)
    try:
        placed = carry_out(document, content, moved)
    except Unplaceable:
        return None
    return placed if removed(document, placed) == texts else None
