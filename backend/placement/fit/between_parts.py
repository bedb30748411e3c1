"""Find the place between two neighboring paragraphs that a message names. Also recognize a place that would separate a
list, table or formula from the words that announce it.
"""

from __future__ import annotations

from collections.abc import Sequence

from backend.mentions.resolver import resolve
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.plan import Placement
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import PlacementRequest

#: Confidence (0 to 1) of the place between two paragraphs that a message names.
_NAMED = 0.98


def between_parts(
    builder: PlacementBuilder, requests: Sequence[tuple[str, PlacementRequest | None]]
) -> list[Placement]:
    """Return the place between two neighboring paragraphs that the latest request for a place names; [] if it names no
    such paragraphs. It may name them together ("between the first two paragraphs") or one by one.

    `requests` are pairs of a message and the place that it asks for (or None), oldest first.
    """
    message, asked = next(((m, each) for m, each in reversed(requests) if each is not None), ("", None))
    if asked is None or (asked.relation != "between" and not _says_between(builder, message, asked)):
        return []
    named = [each for each in resolve(builder.view.document, message) if each.kind == "paragraph"]
    if not named or not all(each.sure for each in named) or named[-1].stop - named[0].start != 2:
        return []
    reason = "The place is between the paragraphs that the message names."
    return [builder.make("insert_after", named[0].start, "block", reason, _NAMED)]


def _says_between(builder: PlacementBuilder, message: str, asked: PlacementRequest) -> bool:
    """Return True if a message has a word such as "between", although the rules found another relation (`asked`):
    "Results, between paragraphs 1 and 2". Returns False if `asked` is a replacement.
    """
    reading = parsed(builder.view, message)
    said = range(len(reading.tokens)) if reading is not None and asked.relation != "replace" else ()
    return reading is not None and any(reading.at(i, "between") for i in said if i not in reading.masked)


def divides_announced(builder: PlacementBuilder, found: Placement) -> bool:
    """Return True if content at the place `found` would separate words such as "Three sites were used:" from the list,
    formula or table that they announce.
    """
    if found.place != "block" or found.anchor is None or found.operation not in ("insert_after", "insert_before"):
        return False
    at = found.anchor.block + (found.operation == "insert_after")
    if not 0 < at < len(builder.view.blocks) or builder.content.kinds != ("paragraph",):
        return False
    ahead, behind = builder.view.blocks[at - 1], builder.view.blocks[at]
    announces = ahead.kind == "paragraph" and builder.view.document.source(ahead).rstrip().endswith((":", "："))
    return announces and behind.kind in ("list", "math", "table", "code", "quote")
