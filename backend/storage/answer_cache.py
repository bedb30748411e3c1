"""Answers to research questions, kept so that the same question on the same context needn't be paid for twice."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute, new_rows

_a = t.answers.c


def get(session_id: str, key: str, not_before: datetime) -> dict[str, Any] | None:
    """The answer kept under `key` (a digest of all that the answer depends on), unless it is older."""
    query = sa.select(_a.answer).where(_a.session_id == session_id, _a.key == key, _a.created_at >= not_before)
    return execute(query).scalar_one_or_none()


def put(session_id: str, key: str, answer: Mapping[str, Any], now: datetime) -> None:
    """Keep an answer in place of an older one."""
    values = {"answer": dict(answer), "created_at": now}
    insert = new_rows(t.answers).values(session_id=session_id, key=key, **values)
    execute(insert.on_conflict_do_update(index_elements=[_a.session_id, _a.key], set_=values))
