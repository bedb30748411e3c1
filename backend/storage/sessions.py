"""Store sessions. Only `own`, which `get` uses, decides whether a session belongs to a user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.document.revision import digest
from backend.errors import NotFound
from backend.kernel.wanted import Selection
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import Page, execute
from backend.storage.paging import NEWEST_FIRST, PageRequest, paginate

#: the fields that `update` may change
CHANGEABLE = frozenset({"title", "persona_id", "library", "citations"})


@dataclass(frozen=True, slots=True)
class OwnedSession:
    """The id of a session, and the id of the user to whom the session belongs."""

    user_id: str
    id: str


@dataclass(frozen=True, slots=True)
class Session:
    """A chat and its document. `library` says which library works the session uses: a list of their ids, or "all"."""

    id: str
    user_id: str
    title: str | None
    created_at: datetime
    updated_at: datetime
    #: the number of the document's newest revision
    revision: int
    persona_id: str | None
    library: Selection | None
    #: `none`, or `keys` if the text cites its sources with Pandoc's keys
    citations: str
    #: the open drafts, newest first
    pending_content_ids: tuple[str, ...] = ()
    #: retracted works that the document or an answer cites; only filled when a single session is read
    retracted: tuple[Mapping[str, Any], ...] = ()

    @property
    def pending_content_id(self) -> str | None:
        """Return the id of the newest open draft; None if there is none."""
        return self.pending_content_ids[0] if self.pending_content_ids else None


_SELECT = sa.select(
    t.sessions.c.id,
    t.sessions.c.user_id,
    t.sessions.c.title,
    t.sessions.c.created_at,
    t.sessions.c.updated_at,
    t.sessions.c.revision,
    t.sessions.c.persona_id,
    t.sessions.c.library,
    t.sessions.c.citations,
)
_WAITING = (
    sa.select(t.drafts.c.session_id, t.drafts.c.id)
    .where(t.drafts.c.session_id.in_(sa.bindparam("ids", expanding=True)), t.IS_OPEN)
    .order_by(t.drafts.c.created_at.desc(), t.drafts.c.id.desc())
)

_GET = _SELECT.where(t.sessions.c.id == sa.bindparam("id"), t.sessions.c.user_id == sa.bindparam("user_id"))
_LOCK = sa.select(t.sessions.c.id).where(t.sessions.c.id == sa.bindparam("id")).with_for_update(key_share=True)
_TOUCH = t.sessions.update().where(t.sessions.c.id == sa.bindparam("this")).values(updated_at=sa.bindparam("now"))


def _session(row: Any) -> Session:
    *head, library, citations = row
    values: list[Any] = [*head, tuple(library) if isinstance(library, list) else library, citations]
    return Session(*values)


def _with_drafts(found: Sequence[Session]) -> tuple[Session, ...]:
    """Return the sessions, each with the ids of its open drafts."""
    waiting: dict[str, list[str]] = {each.id: [] for each in found}
    for session_id, draft_id in execute(_WAITING, {"ids": list(waiting)}).all() if waiting else ():
        waiting[session_id].append(draft_id)
    return tuple(replace(each, pending_content_ids=tuple(waiting[each.id])) for each in found)


def create(user_id: str, title: str | None, now: datetime) -> Session:
    """Create a session with an empty document, which is revision 0."""
    session_id = new_id()
    execute(
        t.sessions.insert(),
        {
            "id": session_id,
            "user_id": user_id,
            "title": title,
            "created_at": now,
            "updated_at": now,
            "revision": 0,
            "message_count": 0,
        },
    )
    execute(
        t.revisions.insert(),
        {
            "session_id": session_id,
            "number": 0,
            "cause": "created",
            "created_at": now,
            "sha256": digest(""),
            "base": 0,
            "content": "",
        },
    )
    return get(user_id, session_id)


def get(user_id: str, session_id: str) -> Session:
    """Return the user's session with the ids of its open drafts. Raises NotFound if the user has no session with this
    id.
    """
    return _with_drafts([own(user_id, session_id)])[0]


def own(user_id: str, session_id: str) -> Session:
    """Return the user's session without the ids of its drafts. Raises NotFound if the id is malformed, unknown, or
    belongs to another user's session. All three have one message, so that nobody learns which ids exist.
    """
    if is_id(session_id):
        row = execute(_GET, {"id": session_id, "user_id": user_id}).first()
        if row is not None:
            return _session(row)
    raise NotFound("There is no session with this id.")


def lock(session_id: str) -> None:
    """Prevent other transactions from deleting the session until this transaction ends. Raises NotFound if the session
    has been deleted.
    """
    if execute(_LOCK, {"id": session_id}).first() is None:
        raise NotFound("There is no session with this id.")


def page(user_id: str, wanted: PageRequest = NEWEST_FIRST) -> Page[Session]:
    """Return a page of the user's sessions, sorted by creation time. `wanted` says which page, and its order (by
    default, newest first).
    """
    query = _SELECT.where(t.sessions.c.user_id == user_id)
    key = (t.sessions.c.created_at, t.sessions.c.id)
    found = paginate(query, key, _session, wanted)
    return replace(found, items=_with_drafts(found.items))


def used_last(most: int) -> tuple[tuple[str, int], ...]:
    """Return (id, number of the newest revision) of the `most` sessions that were used last, by any user."""
    c = t.sessions.c
    query = sa.select(c.id, c.revision).order_by(c.updated_at.desc(), c.id).limit(most)
    return tuple((row[0], row[1]) for row in execute(query))


def update(session_id: str, changes: Mapping[str, Any], now: datetime) -> Session:
    """Change the title, persona_id, citations or library of a session. `library` is a list of ids of library works,
    "all", or None if no works are chosen. Returns the changed session. Raises NotFound if the session has been deleted.
    """
    unknown = changes.keys() - CHANGEABLE
    if unknown:
        raise ValueError(f"these fields cannot be changed: {', '.join(sorted(unknown))}")
    values = dict(changes)
    if isinstance(values.get("library"), tuple):
        values["library"] = list(values["library"])
    execute(t.sessions.update().where(t.sessions.c.id == session_id).values(**values, updated_at=now))
    row = execute(_SELECT.where(t.sessions.c.id == session_id)).first()
    if row is None:
        raise NotFound("There is no session with this id.")
    return _with_drafts([_session(row)])[0]


def touch(session_id: str, now: datetime) -> None:
    """Store that the session was used now. Adding a message or a revision does this, too."""
    execute(_TOUCH, {"this": session_id, "now": now})


def delete(session_id: str) -> None:
    """Delete the session with its messages, drafts and revisions. The caller deletes its files."""
    execute(t.sessions.delete().where(t.sessions.c.id == session_id))
