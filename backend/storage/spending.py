"""Store what the model calls of each user have cost in each month, in US dollars. The sums stay when sessions are
deleted.
"""

from __future__ import annotations

from datetime import UTC, datetime

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute, new_rows

_s = t.spending.c
#: The statement is built only once, because each message that a model answers runs it. Only a month's first call finds
#: no row.
_CHARGED = (
    t.spending.update()
    .where(_s.user_id == sa.bindparam("this"), _s.month == sa.bindparam("now"))
    .values(calls=_s.calls + 1, cost=_s.cost + sa.bindparam("more"))
)
_OWNER = sa.select(t.sessions.c.user_id).where(t.sessions.c.id == sa.bindparam("this"))


def month_of(now: datetime) -> str:
    """Return the month in UTC, such as `2026-11`."""
    return f"{now.astimezone(UTC):%Y-%m}"


def charge(user_id: str, cost: float | None, now: datetime) -> None:
    """Add the cost of a call to the user's sum of this month. Does nothing if the provider reported no cost."""
    if not cost:
        return
    month = month_of(now)
    if execute(_CHARGED, {"this": user_id, "now": month, "more": float(cost)}).rowcount:
        return
    insert = new_rows(t.spending).values(user_id=user_id, month=month, calls=1, cost=float(cost))
    more = {"calls": _s.calls + 1, "cost": _s.cost + insert.excluded.cost}
    execute(insert.on_conflict_do_update(index_elements=["user_id", "month"], set_=more))


def charge_session(session_id: str, cost: float | None, now: datetime) -> None:
    """Add the cost of a call to what the session's user has spent this month. Does nothing if the provider reported no
    cost.
    """
    owner = execute(_OWNER, {"this": session_id}).scalar() if cost else None
    if owner is not None:
        charge(owner, cost, now)


def spent(user_id: str, now: datetime) -> float:
    """Return what the user's model calls have cost this month, in US dollars. Calls for which the provider reported no
    cost are not included.
    """
    found = execute(sa.select(_s.cost).where(_s.user_id == user_id, _s.month == month_of(now))).scalar()
    return float(found or 0)
