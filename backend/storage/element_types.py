"""Store the element types, such as "theorem", that a session's model has defined in addition to the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from backend.document.elements import ElementType
from backend.storage import tables as t
from backend.storage.db import execute, new_rows

_e = t.element_types.c
_TYPES = (
    sa.select(_e.type_name, _e.description, _e.metadata_schema)
    .where(_e.session_id == sa.bindparam("session_id"))
    .order_by(_e.number, _e.type_name)
)


def list_types(session_id: str) -> tuple[ElementType, ...]:
    """Return the types that this session has defined, oldest first."""
    rows = execute(_TYPES, {"session_id": session_id})
    return tuple(ElementType(name, description, schema or {}, False) for name, description, schema in rows)


def add_types(session_id: str, types: Sequence[ElementType], now: datetime) -> None:
    """Store types that `document.elements.admit` has accepted. Types that are already stored are not changed."""
    if not types:
        return
    last = execute(sa.select(sa.func.max(_e.number)).where(_e.session_id == session_id)).scalar_one() or 0
    rows = [
        {
            "session_id": session_id,
            "type_name": one.type_name,
            "number": last + offset,
            "description": one.description,
            "metadata_schema": dict(one.metadata_schema) or None,
            "created_at": now,
        }
        for offset, one in enumerate(types, 1)
    ]
    execute(new_rows(t.element_types).on_conflict_do_nothing(), rows)
