"""Store the messages of a session, numbered from 1, and a summary of the messages that are too old for a prompt."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import NotFound
from backend.kernel.works import Citation
from backend.storage import tables as t
from backend.storage.columns import LARGEST, new_id
from backend.storage.db import Page, execute, new_rows
from backend.storage.paging import OLDEST_FIRST, PageRequest, paginate
from backend.storage.sessions import OwnedSession

MessageRole = Literal["user", "assistant"]
MessageStatus = Literal["pending_approval", "approved", "rejected", "superseded"]


@dataclass(frozen=True, slots=True)
class Message:
    """A message of the user or the model. `sources` are the works as the model named them; `citations` are the works
    that were found for these names, in the same order.
    """

    id: str
    session_id: str
    number: int
    role: MessageRole
    content: str
    mode: str | None
    status: MessageStatus | None
    document_content: str
    sources: tuple[str, ...]
    citations: tuple[Citation, ...]
    attached_sections: tuple[dict[str, Any], ...]
    placement: dict[str, Any] | None
    events: tuple[dict[str, Any], ...]
    created_at: datetime
    model_meta: dict[str, Any]


@dataclass(frozen=True, slots=True)
class PastTurn:
    """The part of a message that the history in a prompt needs. `document_content` is the text that the message
    drafted. Reading only these columns saves two thirds of the time in a long chat.
    """

    id: str
    number: int
    role: MessageRole
    status: MessageStatus | None
    content: str
    document_content: str
    sources: tuple[str, ...]
    attached_sections: tuple[dict[str, Any], ...]


_m = t.messages.c
_SELECT = sa.select(
    _m.id,
    _m.session_id,
    _m.number,
    _m.role,
    _m.content,
    _m.mode,
    _m.status,
    _m.document_content,
    _m.sources,
    _m.citations,
    _m.attached_sections,
    _m.placement,
    _m.events,
    _m.created_at,
    _m.model_meta,
)
#: the columns that a prompt needs; the events that are stored with a message are left out, because there may be many
_SELECT_BARE = sa.select(
    *[sa.null().label("events") if column is _m.events else column for column in _SELECT.selected_columns]
)

_GET = _SELECT.where(_m.id == sa.bindparam("id"))
_META = sa.select(_m.model_meta).where(_m.id == sa.bindparam("id"))
_HISTORY = (
    _SELECT_BARE.where(_m.session_id == sa.bindparam("session_id"), _m.number < sa.bindparam("before_number"))
    .order_by(_m.number.desc())
    .limit(sa.bindparam("limit"))
)
_SPOKEN = (
    sa.select(_m.id, _m.number, _m.role, _m.status, _m.content, _m.document_content, _m.sources, _m.attached_sections)
    .where(
        _m.session_id == sa.bindparam("session_id"),
        _m.number < sa.bindparam("before_number"),
        sa.or_(_m.number >= sa.bindparam("from_number"), _m.status.is_not(None), _m.document_content != ""),
    )
    .order_by(_m.number)
)
_THAT_CITE = _SELECT_BARE.where(
    _m.session_id == sa.bindparam("session_id"),
    _m.citations.is_not(None),
    sa.or_(_m.status.is_(None), _m.status.not_in(("rejected", "superseded"))),
).order_by(_m.number)
_THAT_CITE_STATUS = _THAT_CITE.where(sa.cast(_m.citations, sa.Text).contains(sa.bindparam("mark")))
_INSERT = t.messages.insert()
_UPDATE = t.messages.update().where(_m.id == sa.bindparam("this"))
_COUNTED = (
    t.sessions.update()
    .where(t.sessions.c.id == sa.bindparam("this"))
    .values(message_count=t.sessions.c.message_count + 1, updated_at=sa.bindparam("now"))
    .returning(t.sessions.c.message_count)
)
_SUMMARY = sa.select(t.history_summaries.c.upto_number, t.history_summaries.c.text).where(
    t.history_summaries.c.session_id == sa.bindparam("session_id")
)


def _message(row: Any) -> Message:
    *head, sources, citations, attached, placement, events, created_at, meta = row
    values: list[Any] = [
        *head,
        tuple(sources or ()),
        tuple(Citation(**each) for each in citations or ()),
        tuple(attached or ()),
        placement,
        tuple(events or ()),
        created_at,
        meta or {},
    ]
    return Message(*values)


def add(
    session_id: str,
    role: MessageRole,
    content: str,
    now: datetime,
    *,
    mode: str | None = None,
    status: MessageStatus | None = None,
    document_content: str = "",
    sources: Sequence[str] = (),
    citations: Sequence[Citation] = (),
    attached_sections: Sequence[Mapping[str, Any]] = (),
    events: Sequence[Mapping[str, Any]] = (),
    meta: Mapping[str, Any] | None = None,
    raw: str | None = None,
    request_key: str | None = None,
) -> Message:
    """Store a message with the session's next number, and store that the session was used now.

    `document_content` is the text that an answer drafted for the document. `sources` are the works as the model named
    them. `raw` is the model's unparsed answer. `request_key` identifies the request with which the user sent the
    message; no other message of the session has this key. Raises NotFound if the session has been deleted.
    """
    number = execute(_COUNTED, {"this": session_id, "now": now}).scalar_one_or_none()
    if number is None:
        raise NotFound("There is no session with this id.")
    message = Message(
        new_id(), session_id, number, role, content, mode, status, document_content, tuple(sources), tuple(citations),
        tuple(map(dict, attached_sections)), None, tuple(map(dict, events)), now, dict(meta or {}),
    )  # fmt: skip
    execute(
        _INSERT,
        {
            "id": message.id,
            "session_id": session_id,
            "number": number,
            "role": role,
            "content": content,
            "mode": mode,
            "status": status,
            "document_content": document_content,
            "sources": list(sources) or None,
            "citations": [citation.fields() for citation in citations] or None,
            "attached_sections": list(message.attached_sections) or None,
            "placement": None,
            "events": list(message.events) or None,
            "created_at": now,
            "model_meta": message.model_meta or None,
            "raw": raw,
            "request_key": request_key,
        },
    )
    return message


def get(message_id: str) -> Message:
    """Return a message. The caller has already checked that its session belongs to the user. Raises NotFound if the
    message does not exist.
    """
    row = execute(_GET, {"id": message_id}).first()
    if row is None:
        raise NotFound("There is no message with this id.")
    return _message(row)


def meta_of(message_id: str) -> Mapping[str, Any]:
    """Return the metadata of a message; {} if it has none."""
    return execute(_META, {"id": message_id}).scalar_one_or_none() or {}


def raw(message_id: str) -> str | None:
    """Return the model's answer as it came, before it was parsed; None if it is not stored. A better parser can use it
    later.
    """
    return execute(sa.select(_m.raw).where(_m.id == message_id)).scalar_one_or_none()


def by_request_key(session_id: str, key: str) -> Message | None:
    """Return the user's message that an earlier attempt of the same request stored; None if there is none."""
    row = execute(_SELECT.where(_m.session_id == session_id, _m.request_key == key)).first()
    return None if row is None else _message(row)


def release_key(message_id: str) -> None:
    """Delete the request key of a message, so that another message can have this key."""
    execute(t.messages.update().where(_m.id == message_id).values(request_key=None))


def history(session_id: str, before_number: int | None = None, limit: int | None = None) -> tuple[Message, ...]:
    """Return the messages with numbers below `before_number`, oldest first, without their events. With `limit`, return
    only the newest `limit` of them.
    """
    bounds = {
        "before_number": LARGEST if before_number is None else before_number,
        "limit": LARGEST if limit is None else limit,
    }
    rows = execute(_HISTORY, {"session_id": session_id, **bounds}).all()
    return tuple(_message(row) for row in reversed(rows))


def for_prompt(session_id: str, before_number: int, from_number: int = 1) -> tuple[PastTurn, ...]:
    """Return what a prompt needs of the messages with numbers below `before_number`, oldest first. The caller has
    already read the messages below `from_number`; of those, only messages with a draft are returned again, because only
    these may have changed.
    """
    bounds = {"before_number": before_number, "from_number": from_number}
    rows = execute(_SPOKEN, {"session_id": session_id, **bounds}).all()
    values: Iterator[list[Any]] = ([*row[:-2], tuple(row[-2] or ()), tuple(row[-1] or ())] for row in rows)
    return tuple(PastTurn(*each) for each in values)


def page(session_id: str, wanted: PageRequest = OLDEST_FIRST) -> Page[Message]:
    """Return a page of the session's messages. `wanted` says which page, and its order (by default, oldest first)."""
    query = _SELECT.where(_m.session_id == session_id)
    return paginate(query, (_m.number,), _message, wanted)


def set_status(message_id: str, status: MessageStatus | None, placement: Mapping[str, Any] | None = None) -> None:
    """Store the user's decision about the message's content, and `placement` if the content was placed."""
    values: dict[str, Any] = {"status": status, "this": message_id}
    if placement is not None:
        values["placement"] = dict(placement)
    execute(_UPDATE, values)


def set_citations(message_id: str, citations: Sequence[Citation]) -> None:
    """Replace the citations stored with a message. Their verdicts may have changed since the message was stored."""
    told = [each.fields() for each in citations] or None
    execute(t.messages.update().where(_m.id == message_id).values(citations=told))


def amend(message_id: str, content: str, meta: Mapping[str, Any]) -> None:
    """Replace the text that a message drafted, and the answer's metadata."""
    execute(t.messages.update().where(_m.id == message_id).values(document_content=content, model_meta=dict(meta)))


def sessions_that_cite(user_id: str | None = None) -> tuple[OwnedSession, ...]:
    """Return the sessions that have answers with sources, of one user or, with None, of all users."""
    citing = sa.select(_m.session_id).where(_m.citations.is_not(None))
    owners = sa.select(t.sessions.c.user_id, t.sessions.c.id).where(t.sessions.c.id.in_(citing))
    query = owners if user_id is None else owners.where(t.sessions.c.user_id == user_id)
    return tuple(OwnedSession(*row) for row in execute(query.order_by(t.sessions.c.id)))


def that_cite(session_id: str, status: str | None = None) -> list[Message]:
    """Return the session's answers that have sources and were not rejected, oldest first, without their events. With
    `status`, return only answers with a source of this status, such as "retracted".
    """
    which = {"session_id": session_id}
    if status is None:
        rows = execute(_THAT_CITE, which)
    else:
        rows = execute(_THAT_CITE_STATUS, which | {"mark": f'"status": "{status}"'})
    return [_message(row) for row in rows.all()]


def get_summary(session_id: str) -> tuple[int, str] | None:
    """Return the stored summary of the oldest messages as (number of the last message that it covers, text); None if
    there is none.
    """
    row = execute(_SUMMARY, {"session_id": session_id}).first()
    return None if row is None else (row[0], row[1])


def put_summary(session_id: str, upto_number: int, text: str) -> None:
    """Store a summary of the messages up to `upto_number`. Does nothing if the stored summary covers at least as many
    messages.
    """
    table = t.history_summaries
    insert = new_rows(table).values(session_id=session_id, upto_number=upto_number, text=text)
    execute(
        insert.on_conflict_do_update(
            index_elements=[table.c.session_id],
            set_={"upto_number": insert.excluded.upto_number, "text": insert.excluded.text},
            where=table.c.upto_number < insert.excluded.upto_number,
        )
    )
