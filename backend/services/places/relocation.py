"""Move approved content to another place in the document. Its text is removed from the old place, provided that nobody
has changed it, and placed again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.document.blocks import read as read_blocks
from backend.document.revision import Revision
from backend.errors import Conflict, Refused, Unplaceable
from backend.placement import offsets
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.services import documents, placing
from backend.services.placing import Choice
from backend.services.runs import Holding
from backend.storage import drafts, messages, revisions, sessions
from backend.storage.db import reading, transaction
from backend.storage.drafts import DraftRow

_IMPOSSIBLE = "The content was not moved, because it cannot be placed there. Choose another place."


@dataclass(frozen=True, slots=True)
class _Moved:
    """The new placement, and the start and end of the moved text in the document (`span`). `span` is None if the move
    also replaced text.
    """

    choice: Choice
    span: offsets.Span | None


def move(ports: Ports, draft: DraftRow, wanted: Placement | None, holding: Holding) -> None:
    """Move approved content to the place `wanted`, in a new revision (cause `moved`). Raises Refused if the content
    cannot be placed there.

    Raises Conflict if `wanted` is None, if the draft is an edit, if the text was changed after its approval, or if the
    document changes during the move.
    """
    if draft.kind != "content":
        raise Conflict(
            "Nothing was moved, because an approved edit has no place of its own. Undo the edit, and ask again."
        )
    if wanted is None or draft.approval is None:
        raise Conflict(
            "Nothing was moved. The content must be approved, and the request must name its new place in `placement`."
        )
    base = documents.current(ports, draft.session_id)
    without = _without(draft, base)
    content = draft.approved_content or draft.content
    try:
        chosen = replace(wanted, decided_by="user", confidence=1.0)
        choice = placing.carry_out_chosen(read_blocks(without), content, chosen)
    except Unplaceable as error:
        raise Refused(_IMPOSSIBLE, errors={"placement": error.problems}) from error
    span = offsets.pure_insertion(without, choice.placed.text)
    _commit(ports, draft, base, _Moved(choice, span), holding)
    documents.publish(ports, draft.session_id)


def _without(draft: DraftRow, base: Revision) -> str:
    """Return the text of the newest revision (`base`) without this draft's content. Raises Conflict unless the content
    occurs in it exactly once, unchanged.
    """
    approval, text = draft.approval or {}, base.text
    with reading():
        made = revisions.get(draft.session_id, approval["revision"])
        before = revisions.get(draft.session_id, approval["revision"] - 1)
    placed = made.text
    if approval.get("span"):
        start, end = approval["span"]
        added = placed[start:end]
        at = start if text == placed else text.find(added)
        if at >= 0 and (text == placed or text.count(added) == 1):
            return text[:at] + text[at + len(added) :]
    elif text == placed and made.cause == "placed":
        return before.text
    raise Conflict(
        "The text was not moved, because it has been changed since it was approved. Edit the document instead."
    )


def _commit(ports: Ports, draft: DraftRow, base: Revision, moved: _Moved, holding: Holding) -> None:
    choice = moved.choice
    placement = choice.placed.placement.to_json()
    holding.seal()
    with transaction():
        now = ports.clock()
        made = revisions.add(draft.session_id, base.number, choice.placed.text, "moved", now, placement=placement)
        if made is None:
            raise Conflict(
                "The content was not moved, because the document changed in the meantime. It is still in its old "
                "place. Try again."
            )
        approval = {"revision": made.number, "placement": placement, "sure": True, "candidates": [placement]}
        approval["span"] = moved.span
        if "hunks" in (draft.approval or {}):
            approval["hunks"] = (draft.approval or {})["hunks"]
        drafts.approve_again(draft.id, approval)
        messages.set_status(draft.message_id, "approved", placement=placement)
        sessions.touch(draft.session_id, now)
        told = {"status": "approved", "pending_content_id": draft.id, "revision": made.number, "placement": placement}
        holding.succeed(now, draft.message_id, told)
