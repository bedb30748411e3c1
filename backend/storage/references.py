"""Store the references of a session. Each is a CSL-JSON item with the key by which the document cites it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import NotFound
from backend.storage import tables as t
from backend.storage.db import execute
from backend.storage.sessions import OwnedSession

Origin = Literal["draft", "library", "import", "own"]


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference of a session. `work` is an id of the described work: two references to the same work have the same
    id. `status` is the result of the last check, and `checked_at` its time; both are None before the first check.
    """

    session_id: str
    key: str
    origin: Origin
    status: str | None
    created_at: datetime
    work: str
    notices: tuple[Mapping[str, Any], ...]
    csl: Mapping[str, Any]
    checked_at: datetime | None = None


_r = t.references.c
_SELECT = sa.select(
    _r.session_id, _r.key, _r.origin, _r.status, _r.created_at, _r.work, _r.notices, _r.csl, _r.checked_at
)
_LIST = _SELECT.where(_r.session_id == sa.bindparam("session_id")).order_by(_r.key)


def list_of(session_id: str) -> tuple[Reference, ...]:
    """Return the session's references, sorted by key."""
    return tuple(_reference(row) for row in execute(_LIST, {"session_id": session_id}))


def sessions_with(user_id: str | None = None) -> tuple[OwnedSession, ...]:
    """Return the sessions that have references, of one user or, with None, of all users."""
    owners = sa.select(t.sessions.c.user_id, t.sessions.c.id).where(t.sessions.c.id.in_(sa.select(_r.session_id)))
    query = owners if user_id is None else owners.where(t.sessions.c.user_id == user_id)
    return tuple(OwnedSession(*row) for row in execute(query.order_by(t.sessions.c.id)))


def get(session_id: str, key: str) -> Reference:
    """Return a reference. Raises NotFound if the session has no reference with this key."""
    row = execute(_SELECT.where(_r.session_id == session_id, _r.key == key)).first()
    if row is None:
        raise NotFound("The session has no reference with this citation key.")
    return _reference(row)


def add(references: Iterable[Reference]) -> None:
    """Store new references. The session must not have references with the same keys."""
    values = [
        {
            "session_id": each.session_id,
            "key": each.key,
            "origin": each.origin,
            "status": each.status,
            "created_at": each.created_at,
            "work": each.work,
            "notices": list(each.notices) or None,
            "csl": dict(each.csl),
            "checked_at": each.checked_at,
        }
        for each in references
    ]
    if values:
        execute(t.references.insert(), values)


def update(reference: Reference) -> None:
    """Replace the stored content of a reference. Its key, origin and time of creation are not changed."""
    values = {
        "csl": dict(reference.csl),
        "work": reference.work,
        "status": reference.status,
        "notices": list(reference.notices) or None,
        "checked_at": reference.checked_at,
    }
    where = (_r.session_id == reference.session_id, _r.key == reference.key)
    execute(t.references.update().where(*where).values(**values))


def rename(session_id: str, key: str, new_key: str) -> None:
    """Change the key of a reference. The session must not have a reference with the new key."""
    where = (_r.session_id == session_id, _r.key == key)
    execute(t.references.update().where(*where).values(key=new_key))


def remove(session_id: str, key: str) -> None:
    """Delete a reference. Raises NotFound if the session has no reference with this key."""
    if execute(t.references.delete().where(_r.session_id == session_id, _r.key == key)).rowcount == 0:
        raise NotFound("The session has no reference with this citation key.")


def _reference(row: Any) -> Reference:
    session_id, key, origin, status, created_at, work, notices, csl, checked_at = row
    return Reference(session_id, key, origin, status, created_at, work, tuple(notices or ()), csl, checked_at)
