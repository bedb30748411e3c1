"""Store for each call of a model its tokens and its cost, and for each user and month the sum."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import sqlalchemy as sa

from backend.kernel.exchange import ChatReply
from backend.storage import tables as t
from backend.storage.columns import new_id
from backend.storage.db import execute, new_rows

_INSERT = t.calls.insert()

Stage = Literal["stage1", "stage2", "system"]

_s = t.spending.c
#: The statement is built only once, because each message that a model answers runs it. Only a month's first call finds
#: no row.
_CHARGED = (
    t.spending.update()
    .where(_s.user_id == sa.bindparam("this"), _s.month == sa.bindparam("now"))
    .values(calls=_s.calls + 1, cost=_s.cost + sa.bindparam("more"))
)
_OWNER = sa.select(t.sessions.c.user_id).where(t.sessions.c.id == sa.bindparam("this"))


@dataclass(frozen=True, slots=True)
class Spent:
    """The number of model calls, the tokens of their prompts and of their completions, and their cost in US dollars.

    Tokens and cost are sums over those calls for which the provider reported the value. A sum is None if no call has
    the value.
    """

    calls: int = 0
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None


def record_call(
    session_id: str,
    message_id: str | None,
    stage: Stage,
    reply: ChatReply,
    now: datetime,
    *,
    took_ms: float | None = None,
    prompt_version: str | None = None,
) -> None:
    """Store one model call for a message (None: for no message), its duration in milliseconds (`took_ms`) and the
    version of its prompt. `stage` is "stage1" (writing), "stage2" (placement) or "system" (other steps). A value that
    the provider did not report is stored as NULL.
    """
    execute(
        _INSERT,
        {
            "id": new_id(),
            "session_id": session_id,
            "message_id": message_id,
            "stage": stage,
            "provider": reply.provider,
            "model": reply.model,
            "prompt_tokens": reply.usage.prompt_tokens,
            "completion_tokens": reply.usage.completion_tokens,
            "cost": reply.usage.cost,
            "took_ms": took_ms,
            "prompt_version": prompt_version,
            "created_at": now,
        },
    )
    if reply.usage.cost:
        charge_session(session_id, reply.usage.cost, now)


def usage(session_id: str) -> dict[Stage, Spent]:
    """Return the tokens and the cost of the session's model calls, by stage ("stage1", "stage2" and "system")."""
    c = t.calls.c
    sums = (sa.func.count(), sa.func.sum(c.prompt_tokens), sa.func.sum(c.completion_tokens), sa.func.sum(c.cost))
    rows = execute(sa.select(c.stage, *sums).where(c.session_id == session_id).group_by(c.stage))
    spent: dict[Stage, Spent] = {"stage1": Spent(), "stage2": Spent(), "system": Spent()}
    for stage, *numbers in rows:
        spent[stage] = Spent(*numbers)
    return spent


def total(spent: dict[Stage, Spent]) -> Spent:
    """Add up the calls, tokens and costs of all stages."""

    def known(name: str) -> list[float]:
        return [value for one in spent.values() if (value := getattr(one, name)) is not None]

    sums = [sum(values) if (values := known(name)) else None for name in ("prompt_tokens", "completion_tokens", "cost")]
    return Spent(sum(one.calls for one in spent.values()), *sums)  # type: ignore[arg-type]


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
