"""Limit what a user may spend on models in a month: warn near the limit, and refuse calls beyond it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from backend.errors import OverLimit
from backend.kernel.exchange import Usage
from backend.ports import Ports
from backend.storage import model_calls
from backend.storage.db import reading, transaction

#: The share of the limit (0 to 1) beyond which answers say how much is left.
WARNED_FROM = 0.8


def admit(ports: Ports, user_id: str, free: bool = False) -> tuple[str, ...]:
    """Return a warning if the user has nearly reached the monthly limit. Raises OverLimit if it is reached. With
    `free`, the call costs nothing and is always allowed.
    """
    limit = ports.policy.spend_limit
    if not limit or free:
        return ()
    now = ports.clock()
    with reading():
        spent = model_calls.spent(user_id, now)
    if spent >= limit:
        left = _next_month(now) - now
        words = (
            f"No model was called, because this month's limit of ${limit:.2f} for models is used up. A new month "
            "begins on the first (UTC)."
        )
        raise OverLimit(words, retry_after=left.total_seconds(), extra={"spent": round(spent, 4), "limit": limit})
    if spent < WARNED_FROM * limit:
        return ()
    return (f"Before this answer, you had used ${spent:.2f} of this month's ${limit:.2f} for models.",)


def charge(ports: Ports, user_id: str, usage: Usage) -> None:
    """Add the cost of a model call that belongs to no session to what the user has spent this month."""
    if usage.cost:
        with transaction():
            model_calls.charge(user_id, usage.cost, ports.clock())


def _next_month(now: datetime) -> datetime:
    first = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    return (first + timedelta(days=32)).replace(day=1)
