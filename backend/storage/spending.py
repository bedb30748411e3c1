"""What calls to models have cost each user, by month. It stays when sessions go."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute, new_rows

_s = t.spending.c


def month_of(now: datetime) -> str:
    """The month in UTC, as `2026-11`."""
    return f"{now.astimezone(UTC):%Y-%m}"


def charge(user_id: str, cost: float | None, now: datetime) -> None:
    """Add a call to what the user has spent this month; nothing where the provider told no cost."""
    if cost:
        _add(sa.select(sa.literal(user_id), sa.literal(month_of(now)), sa.literal(1), sa.literal(float(cost))))


def charge_session(session_id: str, cost: float | None, now: datetime) -> None:
    """Add a call to what the owner of the session has spent this month."""
    if cost:
        row = sa.select(t.sessions.c.user_id, sa.literal(month_of(now)), sa.literal(1), sa.literal(float(cost)))
        _add(row.where(t.sessions.c.id == session_id))


def spent(user_id: str, now: datetime) -> float:
    """The US dollars that the user has spent this month, as far as providers told."""
    found = execute(sa.select(_s.cost).where(_s.user_id == user_id, _s.month == month_of(now))).scalar()
    return float(found or 0)


def _add(row: sa.Select[*tuple[Any, ...]]) -> None:
    # the condition keeps SQLite from taking ON CONFLICT for a join's ON
    insert = new_rows(t.spending).from_select(["user_id", "month", "calls", "cost"], row.where(sa.true()))
    more = {"calls": _s.calls + insert.excluded.calls, "cost": _s.cost + insert.excluded.cost}
    execute(insert.on_conflict_do_update(index_elements=["user_id", "month"], set_=more))
