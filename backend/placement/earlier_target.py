"""Compare the text that a replacement would remove now with the text that the user meant when asking for it.

The two differ if, for example, a paragraph was inserted since then: “the second paragraph” is now another paragraph.
"""

from __future__ import annotations

from dataclasses import replace

from backend.document.blocks import Document
from backend.document.outline import outline
from backend.errors import Unplaceable
from backend.placement.place import Placed, carry_out
from backend.placement.plan import anchor_at


def removed(document: Document, placed: Placed) -> tuple[str, ...]:
    """Return the texts of the blocks that the placement `placed` replaces in the document."""
    return tuple(_words(document, index) for splice in placed.splices for index in range(splice.start, splice.stop))


def has(document: Document, texts: tuple[str, ...]) -> bool:
    """Return True if the document has, for each of the `texts`, a block with this text."""
    return set(texts) <= {_words(document, index) for index in range(len(document.blocks))}


def found_again(document: Document, content: str, earlier: Document, meant: Placed) -> Placed | None:
    """Return `meant`, a replacement in the `earlier` document, as a replacement of the same blocks in `document`.

    Returns None unless these blocks occur together, unchanged, exactly once in `document`.
    """
    texts, anchor = removed(earlier, meant), meant.placement.anchor
    if not texts or anchor is None or len(meant.splices) != 1:
        return None
    last = len(document.blocks) - len(texts)
    starts = [index for index in range(last + 1) if _run(document, index, len(texts)) == texts]
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


def _run(document: Document, start: int, length: int) -> tuple[str, ...]:
    return tuple(_words(document, index) for index in range(start, start + length))


def _words(document: Document, index: int) -> str:
    return document.source(document.blocks[index]).strip()
