"""What becomes of a hand edit of `doc.md`: it is merged into the newest text, or waits beside it for a person.

An edit is three texts: the revision that it was made on (the published one, by its mark), the newest revision, and
what was found in the file. Where the newest is the one that it was made on, the edit is the next revision. Where
another machine has moved on, both changes are made if they do not touch. Otherwise nothing that was approved leaves
the newest text without a person: the edit becomes a revision, the text before it the one after, and an open draft
offers to make the edit's changes.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime

from backend.document.merging import merge
from backend.document.revision import MAX_DOCUMENT_BYTES, Revision
from backend.placement.plan import Placement
from backend.ports import Ports
from backend.storage import drafts, messages, published_documents, revisions, sessions
from backend.storage.db import transaction
from backend.storage.drafts import MOST_OPEN, NewDraft

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HandEdit:
    """The text found in doc.md, the newest revision, and the revision that the edit was made on.

    `base` is None where the database does not have it: it was set back to an earlier state, or the mark is lost.
    """

    session_id: str
    text: str
    head: Revision
    base: Revision | None


def take_in(ports: Ports, edit: HandEdit) -> Revision | None:
    """Commit the edit; the newest revision after it, or None where the database has moved meanwhile."""
    head, base = edit.head, edit.base
    if base is None or base.number == head.number:
        return _keep_beside(ports, edit) if base is None else _commit(ports, edit, edit.text)
    merged = merge(base.content or "", edit.text, head.content or "")
    if merged.conflicts or len(merged.text.encode()) > MAX_DOCUMENT_BYTES:
        return _keep_beside(ports, edit)
    return head if merged.text == head.content else _commit(ports, edit, merged.text)


def _commit(ports: Ports, edit: HandEdit, text: str) -> Revision | None:
    with transaction():
        now = ports.clock()
        made = revisions.add(edit.session_id, edit.head.number, text, "external", now)
        if made is not None:
            sessions.touch(edit.session_id, now)
    return made


def _keep_beside(ports: Ports, edit: HandEdit) -> Revision | None:
    """Store the edit as a revision, put the text before it back on top, and open a draft that says so."""
    if edit.base is None:
        published_documents.set_aside(ports.data_dir, edit.session_id, edit.text.encode())
    with transaction():
        now = ports.clock()
        kept = revisions.add(edit.session_id, edit.head.number, edit.text, "external", now)
        if kept is None:
            return None
        back = revisions.add(edit.session_id, kept.number, edit.head.content or "", "restored", now)
        _open_draft(edit, kept.number, now)
        sessions.touch(edit.session_id, now)
    log.warning("a hand edit of doc.md waits for approval", extra={"session_id": edit.session_id})
    return back


def _open_draft(edit: HandEdit, number: int, now: datetime) -> None:
    """Offer the edit. Approving it makes its changes to what the document is by then; where both texts changed the
    same lines, those of the edit stand."""
    reason = _reason(edit, number)
    has_room = len(drafts.waiting(edit.session_id)) < MOST_OPEN
    message = messages.add(
        edit.session_id,
        "assistant",
        reason if has_room else f"{reason} {MOST_OPEN} drafts wait already, so it was not opened as one.",
        now,
        status="pending_approval" if has_room else None,
        meta={"intent": "edit"},
    )
    if not has_room:
        return
    position = f"revision {number}" if edit.base is None else f"revision {number} since revision {edit.base.number}"
    operation = Placement("restore", position=position, reason=reason, confidence=1.0)
    new = NewDraft(
        edit.session_id,
        message.id,
        "",
        requested_at=now,
        requested_number=message.number,
        thread=(),
        kind="edit",
        doubt="A hand edit of doc.md waits. Name its id to approve it.",
        operation=operation.to_json(),
    )
    drafts.hold(new, now)


def _reason(edit: HandEdit, number: int) -> str:
    if edit.base is None:
        return (
            "doc.md holds a text that no revision here accounts for, as after the database was set back. It is kept "
            f"as revision {number} and as a file beside doc.md, and the document stays as it was. Approve this draft "
            "to use that text instead."
        )
    return (
        f"doc.md was edited by hand on revision {edit.base.number} while the document moved on to revision "
        f"{edit.head.number}, and both changed the same lines. The edit is kept as revision {number}, and the "
        "document stays as it was. Approve this draft to make the edit's changes."
    )
