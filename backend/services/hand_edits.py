"""Store a hand edit of `doc.md`: merge it into the newest text, or keep it as a draft for the user.

An edit involves three texts: the revision on which it was made (the published one, by its mark), the newest revision,
and the text found in the file. If the first two are the same, the edit becomes the next revision. If another machine
has added revisions, both changes are merged if they do not touch. Otherwise the newest text loses nothing that was
approved: the edit becomes a revision, the previous text the one after it, and an open draft offers the edit's changes.
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
    """The text found in doc.md, the newest revision, and the revision on which the edit was made.

    `base` is None if the database lacks that revision: it was restored to an earlier state, or the mark is lost.
    """

    session_id: str
    text: str
    head: Revision
    base: Revision | None


def take_in(ports: Ports, edit: HandEdit) -> Revision | None:
    """Commit the edit. Returns the newest revision after it, or None if the database has changed meanwhile."""
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
    """Store the edit as a revision, restore the previous text as the next one, and open a draft that explains it."""
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
    """Open a draft with the edit. Its approval merges the edit into the current document; on the same lines the edit
    wins.
    """
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
