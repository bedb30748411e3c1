"""Store the events of runs, numbered from 1, for clients that follow a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.kernel.events import Numbered
from backend.storage import tables as t
from backend.storage.db import execute

_e = t.events.c
_INSERT = t.events.insert()
_SELECT = sa.select(_e.run_id, _e.number, _e.name, _e.data)
_AFTER = _SELECT.where(_e.run_id == sa.bindparam("run"), _e.number > sa.bindparam("after")).order_by(_e.number)
_NEWEST = sa.select(sa.func.max(_e.number)).where(_e.run_id == sa.bindparam("run"))


def add(events: Sequence[tuple[str, Numbered]], now: datetime) -> None:
    """Store events, each as (run id, event). Raises the database's error if the run already has an event with this
    number; that would be a programming error.
    """
    rows = [
        {"run_id": run_id, "number": each.number, "name": each.name, "created_at": now, "data": dict(each.data)}
        for run_id, each in events
    ]
    if rows:
        execute(_INSERT, rows)


def append(run_id: str, name: str, data: Mapping[str, Any], now: datetime) -> Numbered:
    """Store one more event of a run, with the next number. No other thread may store events of this run at the same
    time.
    """
    made = Numbered(newest(run_id) + 1, name, data)
    add([(run_id, made)], now)
    return made


def after(run_id: str, number: int = 0) -> tuple[Numbered, ...]:
    """Return the run's events with numbers above `number`, in order."""
    rows = execute(_AFTER, {"run": run_id, "after": number})
    return tuple(Numbered(row.number, row.name, row.data) for row in rows)


def since(last_numbers: Mapping[str, int]) -> dict[str, list[Numbered]]:
    """Return the new events of several runs by run id. `last_numbers` has the number of the last known event of each
    run. Runs without new events are left out.
    """
    found: dict[str, list[Numbered]] = {}
    if last_numbers:
        newer = sa.or_(*[(_e.run_id == run_id) & (_e.number > number) for run_id, number in last_numbers.items()])
        for row in execute(_SELECT.where(newer).order_by(_e.run_id, _e.number)):
            found.setdefault(row.run_id, []).append(Numbered(row.number, row.name, row.data))
    return found


def newest(run_id: str) -> int:
    """Return the number of the run's last event; 0 if there is none."""
    return execute(_NEWEST, {"run": run_id}).scalar_one() or 0
