"""Drafts: content that waits for the user's word, and what became of it.

A draft is `pending` until it is approved, rejected or superseded by newer content; nothing leads back. Every step is
a compare-and-set on the row, so that of two who try one succeeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import NotFound
from backend.kernel.works import Citation
from backend.storage import sessions
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import execute, new_rows

Status = Literal["pending", "approved", "rejected", "superseded"]


@dataclass(frozen=True, slots=True)
class DraftRow:
    """Content and what became of it. `content` is the model's; `approved_content` what the user approved."""

    id: str
    session_id: str
    #: the assistant's message that carries the content
    message_id: str
    content: str
    sources: tuple[str, ...]
    citations: tuple[Citation, ...]
    status: Status
    #: when content was first requested, and the number of the user's message that did
    requested_at: datetime
    requested_number: int
    created_at: datetime
    truncated: bool
    reject_reason: str | None
    #: the answer of the approval
    approval: dict[str, Any] | None
    #: the user's message that this draft answers
    request_message_id: str | None
    approved_content: str | None
    decided_at: datetime | None


_d = t.drafts.c
_SELECT = sa.select(
    _d.id, _d.session_id, _d.message_id, _d.content, _d.sources, _d.citations, _d.status, _d.requested_at,
    _d.requested_number, _d.created_at, _d.truncated, _d.reject_reason, _d.approval, _d.request_message_id,
    _d.approved_content, _d.decided_at,
)  # fmt: skip

_PENDING = _SELECT.where(_d.session_id == sa.bindparam("session_id"), _d.status == "pending")
_GET = _SELECT.where(_d.id == sa.bindparam("id"), _d.session_id == sa.bindparam("session_id"))
_SUPERSEDE = (
    t.drafts.update()
    .where(_d.session_id == sa.bindparam("this_session"), _d.status == "pending")
    .values(status="superseded", decided_at=sa.bindparam("now"))
    .returning(_d.message_id)
)


def _draft(row: Any) -> DraftRow:
    sources, citations = row[4:6]
    values: list[Any] = [
        *row[:4],
        tuple(sources or ()),
        tuple(Citation(**each) for each in citations or ()),
        *row[6:],
    ]
    return DraftRow(*values)


def hold(
    session_id: str,
    message_id: str,
    content: str,
    sources: Sequence[str],
    citations: Sequence[Citation],
    requested_at: datetime,
    requested_number: int,
    truncated: bool,
    now: datetime,
    request_message_id: str | None = None,
) -> DraftRow:
    """Store content as pending. The session's pending draft and its message become `superseded`."""
    sessions.lock(session_id)
    for superseded in execute(_SUPERSEDE, {"this_session": session_id, "now": now}).scalars().all():
        _tell_message(superseded, "superseded")
    values = {
        "id": new_id(),
        "session_id": session_id,
        "message_id": message_id,
        "request_message_id": request_message_id,
        "content": content,
        "sources": list(sources) or None,
        "citations": [asdict(citation) for citation in citations] or None,
        "status": "pending",
        "requested_at": requested_at,
        "requested_number": requested_number,
        "created_at": now,
        "truncated": truncated,
    }
    execute(t.drafts.insert(), values)
    return get(session_id, str(values["id"]))


def pending(session_id: str) -> DraftRow | None:
    """The session's pending draft."""
    row = execute(_PENDING, {"session_id": session_id}).first()
    return None if row is None else _draft(row)


def get(session_id: str, draft_id: str) -> DraftRow:
    """One draft; NotFound where the session has none of that id."""
    if is_id(draft_id):
        row = execute(_GET, {"id": draft_id, "session_id": session_id}).first()
        if row is not None:
            return _draft(row)
    raise NotFound("There is no such pending content.")


def of_message(session_id: str, message_id: str) -> DraftRow | None:
    """The draft whose content a message carries."""
    row = execute(_SELECT.where(_d.message_id == message_id, _d.session_id == session_id)).first()
    return None if row is None else _draft(row)


def last_rejected(session_id: str) -> DraftRow | None:
    """The draft that the user rejected last."""
    query = _SELECT.where(_d.session_id == session_id, _d.status == "rejected").order_by(_d.decided_at.desc(), _d.id)
    row = execute(query.limit(1)).first()
    return None if row is None else _draft(row)


def approve(draft_id: str, content: str, approval: Mapping[str, Any], now: datetime) -> bool:
    """`pending → approved`, the message too; keeps what was approved and the answer. False where it isn't pending."""
    values = {"status": "approved", "approved_content": content, "approval": dict(approval), "decided_at": now}
    return _decide(draft_id, values, "approved")


def reject(draft_id: str, reason: str | None, now: datetime) -> bool:
    """`pending → rejected`, the message too. False where it isn't pending."""
    return _decide(draft_id, {"status": "rejected", "reject_reason": reason, "decided_at": now}, "rejected")


def keep_plan(draft_id: str, base_revision: int, content_sha256: str, placement: Mapping[str, Any]) -> None:
    """Keep the placement a preview computed, in place of an earlier one of the same draft."""
    values = {"base_revision": base_revision, "content_sha256": content_sha256, "placement": dict(placement)}
    insert = new_rows(t.plans).values(draft_id=draft_id, **values)
    execute(insert.on_conflict_do_update(index_elements=[t.plans.c.draft_id], set_=values))


def plan(draft_id: str, base_revision: int, content_sha256: str) -> dict[str, Any] | None:
    """The placement that the draft's last preview computed, if it was for this content on this revision."""
    c = t.plans.c
    query = sa.select(c.placement).where(
        c.draft_id == draft_id, c.base_revision == base_revision, c.content_sha256 == content_sha256
    )
    return execute(query).scalar_one_or_none()


def _decide(draft_id: str, values: Mapping[str, Any], word: str) -> bool:
    decided = t.drafts.update().where(_d.id == draft_id, _d.status == "pending").values(values)
    message_id = execute(decided.returning(_d.message_id)).scalar_one_or_none()
    if message_id is None:
        return False
    _tell_message(message_id, word)
    return True


def _tell_message(message_id: str, status: str) -> None:
    execute(t.messages.update().where(t.messages.c.id == message_id).values(status=status))
