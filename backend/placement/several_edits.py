"""Combine several edits of one message into one, and carry it out: "delete X and rename Y to “Z”".

Such an edit is a `Placement` with the operation and the anchor of its first edit. Its position is `several edits: ` and
JSON text: the list of the edits, in the order in which they are carried out. Each edit was planned for the document
that results from the edits before it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from backend.document.blocks import Document, Splice, read
from backend.placement.edited_text import carry_out_edit
from backend.placement.ordered_edits.earlier_edit import carried_over
from backend.placement.place import Placed
from backend.placement.plan import Placement, edit_from_json

#: Begins the position of an edit that consists of several.
_SEVERAL = "several edits: "


def combined(edits: Sequence[Placement]) -> Placement:
    """Return one edit that carries out all `edits`, one after the other."""
    return Placement(
        edits[0].operation,
        edits[0].section,
        edits[0].anchor,
        _SEVERAL + json.dumps([each.to_json() for each in edits], ensure_ascii=False),
        reason=" ".join(each.reason for each in edits),
        confidence=min(each.confidence for each in edits),
    )


def edits_of(edit: Placement) -> tuple[Placement, ...]:
    """Return the single edits of an edit that `combined` made. For any other `edit`, return only this edit."""
    position = edit.position or ""
    if not position.startswith(_SEVERAL):
        return (edit,)
    return tuple(edit_from_json(each) for each in json.loads(position.removeprefix(_SEVERAL)))


def carry_out_edits(document: Document, edit: Placement, planned_on: Document | None = None) -> Placed:
    """Return the document with all edits of `edit` carried out. `planned_on` is the document for which the edit was
    planned, if the document has changed since. Raises Unplaceable if a text to edit is no longer in the document.
    """
    steps, now, before = [], document, planned_on
    for each in edits_of(edit):
        step = carried_over(now, before, each) if before is not None else each
        placed = carry_out_edit(now, step)
        before = read(carry_out_edit(before, each).text) if before is not None else None
        now = read(placed.text)
        steps.append(replace(step, reason=each.reason))
    if len(steps) == 1:
        return replace(placed, placement=steps[0])
    whole = Splice(0, len(document.blocks), now.text)
    return Placed(now.text, (whole,), replace(combined(steps), reason=edit.reason, confidence=edit.confidence))


def without_steps(document: Document, steps: Sequence[Placement], left_out: Sequence[Placement]) -> list[Placement]:
    """Return the edits of `steps`, which are carried out one after the other, without those in `left_out`.

    The block numbers of an edit are those of the document that results from the edits before it. So they are adapted if
    an earlier edit is left out. Raises Unplaceable if an edit needs one that is left out.
    """
    kept, now, before = [], document, document
    for each in steps:
        if each not in left_out:
            step = carried_over(now, before, each)
            kept.append(step)
            now = read(carry_out_edit(now, step).text)
        before = read(carry_out_edit(before, each).text)
    return kept
