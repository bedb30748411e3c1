"""Store the revisions of a session's document. They are numbered from 0 without gaps, never change, and are deleted
only with the session.

`revision_texts` decides how their texts are stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.document.revision import Cause, Revision, digest
from backend.errors import NotFound
from backend.storage import revision_texts
from backend.storage import tables as t
from backend.storage.columns import LARGEST
from backend.storage.db import Page, execute
from backend.storage.paging import NEWEST_FIRST, PageRequest, paginate

_r = t.revisions.c
_LIGHT = (_r.number, _r.cause, _r.created_at, _r.sha256, _r.placement)
_HEAD, _LIGHT_HEAD = (
    sa.select(*columns)
    .join(t.sessions, (t.sessions.c.id == _r.session_id) & (t.sessions.c.revision == _r.number))
    .where(t.sessions.c.id == sa.bindparam("session_id"))
    for columns in ((*_LIGHT, _r.content, _r.base), _LIGHT)
)
_ONE = sa.select(*_LIGHT, _r.content, _r.base).where(
    _r.session_id == sa.bindparam("session_id"), _r.number == sa.bindparam("number")
)
_KNOWS = (
    sa.select(_r.number)
    .where(
        _r.session_id == sa.bindparam("session_id"),
        _r.number > sa.bindparam("after"),
        _r.sha256 == sa.bindparam("sha256"),
    )
    .limit(1)
)
_INSERT = t.revisions.insert()
_MOVE = t.sessions.update().where(
    t.sessions.c.id == sa.bindparam("this"), t.sessions.c.revision == sa.bindparam("base_number")
)


def _revision(row: Any) -> Revision:
    return Revision(*row)


def _with_text(session_id: str, row: Any) -> Revision:
    stored = Revision(*row[:-1])
    if revision_texts.is_whole(row.number, row.base):
        return stored
    return replace(stored, content=revision_texts.text_of(session_id, row.number))


def head(session_id: str, *, content: bool = True) -> Revision:
    """Return the newest revision. Its text is read only if `content` is True. Raises NotFound if the session has been
    deleted.
    """
    row = execute(_HEAD if content else _LIGHT_HEAD, {"session_id": session_id}).first()
    if row is None:
        raise NotFound("There is no session with this id.")
    return _with_text(session_id, row) if content else _revision(row)


def get(session_id: str, number: int) -> Revision:
    """Return a revision with its text. Raises NotFound if the document has no revision with that number."""
    found = find(session_id, number)
    if found is None:
        raise NotFound(f"The document has no revision {number}.")
    return found


def find(session_id: str, number: int) -> Revision | None:
    """Return a revision with its text, or None if there is none with that number."""
    if not 0 <= number <= LARGEST:
        return None
    row = execute(_ONE, {"session_id": session_id, "number": number}).first()
    return None if row is None else _with_text(session_id, row)


def page(session_id: str, wanted: PageRequest = NEWEST_FIRST) -> Page[Revision]:
    """Return a page of revisions without texts. `wanted` says which page, and its order (by default, newest first)."""
    query = sa.select(*_LIGHT).where(_r.session_id == session_id)
    return paginate(query, (_r.number,), _revision, wanted)


def add(
    session_id: str,
    base_number: int,
    text: str,
    cause: Cause,
    now: datetime,
    placement: Mapping[str, Any] | None = None,
    draft_id: str | None = None,
) -> Revision | None:
    """Store `text` as the revision that follows `base_number`. `cause` says what made it, such as "placed" or "edited",
    and `draft_id` names the draft that was placed, if any. If the document has a newer revision than `base_number`,
    nothing is stored, and None is returned.
    """
    moved = execute(
        _MOVE, {"this": session_id, "base_number": base_number, "revision": base_number + 1, "updated_at": now}
    )
    if moved.rowcount != 1:
        return None
    made = Revision(base_number + 1, cause, now, digest(text), placement, text)
    row = revision_texts.packed(session_id, made.number, text)
    execute(
        _INSERT,
        {
            "session_id": session_id,
            "number": made.number,
            "cause": cause,
            "created_at": now,
            "sha256": made.sha256,
            "draft_id": draft_id,
            "placement": None if placement is None else dict(placement),
            "base": row.base,
            "content": row.content,
        },
    )
    return made


def knows(session_id: str, sha256: str, after: int = -1) -> bool:
    """Return True if the text of a revision with a number above `after` has the SHA-256 digest `sha256`. A file with
    this digest was written by Coscribe and not changed by hand.
    """
    return execute(_KNOWS, {"session_id": session_id, "after": after, "sha256": sha256}).first() is not None
