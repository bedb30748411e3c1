"""Approve a part of a draft: only the changed sentences, table rows and list items that the user chose in the
preview.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from backend.errors import Conflict, Refused, Unplaceable
from backend.placement import offsets
from backend.placement.hunks import Changes
from backend.placement.several_edits import edits_of
from backend.services.placing import Choice
from backend.storage.drafts import DraftRow

_MOVE = "The parts of a move belong together: one removes the text, and another adds it. Approve all of them, or none."

#: The unit of offsets: code points, or UTF-16 units as in JavaScript.
Unit = Literal["codepoint", "utf16"]


@dataclass(frozen=True, slots=True)
class Part:
    """The result of approving a part of a draft: `choice` has the document with only this part, `content` the text of
    this part. `kept` says which parts were approved, and is stored with the approval.
    """

    choice: Choice
    content: str
    kept: dict[str, Any]


def shown(before: str, after: str, unit: Unit) -> dict[str, Any]:
    """Return the change from the text `before` to the text `after` as the API sends it: as `splices`, and as `hunks`,
    which are the parts that can be approved separately. Offsets count in `unit`.
    """
    changes = Changes(before, after)
    splices = changes.splices()
    ends = counted(before, [(each.start, each.stop) for each in splices], unit)
    spans = counted(before, [(each.start, each.end) for each in changes.hunks], unit)
    return {
        "splices": [
            {"start": start, "end": end, "text": each.text} for each, (start, end) in zip(splices, ends, strict=True)
        ],
        "hunks": [
            {"id": each.id, "before": each.before, "after": each.after, "start": start, "end": end}
            for each, (start, end) in zip(changes.hunks, spans, strict=True)
        ],
    }


def counted(text: str, spans: Sequence[offsets.Span], unit: Unit) -> Sequence[offsets.Span]:
    """Convert spans (start, and end excluded) from code points of `text` to `unit`."""
    return offsets.utf16(text, spans) if unit == "utf16" else spans


def take(choice: Choice, before: str, content: str, ids: Sequence[str] | None) -> Part:
    """Return `choice` with only those parts of its change whose ids are in `ids`; None means all. `before` is the text
    of the document, `content` the text of the draft.

    Raises Refused if a part cannot be approved without another one, as in a move.
    """
    if ids is None:
        return Part(choice, content, {})
    changes = Changes(before, choice.placed.text)
    try:
        taken = changes.take(ids)
    except Unplaceable as error:
        raise Refused(
            "Some of these parts can only be approved together with others, so nothing was changed.",
            errors={"hunks": error.problems},
        ) from error
    moves = any(each.operation == "move" for each in edits_of(choice.placed.placement))
    if moves and len(taken.ids) < len(changes.hunks):
        raise Refused("A part of a move cannot be approved alone, so nothing was changed.", errors={"hunks": [_MOVE]})
    kept = {"hunks": sorted(set(ids)), "inserted": [list(span) for span in taken.inserted]}
    if len(taken.ids) == len(changes.hunks):
        return Part(choice, content, kept)
    return Part(replace(choice, placed=replace(choice.placed, text=taken.text)), taken.content, kept)


def require_same(draft: DraftRow, ids: Collection[str] | None) -> None:
    """Raise Conflict if the draft was already approved with other parts than those that `ids` names. If `ids` is None
    (the whole draft), do nothing.
    """
    if ids is None or draft.status != "approved":
        return
    if sorted(set(ids)) != (draft.approval or {}).get("hunks"):
        raise Conflict(
            "This draft was already approved with another choice of its changes (hunks), so nothing was changed. "
            "Edit the document, or ask for the change again.",
            extra={"status_of_content": "approved"},
        )
