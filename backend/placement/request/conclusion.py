"""Conclude from all messages of a conversation which place the user asks for in the end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from backend.placement.request.asked_place import PlacementRequest

#: Minimum strength (0 to 1) of a place that replaces an earlier one, if the message begins with a word such as "no" or
#: "actually".
_CORRECTED = 0.4
#: Minimum strength (0 to 1) of an edge of the document if the message names the document: "at the start of the paper".
_DOCUMENT_NAMED = 0.8


def conclude(requests: Sequence[PlacementRequest | None]) -> PlacementRequest | None:
    """Return the request that the messages make together: the latest clear request. A later message with a pronoun
    ("no, before it") changes only the relation of this request, and not its target. A later message that gives only a
    new section's title changes only the title. Returns None if no message asks for a place.
    """
    current: PlacementRequest | None = None
    for each in requests:
        if each is None:
            continue
        if each.target is None and each.relation != "replace":
            current = replace(current, title=each.title) if current is not None else each
            continue
        if each.target is not None and each.target.kind == "back":
            # "replace it" may mean the draft or the text, so neither is removed for it
            if current is None and each.relation == "replace":
                current = replace(each, target=None)
            elif current is not None and each.relation in ("start", "end"):
                current = _at_other_edge(current, each) or current
            elif current is not None and each.relation != "replace":
                current = replace(current, relation=each.relation, strength=max(current.strength, 0.6))
        elif current is not None and (turned := _at_other_edge(current, each)):
            current = turned
        elif current is None or each.strength >= (_CORRECTED if each.corrects else min(0.8, current.strength - 0.15)):
            current = replace(each, title=each.title or (current.title if current else ""))
    return current


def _at_other_edge(current: PlacementRequest, each: PlacementRequest) -> PlacementRequest | None:
    """Return the `current` request, moved to the start or end of its section as a later message asks: "no, at the
    start". `each` is the request of that message. Returns None if that message means the start or end of the document,
    or if the current request is not for a section.
    """
    kind = each.target.kind if each.target is not None else ""
    bare = kind == "back" or (kind == "document" and each.strength < _DOCUMENT_NAMED)
    if not bare or each.relation not in ("start", "end") or current.target is None or current.target.kind != "section":
        return None
    return replace(current, relation=each.relation)
