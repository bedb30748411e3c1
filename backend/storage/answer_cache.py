"""Cache the answers to research questions, so that a repeated question with the same context costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute, new_rows

_a = t.answers.c


def get(session_id: str, key: str, not_before: datetime) -> dict[str, Any] | None:
    """Return the answer cached under `key`, a digest of everything that the answer depends on. Returns None if there is
    no such answer, or if it is older than `not_before`.
    """
    query = sa.select(_a.answer).where(_a.session_id == session_id, _a.key == key, _a.created_at >= not_before)
    return execute(query).scalar_one_or_none()


def put(session_id: str, key: str, answer: Mapping[str, Any], now: datetime) -> None:
    """Cache `answer` under `key`. An answer that is already cached under this key is replaced."""
    values = {"answer": dict(answer), "created_at": now}
    insert = new_rows(t.answers).values(session_id=session_id, key=key, **values)
    execute(insert.on_conflict_do_update(index_elements=[_a.session_id, _a.key], set_=values))
