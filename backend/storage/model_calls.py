"""Store for each call of a model its tokens and its cost."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import sqlalchemy as sa

from backend.kernel.exchange import ChatReply
from backend.storage import spending
from backend.storage import tables as t
from backend.storage.columns import new_id
from backend.storage.db import execute

_INSERT = t.calls.insert()

Stage = Literal["stage1", "stage2", "system"]


@dataclass(frozen=True, slots=True)
class Spent:
    """The number of model calls; the sums of the tokens of their prompts and of their completions; and the sum of their
    cost in US dollars.

    A sum includes only calls for which the provider reported the value. It is None if there is no such call.
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
    """Store one model call for a message, its duration in milliseconds (`took_ms`) and the version of its prompt. A
    value that the provider did not report is stored as NULL.
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
        spending.charge_session(session_id, reply.usage.cost, now)


def usage(session_id: str) -> dict[Stage, Spent]:
    """Return how many tokens the session's model calls took and what they cost, by stage."""
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
