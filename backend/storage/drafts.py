"""Drafts: content that waits for the user's word, and who is placing it.

`pending → placing → approved`, `pending → rejected`, and `pending | placing → superseded` when new content
comes. Every step is a compare-and-set on the row, so that of two who try one succeeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import NotFound
from backend.sources import Citation
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import execute, new_rows
from backend.storage.owner import is_alive
from backend.storage.sessions import OPEN

DraftStatus = Literal["pending", "placing", "approved", "rejected", "superseded"]


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
    status: DraftStatus
    #: when content was first requested, and the number of the user's message that did
    requested_at: datetime
    requested_number: int
    created_at: datetime
    truncated: bool
    #: the owner who is placing it, since when, and until when without a heartbeat
    claim: str | None
    claimed_at: datetime | None
    lease_until: datetime | None
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
    _d.requested_number, _d.created_at, _d.truncated, _d.claim, _d.claimed_at, _d.lease_until, _d.reject_reason,
    _d.approval, _d.request_message_id, _d.approved_content, _d.decided_at,
)  # fmt: skip
_FREE: dict[str, None] = {"claim": None, "claimed_at": None, "lease_until": None}


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
    """Store content as pending. An open draft of the session and its message become `superseded`.

    One that is being placed at this moment too: its `approve` then fails, and nothing of it is committed.
    """
    lock = sa.select(t.sessions.c.id).where(t.sessions.c.id == session_id).with_for_update(key_share=True)
    if execute(lock).first() is None:
        raise NotFound("There is no such session.")
    replaced = (
        t.drafts.update()
        .where(_d.session_id == session_id, _d.status.in_(OPEN))
        .values(status="superseded", decided_at=now, **_FREE)
        .returning(_d.message_id)
    )
    for superseded in execute(replaced).scalars().all():
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
    """The session's open draft, pending or being placed."""
    row = execute(_SELECT.where(_d.session_id == session_id, _d.status.in_(OPEN))).first()
    return None if row is None else _draft(row)


def get(session_id: str, draft_id: str) -> DraftRow:
    """One draft; NotFound where the session has none of that id."""
    if is_id(draft_id):
        row = execute(_SELECT.where(_d.id == draft_id, _d.session_id == session_id)).first()
        if row is not None:
            return _draft(row)
    raise NotFound("There is no such pending content.")


def last_rejected(session_id: str) -> DraftRow | None:
    """The draft that the user rejected last."""
    query = _SELECT.where(_d.session_id == session_id, _d.status == "rejected").order_by(_d.decided_at.desc(), _d.id)
    row = execute(query.limit(1)).first()
    return None if row is None else _draft(row)


def claim(draft_id: str, owner: str, now: datetime, lease_seconds: float) -> bool:
    """Take a draft for placing: one that is pending, or whose claim is void (lease over, or its process dead)."""
    values = {
        "status": "placing",
        "claim": owner,
        "claimed_at": now,
        "lease_until": now + timedelta(seconds=lease_seconds),
    }
    return execute(t.drafts.update().where(_is_free(draft_id, now)).values(values)).rowcount == 1


def release(draft_id: str, owner: str) -> bool:
    """Give a claim back: `placing → pending`. False where the owner doesn't hold it any more."""
    return execute(t.drafts.update().where(*_held(draft_id, owner)).values(status="pending", **_FREE)).rowcount == 1


def approve(draft_id: str, owner: str, content: str, approval: Mapping[str, Any], now: datetime) -> bool:
    """`placing → approved`, the message too; keeps what was approved and the answer. False where the claim is lost."""
    values = {"status": "approved", "approved_content": content, "approval": dict(approval), "decided_at": now, **_FREE}
    return _decide(_held(draft_id, owner), values, "approved")


def reject(draft_id: str, reason: str | None, now: datetime) -> bool:
    """`pending → rejected`, the message too; so with a draft whose claim is void. False where it isn't open to that."""
    values = {"status": "rejected", "reject_reason": reason, "decided_at": now, **_FREE}
    return _decide([_is_free(draft_id, now)], values, "rejected")


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


def _held(draft_id: str, owner: str) -> list[sa.ColumnElement[bool]]:
    return [_d.id == draft_id, _d.status == "placing", _d.claim == owner]


def _is_free(draft_id: str, now: datetime) -> sa.ColumnElement[bool]:
    """Pending, or claimed by somebody whose lease is over or whose process has been seen to be dead."""
    free = (_d.status == "pending") | ((_d.status == "placing") & (_d.lease_until < now))
    seen = execute(sa.select(_d.claim).where(_d.id == draft_id, _d.status == "placing")).scalar_one_or_none()
    if seen is not None and is_alive(seen) is False:
        free |= (_d.status == "placing") & (_d.claim == seen)
    return sa.and_(_d.id == draft_id, free)


def _decide(where: Sequence[sa.ColumnElement[bool]], values: Mapping[str, Any], word: str) -> bool:
    message_id = execute(t.drafts.update().where(*where).values(values).returning(_d.message_id)).scalar_one_or_none()
    if message_id is None:
        return False
    _tell_message(message_id, word)
    return True


def _tell_message(message_id: str, status: str) -> None:
    execute(t.messages.update().where(t.messages.c.id == message_id).values(status=status))
