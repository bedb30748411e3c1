"""Plan to merge one section into another. The first section's heading is removed. Its text is added after the other
section's own text, and its subsections after the other's subsections.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.document.blocks import Document
from backend.document.order_words import words_in
from backend.mentions.resolver import Mention
from backend.placement.plan import Placement

_INTO = frozenset("into in to with zu mit ins dans à avec en con a nella nel no na em met".split())


def merged(document: Document, message: str, named: Sequence[Mention]) -> Placement | None:
    """Return the edit that a message such as "merge Sites into Methods" orders: the first of the two named sections is
    merged into the second. Returns None if the message orders something else.
    """
    sections = [each for each in named if each.kind == "section" and document.blocks[each.start].kind == "heading"]
    if len(named) != 2 or len(sections) != 2 or any(each.guessed for each in sections):
        return None
    first, other = sections
    between = words_in(message[first.at[1] : other.at[0]])
    if first.start <= other.start < first.stop or not _INTO.intersection(between):
        return None
    position = f"blocks {first.stop - first.start} merged into blocks {other.start}-{other.stop - 1}"
    return Placement("move", position=position)
