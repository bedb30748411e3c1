"""Store personas. A persona is a system prompt that a user has written and can use in sessions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from backend.errors import NotFound
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import Page, execute
from backend.storage.paging import NEWEST_FIRST, PageRequest, paginate

#: the fields that `update` may change
CHANGEABLE = frozenset({"name", "prompt"})


@dataclass(frozen=True, slots=True)
class Persona:
    """A user's named system prompt."""

    id: str
    user_id: str
    name: str
    created_at: datetime
    updated_at: datetime
    prompt: str


_p = t.personas.c
_SELECT = sa.select(_p.id, _p.user_id, _p.name, _p.created_at, _p.updated_at, _p.prompt)


def add(user_id: str, name: str, prompt: str, now: datetime) -> Persona:
    made = Persona(new_id(), user_id, name, now, now, prompt)
    values = {"id": made.id, "user_id": user_id, "name": name, "created_at": now, "updated_at": now, "prompt": prompt}
    execute(t.personas.insert(), values)
    return made


def get(user_id: str, persona_id: str, *, keep: bool = False) -> Persona:
    """Return the user's persona. Raises NotFound if the id is malformed, unknown or belongs to another user's persona.

    With `keep`, the persona cannot be deleted until the transaction ends. The caller can then store its id in a
    session, and a later deletion removes the id from the session.
    """
    if is_id(persona_id):
        query = _SELECT.where(_p.id == persona_id, _p.user_id == user_id)
        row = execute(query.with_for_update(key_share=True) if keep else query).first()
        if row is not None:
            return Persona(*row)
    raise NotFound("There is no persona with this id.")


def prompt_of(user_id: str, persona_id: str | None) -> str:
    """Return the prompt of a persona; "" if there is no such persona, or if it has been deleted."""
    if persona_id is None:
        return ""
    found = execute(sa.select(_p.prompt).where(_p.id == persona_id, _p.user_id == user_id)).scalar()
    return found or ""


def page(user_id: str, wanted: PageRequest = NEWEST_FIRST) -> Page[Persona]:
    """Return a page of the user's personas, sorted by creation time. `wanted` says which page, and its order (by
    default, newest first).
    """
    query = _SELECT.where(_p.user_id == user_id)
    key = (_p.created_at, _p.id)
    return paginate(query, key, lambda row: Persona(*row), wanted)


def update(user_id: str, persona_id: str, changes: Mapping[str, str], now: datetime) -> Persona:
    """Change the name or prompt of a persona. Returns the changed persona."""
    unknown = changes.keys() - CHANGEABLE
    if unknown:
        raise ValueError(f"these fields cannot be changed: {', '.join(sorted(unknown))}")
    found = get(user_id, persona_id)
    execute(t.personas.update().where(_p.id == found.id).values(**changes, updated_at=now))
    return get(user_id, persona_id)


def delete(user_id: str, persona_id: str) -> None:
    """Delete a persona. Sessions that use it have no persona afterwards."""
    found = get(user_id, persona_id)
    execute(t.personas.delete().where(_p.id == found.id))
    s = t.sessions.c
    execute(t.sessions.update().where(s.user_id == user_id, s.persona_id == found.id).values(persona_id=None))
