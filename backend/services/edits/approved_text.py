"""Find the text of an approved draft in the document: its blocks, and its title."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from backend.document.blocks import Document
from backend.document.blocks import read as read_blocks
from backend.document.outline import outline
from backend.storage.drafts import DraftRow

#: Maximum number of characters between a block's last word and its end: a line ending.
_LINE_ENDS = 2


def title_of(draft: DraftRow) -> str:
    """Return the highest heading in an approved draft, or else the heading that was added with the draft. Returns "" if
    there is no heading, or if several headings of the draft are the highest.
    """
    sections = [each for each in outline(read_blocks(draft.approved_content or draft.content)).sections if each.title]
    highest = [each.title for each in sections if each.level == min(every.level for every in sections)]
    if len(highest) > 1:
        return ""
    own = highest[0] if highest else ""
    place = ((draft.approval or {}).get("placement") or {}).get("position") or ""
    added = place.rpartition("heading: ")
    return own or (added[2].lstrip("# ") if added[1] else "")


def blocks_of(draft: DraftRow | None, document: Document) -> tuple[int, int] | None:
    """Return the blocks that have an approved draft's content, as the index of the first and the index after the last.
    Returns None unless the content is in the document exactly once, unchanged, and as whole blocks.
    """
    content = (draft.approved_content or draft.content).strip() if draft is not None else ""
    at = document.text.find(content) if content and document.text.count(content) == 1 else -1
    if at < 0:
        return None
    first = bisect_left(document.blocks, at, key=lambda block: block.start)
    stop = bisect_right(document.blocks, at + len(content) + _LINE_ENDS, key=lambda block: block.end)
    inside = document.blocks[first:stop]
    whole = inside and document.text[inside[0].start : inside[-1].end].strip() == content
    return (first, stop) if whole else None
