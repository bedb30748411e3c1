"""Store the citation styles that users have added."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from backend.errors import NotFound
from backend.storage import tables as t
from backend.storage.db import execute


@dataclass(frozen=True, slots=True)
class StoredStyle:
    """A citation style that a user has added under `name`. Another style can use its rules by naming its `csl_id`."""

    user_id: str
    name: str
    title: str
    csl_id: str
    created_at: datetime
    text: str


_s = t.citation_styles.c
_SELECT = sa.select(_s.user_id, _s.name, _s.title, _s.csl_id, _s.created_at, _s.text)


def list_of(user_id: str) -> tuple[StoredStyle, ...]:
    """Return the user's styles, sorted by name."""
    return tuple(StoredStyle(*row) for row in execute(_SELECT.where(_s.user_id == user_id).order_by(_s.name)))


def get(user_id: str, name: str) -> StoredStyle:
    """Return one style. Raises NotFound if the user has none with this name."""
    row = execute(_SELECT.where(_s.user_id == user_id, _s.name == name)).first()
    if row is None:
        raise NotFound("You have no style with this name.")
    return StoredStyle(*row)


def put(style: StoredStyle) -> bool:
    """Store a style. Returns False if it replaced a style with the same name."""
    where = (_s.user_id == style.user_id, _s.name == style.name)
    values = {"title": style.title, "csl_id": style.csl_id, "text": style.text}
    if execute(t.citation_styles.update().where(*where).values(**values)).rowcount:
        return False
    keys = {"user_id": style.user_id, "name": style.name, "created_at": style.created_at}
    execute(t.citation_styles.insert(), keys | values)
    return True


def remove(user_id: str, name: str) -> None:
    """Delete a style. Raises NotFound if the user has no style with this name."""
    if execute(t.citation_styles.delete().where(_s.user_id == user_id, _s.name == name)).rowcount == 0:
        raise NotFound("You have no style with this name.")
