"""Runs: a row for every piece of work in progress, with the process that does it and a lease.

A session has one running run at a time, which a unique index enforces. A run whose process is dead, or
whose lease is over, is in nobody's way: it is ended as failed when somebody comes across it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import Conflict, NotFound
from backend.ports import Held
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import Page, execute
from backend.storage.owner import is_alive
from backend.storage.paging import paginate

RunStatus = Literal["running", "succeeded", "failed", "cancelled"]

#: what is written into a run that somebody else had to end
_INTERRUPTED = {"title": "Interrupted", "detail": "The process that worked on this ended before the work did."}


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of work. `error` is the problem it failed with, `result` the answer it ended in."""

    id: str
    session_id: str | None
    user_id: str
    kind: str
    status: RunStatus
    owner: str
    lease_until: datetime
    heartbeat_at: datetime
    started_at: datetime
    ended_at: datetime | None
    message_id: str | None
    error: dict[str, Any] | None
    result: dict[str, Any] | None


_r = t.runs.c
_LIGHT = (
    _r.id, _r.session_id, _r.user_id, _r.kind, _r.status, _r.owner, _r.lease_until, _r.heartbeat_at, _r.started_at,
    _r.ended_at, _r.message_id, _r.error,
)  # fmt: skip
_SELECT = sa.select(*_LIGHT, _r.result)


def _run(row: Any) -> Run:
    return Run(*row)


def begin(session_id: str | None, user_id: str, kind: str, owner: str, now: datetime, lease_seconds: float) -> Run:
    """Start a run. Conflict, naming its `run_id`, while another one of the session is alive.

    `session_id` of None is work outside of any session, of which there may be several at once.
    """
    if session_id is not None:
        lock = sa.select(t.sessions.c.id).where(t.sessions.c.id == session_id).with_for_update(key_share=True)
        if execute(lock).first() is None:
            raise NotFound("There is no such session.")
        other = running(session_id)
        if other is not None and not _is_void(other.owner, other.lease_until, now):
            raise Conflict("Another run of this session is still going.", extra={"run_id": other.id})
        if other is not None:
            end(other.id, "failed", now, error=_INTERRUPTED)
    values = {
        "id": new_id(),
        "session_id": session_id,
        "user_id": user_id,
        "kind": kind,
        "status": "running",
        "owner": owner,
        "lease_until": now + timedelta(seconds=lease_seconds),
        "heartbeat_at": now,
        "started_at": now,
    }
    execute(t.runs.insert(), values)
    return Run(**values, ended_at=None, message_id=None, error=None, result=None)  # type: ignore[arg-type]


def end(
    run_id: str,
    status: RunStatus,
    now: datetime,
    *,
    message_id: str | None = None,
    error: Mapping[str, Any] | None = None,
    result: Mapping[str, Any] | None = None,
) -> bool:
    """End a running run. False where it has been ended already, by somebody who took it for dead or cancelled it."""
    values: dict[str, Any] = {"status": status, "ended_at": now}
    if message_id is not None:
        values["message_id"] = message_id
    if error is not None:
        values["error"] = dict(error)
    if result is not None:
        values["result"] = dict(result)
    return execute(t.runs.update().where(_r.id == run_id, _r.status == "running").values(values)).rowcount == 1


def attach(run_id: str, message_id: str) -> None:
    """Note which message the run is about."""
    execute(t.runs.update().where(_r.id == run_id).values(message_id=message_id))


def get(user_id: str, run_id: str) -> Run:
    """The user's run; NotFound for an id that is unknown, malformed or somebody else's."""
    if is_id(run_id):
        row = execute(_SELECT.where(_r.id == run_id, _r.user_id == user_id)).first()
        if row is not None:
            return _run(row)
    raise NotFound("There is no such run.")


def running(session_id: str) -> Run | None:
    """The session's running run, dead or alive."""
    row = execute(_SELECT.where(_r.session_id == session_id, _r.status == "running")).first()
    return None if row is None else _run(row)


def page(
    user_id: str, session_id: str | None = None, *, limit: int = 20, cursor: str | None = None, order: str = "desc"
) -> Page[Run]:
    """The user's runs, or those of one session, without their results, newest first."""
    query = sa.select(*_LIGHT, sa.null().label("result")).where(_r.user_id == user_id)
    if session_id is not None:
        query = query.where(_r.session_id == session_id)
    return paginate(query, (_r.started_at, _r.id), _run, limit=limit, cursor=cursor, order=order)


def beat(owner: str, held: Iterable[Held], now: datetime, lease_seconds: float) -> None:
    """Renew what the process holds: running runs, by id, and requests being answered, by user and key."""
    until = now + timedelta(seconds=lease_seconds)
    names = tuple(held)
    ids = [each for each in names if isinstance(each, str)]
    keys = [each for each in names if not isinstance(each, str)]
    runs = t.runs.update().where(_r.owner == owner, _r.status == "running", _r.id.in_(ids))
    execute(runs.values(heartbeat_at=now, lease_until=until))
    i = t.idempotency.c
    answering = t.idempotency.update().where(i.owner == owner, sa.tuple_(i.user_id, i.key).in_(keys))
    execute(answering.values(lease_until=until))


def sweep(now: datetime) -> int:
    """End as failed every running run whose process is dead or whose lease is over; returns how many."""
    rows = execute(sa.select(_r.id, _r.owner, _r.lease_until).where(_r.status == "running")).all()
    void = [row.id for row in rows if _is_void(row.owner, row.lease_until, now)]
    return sum(end(run_id, "failed", now, error=_INTERRUPTED) for run_id in void)


def _is_void(owner: str, lease_until: datetime, now: datetime) -> bool:
    return lease_until < now or is_alive(owner) is False
