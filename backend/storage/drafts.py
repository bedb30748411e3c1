"""Store drafts and their versions: content or edits that wait for the user's decision, and the decisions.

    pending ──approve──▶ approved          a newer version makes its base `superseded`,
       ├──────reject───▶ rejected          or `rejected` where the user asked for a rewrite
       └──newer version▶ superseded

All versions of a draft form a thread. A draft is open while its newest version is pending; during this time, an older
version can be approved, too. Every change of status is a compare-and-set, so only one of two callers succeeds.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import Conflict, NotFound
from backend.kernel.wanted import NOTHING_SAID, Wanted
from backend.kernel.works import Citation
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import execute, new_rows

Status = Literal["pending", "approved", "rejected", "superseded"]
Kind = Literal["content", "edit"]
#: The effect of a user's message on a draft.
Part = Literal["request", "revision", "move"]

#: Maximum number of open drafts in one session (contract, section 4.1).
MOST_OPEN = 20


@dataclass(frozen=True, slots=True)
class ThreadMessage:
    """A message of the user about a draft. `part` says whether the message requested, revised or moved the draft."""

    part: Part
    message_id: str


@dataclass(frozen=True, slots=True)
class NewDraft:
    """A draft to store. `requested_number` is the number of the user's message that requested it, and `message_id` is
    the assistant's message that contains it. `sources` are its sources as the model named them. `truncated` is True if
    the answer was cut off. `doubt` says why an approval must name the draft's id; None if it need not.

    If the draft is a new version, `base` is the version that it revises, `base_becomes` is the new status of `base`,
    and `reject_reason` says why the user rejected `base`.
    """

    session_id: str
    message_id: str
    content: str
    requested_at: datetime
    requested_number: int
    thread: tuple[ThreadMessage, ...]
    sources: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    truncated: bool = False
    kind: Kind = "content"
    base: DraftRow | None = None
    base_becomes: Literal["superseded", "rejected"] = "superseded"
    reject_reason: str | None = None
    doubt: str | None = None
    wanted: Wanted = NOTHING_SAID
    operation: Mapping[str, Any] | None = None
    place: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class DraftRow:
    """A version of a draft. `requested_number` is the number of the user's message that requested it. `content` is the
    model's text; `approved_content` is what the user approved, perhaps after changes by hand. `reject_reason` is why
    the user rejected it. `sources` are its sources as the model named them.
    """

    id: str
    session_id: str
    #: the assistant's message that carries the content
    message_id: str
    content: str
    status: Status
    #: when content was first requested
    requested_at: datetime
    requested_number: int
    created_at: datetime
    #: True if the model's answer was cut off
    truncated: bool
    reject_reason: str | None
    #: where the approved content was placed, and in which revision; None before the approval
    approval: dict[str, Any] | None
    #: the user's message that this version answers
    request_message_id: str | None
    approved_content: str | None
    decided_at: datetime | None
    kind: Kind
    #: the id of the draft's first version
    root: str
    #: the id of the version that this one revises; None for a first version
    revises: str | None
    #: the reason why an approval must name this version (it was cut off, or has lost much text); None if there is none
    doubt: str | None
    operation: dict[str, Any] | None
    place: dict[str, Any] | None
    sources: tuple[str, ...]
    citations: tuple[Citation, ...]
    thread: tuple[ThreadMessage, ...]
    wanted: Wanted

    @property
    def cites_by_key(self) -> bool:
        """Return True if the draft's text cites works by keys such as `@smith2020`. Their references are added to the
        session when the draft is approved.
        """
        return any(each.metadata.get("key") for each in self.citations)


_d = t.drafts.c
_SELECT = sa.select(
    _d.id, _d.session_id, _d.message_id, _d.content, _d.status, _d.requested_at, _d.requested_number, _d.created_at,
    _d.truncated, _d.reject_reason, _d.approval, _d.request_message_id, _d.approved_content, _d.decided_at, _d.kind,
    _d.root, _d.revises, _d.doubt, _d.operation, _d.place, _d.sources, _d.citations, _d.thread, _d.wanted,
)  # fmt: skip

_NEWEST_FIRST = (_d.created_at.desc(), _d.id.desc())
_OPEN = _SELECT.where(_d.session_id == sa.bindparam("session_id"), t.IS_OPEN).order_by(*_NEWEST_FIRST)
_GET = _SELECT.where(_d.id == sa.bindparam("id"), _d.session_id == sa.bindparam("session_id"))
_OF_MESSAGES = _SELECT.where(
    _d.session_id == sa.bindparam("session_id"), _d.message_id.in_(sa.bindparam("message_ids", expanding=True))
)
_APPROVED = (
    _SELECT.where(_d.session_id == sa.bindparam("session_id"), t.IS_APPROVED, _d.kind == "content")
    .order_by(_d.decided_at.desc(), _d.id)
    .limit(sa.bindparam("limit"))
)
_REQUESTED_BEFORE = (
    _SELECT.where(
        _d.session_id == sa.bindparam("session_id"),
        _d.kind == "content",
        _d.status != "superseded",
        _d.requested_number < sa.bindparam("number"),
    )
    .order_by(_d.requested_number.desc(), _d.created_at.desc(), _d.id)
    .limit(1)
)
_VERSIONS = (
    sa.select(_d.root, _d.id)
    .where(_d.session_id == sa.bindparam("session_id"), _d.root.in_(sa.bindparam("roots", expanding=True)))
    .order_by(_d.created_at, _d.id)
)
_p = t.plans.c
_PLAN = sa.select(_p.placement).where(
    _p.draft_id == sa.bindparam("draft_id"),
    _p.base_revision == sa.bindparam("base_revision"),
    _p.content_sha256 == sa.bindparam("content_sha256"),
)
_INSERT, _SAY = t.drafts.insert(), t.drafts.update().where(_d.id == sa.bindparam("this"))
_DECIDE = _SAY.where(t.IS_OPEN).returning(_d.message_id)
_TELL = t.messages.update().where(t.messages.c.id == sa.bindparam("this"))
_LAST_PLAN = sa.select(_p.base_revision, _p.placement).where(_p.draft_id == sa.bindparam("draft_id"))
_OF_ROOT = _SELECT.where(_d.session_id == sa.bindparam("session_id"), _d.root == sa.bindparam("root"))
_NEWEST = _OF_ROOT.order_by(*_NEWEST_FIRST).limit(1)


def _draft(row: Any) -> DraftRow:
    *head, sources, citations, thread, wanted = row
    request = row.request_message_id
    values: list[Any] = [
        *head,
        tuple(sources or ()),
        tuple(Citation(**each) for each in citations or ()),
        tuple(ThreadMessage(*each) for each in thread)
        if thread
        else (ThreadMessage("request", request),)
        if request
        else (),
        Wanted.from_json(wanted),
    ]
    return DraftRow(*values)


def hold(new: NewDraft, now: datetime) -> DraftRow:
    """Store a draft as pending. If it is a new version, the version that it revises is closed. The caller adds the
    draft's message before, in the same transaction, so the session cannot be deleted in between.
    """
    if new.base is not None:
        closed = {"status": new.base_becomes, "decided_at": now, "reject_reason": new.reject_reason}
        _decide(new.base.id, closed, new.base_becomes)
    draft_id = new_id()
    values: dict[str, Any] = {
        "id": draft_id,
        "session_id": new.session_id,
        "message_id": new.message_id,
        "request_message_id": new.thread[-1].message_id if new.thread else None,
        "content": new.content,
        "sources": list(new.sources) or None,
        "citations": [citation.fields() for citation in new.citations] or None,
        "status": "pending",
        "requested_at": new.requested_at,
        "requested_number": new.requested_number,
        "created_at": now,
        "truncated": new.truncated,
        "kind": new.kind,
        "root": new.base.root if new.base else draft_id,
        "revises": new.base.id if new.base else None,
        "doubt": new.doubt,
        "thread": [[each.part, each.message_id] for each in new.thread] or None,
        "wanted": new.wanted.to_json() or None,
        "operation": dict(new.operation) if new.operation else None,
        "place": dict(new.place) if new.place else None,
    }
    execute(_INSERT, values)
    return DraftRow(
        id=draft_id,
        session_id=new.session_id,
        message_id=new.message_id,
        content=new.content,
        status="pending",
        requested_at=new.requested_at,
        requested_number=new.requested_number,
        created_at=now,
        truncated=new.truncated,
        reject_reason=None,
        approval=None,
        request_message_id=values["request_message_id"],
        approved_content=None,
        decided_at=None,
        kind=new.kind,
        root=values["root"],
        revises=values["revises"],
        doubt=new.doubt,
        operation=values["operation"],
        place=values["place"],
        sources=tuple(new.sources),
        citations=tuple(new.citations),
        thread=tuple(new.thread),
        wanted=new.wanted,
    )


def waiting(session_id: str) -> tuple[DraftRow, ...]:
    """Return the newest versions of the session's open drafts, newest first."""
    return tuple(map(_draft, execute(_OPEN, {"session_id": session_id}).all()))


def require_room(session_id: str) -> None:
    """Raise Conflict if the session has the maximum number of open drafts."""
    if len(waiting(session_id)) >= MOST_OPEN:
        raise Conflict(f"No draft was opened, because {MOST_OPEN} drafts wait already. Approve or reject one first.")


def versions(session_id: str, roots: Collection[str]) -> dict[str, tuple[str, ...]]:
    """Return the ids of all versions of several drafts, oldest first. `roots` are the ids of the drafts' first
    versions, which are also the keys of the result.
    """
    found: dict[str, list[str]] = {}
    for root, draft_id in execute(_VERSIONS, {"session_id": session_id, "roots": list(roots)}).all() if roots else ():
        found.setdefault(root, []).append(draft_id)
    return {root: tuple(ids) for root, ids in found.items()}


def newest_version(draft: DraftRow) -> DraftRow:
    """Return the newest version of a draft. `draft` is any of its versions."""
    row = execute(_NEWEST, {"session_id": draft.session_id, "root": draft.root}).first()
    return draft if row is None else _draft(row)


def get(session_id: str, draft_id: str) -> DraftRow:
    """Return a draft. Raises NotFound if the session has no draft with that id."""
    if is_id(draft_id):
        row = execute(_GET, {"id": draft_id, "session_id": session_id}).first()
        if row is not None:
            return _draft(row)
    raise NotFound("There is no draft with this id.")


def of_messages(session_id: str, message_ids: Sequence[str]) -> dict[str, DraftRow]:
    """Return the drafts that these messages created, by message id. Messages that created none are left out."""
    if not message_ids:
        return {}
    rows = execute(_OF_MESSAGES, {"session_id": session_id, "message_ids": list(message_ids)}).all()
    return {draft.message_id: draft for draft in map(_draft, rows)}


def of_message(session_id: str, message_id: str) -> DraftRow | None:
    """Return the draft that the message created; None if it created none."""
    return of_messages(session_id, [message_id]).get(message_id)


def last_rejected(session_id: str) -> DraftRow | None:
    """Return the draft that the user rejected last; None if there is none."""
    query = _SELECT.where(_d.session_id == session_id, _d.status == "rejected").order_by(_d.decided_at.desc(), _d.id)
    row = execute(query.limit(1)).first()
    return None if row is None else _draft(row)


def last_approved(session_id: str) -> DraftRow | None:
    """Return the draft with content (not an edit) that the user approved last; None if there is none."""
    return next(iter(approved(session_id, 1)), None)


def approved(session_id: str, limit: int) -> tuple[DraftRow, ...]:
    """Return the drafts with content (not edits) that the user approved last, newest first, at most `limit`."""
    return tuple(map(_draft, execute(_APPROVED, {"session_id": session_id, "limit": limit}).all()))


def requested_before(session_id: str, number: int) -> DraftRow | None:
    """Return the last draft with content (not an edit) that was requested before the user's message with this number;
    None if there is none. Superseded versions are ignored.
    """
    row = execute(_REQUESTED_BEFORE, {"session_id": session_id, "number": number}).first()
    return None if row is None else _draft(row)


def approve(draft: DraftRow, content: str, approval: Mapping[str, Any], now: datetime) -> bool:
    """Approve a version of an open draft. Stores the approved content, and `approval`: where the content was placed,
    and in which revision. The version's message becomes "approved"; a newer version becomes superseded. Returns False
    if the draft was already approved or rejected.
    """
    head = newest_version(draft)
    values = {"status": "approved", "approved_content": content, "approval": dict(approval), "decided_at": now}
    if head.id == draft.id:
        return _decide(draft.id, values, "approved")
    if not _decide(head.id, {"status": "superseded", "decided_at": now}, "superseded"):
        return False
    execute(_SAY, {**values, "this": draft.id})
    _tell_message(draft.message_id, "approved")
    return True


def reject(draft_id: str, reason: str | None, now: datetime) -> bool:
    """Reject a draft, and store the user's `reason`. Returns False if the draft is not pending."""
    return _decide(draft_id, {"status": "rejected", "reject_reason": reason, "decided_at": now}, "rejected")


def move(draft: DraftRow, message_id: str, place: Mapping[str, Any] | None) -> None:
    """Store the new place (None: no place) of an open draft, and add the message `message_id` to the draft's thread."""
    thread = [[each.part, each.message_id] for each in (*draft.thread, ThreadMessage("move", message_id))]
    execute(_SAY.values(thread=thread, place=dict(place) if place else None), {"this": draft.id})
    execute(t.plans.delete().where(t.plans.c.draft_id == draft.id))


def set_citations(draft_id: str, citations: Sequence[Citation]) -> None:
    """Replace the citations stored with a draft. Their verdicts may have changed since the draft was stored."""
    execute(_SAY.values(citations=[each.fields() for each in citations] or None), {"this": draft_id})


def set_content(draft: DraftRow, content: str) -> bool:
    """Replace the text of a pending draft. Returns False if the draft was decided or its text changed meanwhile."""
    same = t.drafts.update().where(_d.id == draft.id, t.IS_OPEN, _d.content == draft.content)
    return execute(same.values(content=content)).rowcount > 0


def approve_again(draft_id: str, approval: Mapping[str, Any]) -> None:
    """Replace the stored `approval` (see `approve`), because the approved text was moved to another place."""
    execute(_SAY.values(approval=dict(approval)), {"this": draft_id})


def keep_plan(draft_id: str, base_revision: int, content_sha256: str, placement: Mapping[str, Any]) -> None:
    """Store the placement that a preview computed for content with the digest `content_sha256` and for the revision
    `base_revision` of the document. An earlier stored placement of the same draft is replaced.
    """
    values = {"base_revision": base_revision, "content_sha256": content_sha256, "placement": dict(placement)}
    insert = new_rows(t.plans).values(draft_id=draft_id, **values)
    execute(insert.on_conflict_do_update(index_elements=[t.plans.c.draft_id], set_=values))


def plan(draft_id: str, base_revision: int, content_sha256: str) -> dict[str, Any] | None:
    """Return the placement that the draft's last preview stored for content with the digest `content_sha256` and for
    the revision `base_revision` of the document; None if there is none.
    """
    which = {"draft_id": draft_id, "base_revision": base_revision, "content_sha256": content_sha256}
    return execute(_PLAN, which).scalar_one_or_none()


def last_plan(draft_id: str) -> tuple[int, dict[str, Any]] | None:
    """Return the revision number and the placement of the draft's last preview; None if it had none."""
    row = execute(_LAST_PLAN, {"draft_id": draft_id}).first()
    return None if row is None else (row.base_revision, row.placement)


def plans(draft_ids: Collection[str]) -> dict[str, dict[str, Any]]:
    """Return the placements of these drafts' last previews, by draft id."""
    c = t.plans.c
    query = sa.select(c.draft_id, c.placement).where(c.draft_id.in_(draft_ids))
    return {row.draft_id: row.placement for row in (execute(query).all() if draft_ids else ())}


def _decide(draft_id: str, values: Mapping[str, Any], word: str) -> bool:
    message_id = execute(_DECIDE, {**values, "this": draft_id}).scalar_one_or_none()
    if message_id is not None:
        _tell_message(message_id, word)
    return message_id is not None


def _tell_message(message_id: str, status: str) -> None:
    execute(_TELL, {"status": status, "this": message_id})
