"""Store runs. A run is a piece of work in progress, and has one row. Its row names the process that does the work, and
a lease: the time until which this process has the run.

A session has at most one running run, which a unique index enforces. A run is *abandoned* if its process has died or
its lease has expired. An abandoned run blocks nothing: the next process that finds it ends it, or takes it over if no
provider was called yet. A process can commit only as the run's owner, so it notices if the run was taken from it. A run
that waits for a worker belongs to a place in the queue (see `storage/run_owner`) and is never abandoned. If the lease
of such a run has expired, the run was lost from the queue, or has waited long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

import sqlalchemy as sa

from backend.errors import Cancelled, Conflict, CoscribeError, Interrupted, NotFound
from backend.ports import Held
from backend.storage import run_events, sessions
from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import Page, execute
from backend.storage.paging import NEWEST_FIRST, PageRequest, paginate
from backend.storage.run_owner import PLACES, Lease, is_alive, is_place

RunStatus = Literal["running", "succeeded", "failed", "cancelled"]
#: The part of a run that a cancellation stops: all of it, or only its search.
Cancel = Literal["all", "retrieval"]

#: Maximum number of processes that may work on one run, one after another.
MOST_ATTEMPTS = 2


@dataclass(frozen=True, slots=True)
class Run:
    """A piece of work, such as the answer to one message, as it is stored.

    - `owner`, `attempts`: the process that does the work, and how often a process has begun it
    - `error`, `result`: why the run failed, or what it returns
    - `input`: describes the work, for another process; also has the id of the HTTP request that began the run
    - `asked_at`: the time of the first call of a provider
    - `text`, `text_number`: what was written so far, by channel (such as "message"), and how often this was stored
    """

    id: str
    session_id: str | None
    user_id: str
    kind: str
    status: RunStatus
    owner: str
    lease_until: datetime
    heartbeat_at: datetime
    started_at: datetime
    ended_at: datetime | None = None
    message_id: str | None = None
    asked_at: datetime | None = None
    cancel: Cancel | None = None
    attempts: int = 1
    text_number: int = 0
    error: dict[str, Any] | None = None
    input: dict[str, Any] | None = None
    result: dict[str, Any] | None = None
    text: dict[str, str] | None = None
    #: for a run that waits for a worker, if a caller has asked for it: 1 is next
    queue_place: int | None = None

    @property
    def request_id(self) -> str:
        """Return the id of the HTTP request that began the run, as it is written to the log; "" if unknown."""
        return str((self.input or {}).get("request_id", ""))

    @property
    def waits(self) -> bool:
        """Return True if the run waits for a worker."""
        return self.status == "running" and is_place(self.owner)

    @property
    def may_be_resumed(self) -> bool:
        """Return True if another process may do the work: the run is not stopped, its row describes the work, no
        provider was called, and there were not too many attempts.
        """
        return (
            self.status == "running"
            and self.input is not None
            and self.asked_at is None
            and self.cancel != "all"
            and self.attempts < MOST_ATTEMPTS
        )


_r = t.runs.c
_LIGHT = (
    _r.id, _r.session_id, _r.user_id, _r.kind, _r.status, _r.owner, _r.lease_until, _r.heartbeat_at, _r.started_at,
    _r.ended_at, _r.message_id, _r.asked_at, _r.cancel, _r.attempts, _r.text_number, _r.error, _r.input,
)  # fmt: skip
_SELECT = sa.select(*_LIGHT, _r.result, _r.text)
_SELECT_LIGHT = sa.select(*_LIGHT, sa.null().label("result"), sa.null().label("text"))

_INSERT = t.runs.insert()
_END = t.runs.update().where(_r.id == sa.bindparam("this"), t.IS_RUNNING)
_END_MINE = _END.where(_r.owner == sa.bindparam("held_by"))
_RUNNING = _SELECT_LIGHT.where(_r.session_id == sa.bindparam("session_id"), t.IS_RUNNING)
_FIND = _SELECT.where(_r.id == sa.bindparam("run"), _r.user_id == sa.bindparam("user_id"))
#: all running runs of an owner; ids are not given as a list, because such a query cannot be prepared, and reading runs
#: that are not needed costs less
_OWNED = sa.select(_r.id).where(_r.owner == sa.bindparam("owner"), t.IS_RUNNING)
_OWNERS = sa.select(_r.owner).where(t.IS_RUNNING).distinct()
_KEEP_TEXT = (
    t.runs.update()
    .where(_r.id == sa.bindparam("run"))
    .values(text=sa.bindparam("told"), text_number=sa.bindparam("nth"))
)
_MARK_ASKED = (
    t.runs.update().where(_r.id == sa.bindparam("run"), _r.asked_at.is_(None)).values(asked_at=sa.bindparam("now"))
)
_ATTACH = t.runs.update().where(_r.id == sa.bindparam("run"))
_STOP_REQUESTS = sa.select(_r.id, _r.cancel).where(
    _r.owner == sa.bindparam("owner"), t.IS_RUNNING, _r.cancel.is_not(None)
)


def _run(row: Any) -> Run:
    return Run(*row)


@dataclass(frozen=True, slots=True)
class NewRun:
    """A run to begin. If `session_id` is None, the work belongs to no session; any number of such runs may be in
    progress. `asked` is True if the run calls a provider at once, so that this need not be stored later.
    """

    session_id: str | None
    user_id: str
    kind: str
    input: Mapping[str, Any] | None = None
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended: its status, its result or error, and the text that had been written."""

    status: RunStatus
    message_id: str | None = None
    error: Mapping[str, Any] | None = None
    result: Mapping[str, Any] | None = None
    text: Mapping[str, str] | None = None


def begin(new: NewRun, lease: Lease) -> Run:
    """Begin a run. Raises Conflict, with the `run_id` of the other run, if another run of the session is in
    progress.
    """
    session_id, now = new.session_id, lease.now
    if session_id is not None:
        sessions.lock(session_id)
        other = running(session_id)
        if other is not None and not is_abandoned(other, now):
            raise Conflict(
                "Nothing was started, because another run of this session is still in progress. Wait for its end, or "
                "cancel it.",
                extra={"run_id": other.id},
            )
        if other is not None:
            interrupt(other, now)
    values = {
        "id": new_id(),
        "session_id": session_id,
        "user_id": new.user_id,
        "kind": new.kind,
        "status": "running",
        "owner": lease.owner,
        "lease_until": lease.until,
        "heartbeat_at": now,
        "started_at": now,
        "asked_at": now if new.asked else None,
        "input": None if new.input is None else dict(new.input),
    }
    execute(_INSERT, values)
    return Run(**values)  # type: ignore[arg-type]


def end(run_id: str, ending: Ending, now: datetime, *, owner: str | None = None) -> bool:
    """End a run. Returns False if the run has ended already or, with `owner`, if it does not belong to this owner any
    more.
    """
    values: dict[str, Any] = {"status": ending.status, "ended_at": now}
    columns = {"error": ending.error, "result": ending.result, "text": ending.text}
    values |= {name: dict(value) for name, value in columns.items() if value is not None}
    if ending.message_id is not None:
        values["message_id"] = ending.message_id
    if ending.result is not None:
        values["text"] = None  # the result contains the text
    statement = _END if owner is None else _END_MINE
    if ending.text is not None:
        statement = statement.values(text_number=_r.text_number + 1)  # so that other processes notice the new text
    which = {"this": run_id} if owner is None else {"this": run_id, "held_by": owner}
    return execute(statement, {**which, **values}).rowcount == 1


def interrupt(run: Run, now: datetime) -> bool:
    """End an abandoned run as failed, and store its last event. Returns False if another process has ended it or taken
    it over first.
    """
    kept = texts([run.id]).get(run.id, {})
    ended = "The server's process that did this work ended before the work was done."
    if run.waits:
        what = (
            "No worker has started this run, so it was ended. Send the request again; if that does not help, the"
            " server's operator must start a worker."
        )
    elif run.asked_at is not None:
        text = " The text so far is kept." if any(kept.values()) else ""
        what = (
            f"{ended}{text} A provider may already have been called, so the call was not repeated automatically. Send"
            " the request again if you want an answer: it may cost money again."
        )
    else:
        what = f"{ended} Send the request again."
    return _end_in(run, "failed", Interrupted(what, extra=cut_off(kept)), now)


def cut_off(text: Mapping[str, str]) -> dict[str, Any]:
    """Return the field `partial` for the error of a failed run: for each channel, how many characters had been written.
    Returns {} if no text had been written.
    """
    if not any(text.values()):
        return {}
    return {"partial": {"truncated": True, "characters": {name: len(said) for name, said in text.items()}}}


def withdraw(run: Run, now: datetime) -> bool:
    """Cancel a run that waits for a worker. Returns False if a worker has begun it in the meantime."""
    return _end_in(run, "cancelled", Cancelled("The run was cancelled before any work was done."), now)


def _end_in(run: Run, status: RunStatus, error: CoscribeError, now: datetime) -> bool:
    error.extra["run_id"] = run.id
    problem = error.problem(f"/api/runs/{run.id}", run.request_id)
    if not end(run.id, Ending(status, error=problem), now, owner=run.owner):
        return False
    run_events.append(run.id, "error", problem, now)
    return True


def take_over(run: Run, owner: str, now: datetime, lease_seconds: float) -> bool:
    """Give an abandoned run to the process `owner`, with a lease of `lease_seconds` from `now` on. This counts as an
    attempt. Returns False if another process has taken it first.
    """
    values = {
        "owner": owner,
        "attempts": run.attempts + 1,
        "lease_until": now + timedelta(seconds=lease_seconds),
        "heartbeat_at": now,
    }
    mine = (_r.id == run.id) & t.IS_RUNNING & (_r.owner == run.owner)
    return execute(t.runs.update().where(mine).values(values)).rowcount == 1


def hand_over(run: Run, owner: str, now: datetime, lease_seconds: float) -> bool:
    """Give a run to a place in the queue, or from the queue to a process; `owner` names the place or process. The lease
    lasts `lease_seconds` from `now` on. The run's number of attempts does not change. Returns False if the run ended or
    got another owner in the meantime.
    """
    values = {"owner": owner, "lease_until": now + timedelta(seconds=lease_seconds), "heartbeat_at": now}
    mine = (_r.id == run.id) & t.IS_RUNNING & (_r.owner == run.owner)
    return execute(t.runs.update().where(mine).values(values)).rowcount == 1


def attach(run_id: str, message_id: str) -> None:
    """Store which message the run belongs to."""
    execute(_ATTACH, {"run": run_id, "message_id": message_id})


def mark_asked(run_ids: Collection[str], now: datetime) -> None:
    """Store that these runs are about to call a provider. From now on they may have cost money."""
    if run_ids:
        execute(_MARK_ASKED, [{"run": run_id, "now": now} for run_id in run_ids])


def keep_texts(texts: Sequence[tuple[str, Mapping[str, str], int]]) -> None:
    """Store what several runs have written so far. Each item is (run id, text by channel, version number); the version
    number increases with each call.
    """
    execute(_KEEP_TEXT, [{"run": run_id, "told": dict(text), "nth": number} for run_id, text, number in texts])


def ask_to_stop(run_id: str, what: Cancel) -> bool:
    """Store that the run should stop, whichever process is doing it. `what` says whether all of it or only its search
    should stop. Returns False if the run has ended.
    """
    change = t.runs.update().where(_r.id == run_id, t.IS_RUNNING)
    if what == "retrieval":
        change = change.where(_r.cancel.is_(None))
    execute(change.values(cancel=what))
    return execute(sa.select(_r.id).where(_r.id == run_id, t.IS_RUNNING)).first() is not None


def ask_all_to_stop(user_id: str) -> list[str]:
    """Store that all of a user's runs should stop. Returns their ids."""
    where = (t.runs.c.user_id == user_id, t.IS_RUNNING)
    return list(execute(t.runs.update().where(*where).values(cancel="all").returning(t.runs.c.id)).scalars())


def asked_to_stop(owner: str) -> dict[str, Cancel]:
    """Return which runs of the process `owner` (see run_owner.py) should stop, by run id. The value says whether the
    whole run should stop or only its search.
    """
    return {row.id: row.cancel for row in execute(_STOP_REQUESTS, {"owner": owner})}


def owned(owner: str) -> set[str]:
    """Return the ids of the unfinished runs that the process `owner` carries out (see run_owner.py)."""
    return set(execute(_OWNED, {"owner": owner}).scalars())


def states(run_ids: Collection[str]) -> dict[str, tuple[RunStatus, int]]:
    """Return the status of each run, and how often its text has been stored. If the second number has grown, there is
    new text. Deleted runs are left out.
    """
    rows = execute(sa.select(_r.id, _r.status, _r.text_number).where(_r.id.in_(run_ids)))
    return {row.id: (row.status, row.text_number) for row in rows}


def waiting() -> list[str]:
    """Return the ids of the runs that wait for a worker, in the order in which the runs were begun. The queue may have
    another order: a run that was queued a second time is at its end.
    """
    low, high = PLACES
    mine = sa.select(_r.id).where(t.IS_RUNNING, _r.owner >= low, _r.owner < high)
    return list(execute(mine.order_by(_r.started_at, _r.id)).scalars())


def texts(run_ids: Collection[str]) -> dict[str, dict[str, str]]:
    """Return what each run has written so far: for each run's id, the text by channel."""
    return {row.id: row.text or {} for row in execute(sa.select(_r.id, _r.text).where(_r.id.in_(run_ids)))}


def get(user_id: str, run_id: str) -> Run:
    """Return the user's run. Raises NotFound if the id is malformed, unknown or belongs to another user's run."""
    run = find(user_id, run_id)
    if run is None:
        raise NotFound("There is no run with this id.")
    return run


def find(user_id: str, run_id: str) -> Run | None:
    """Return the user's run with this id; None if there is none."""
    row = execute(_FIND, {"run": run_id, "user_id": user_id}).first() if is_id(run_id) else None
    return None if row is None else _run(row)


def running(session_id: str) -> Run | None:
    """Return the session's run that has not ended, even if its process has died; None if there is none."""
    row = execute(_RUNNING, {"session_id": session_id}).first()
    return None if row is None else _run(row)


def page(user_id: str, session_id: str | None = None, wanted: PageRequest = NEWEST_FIRST) -> Page[Run]:
    """Return a page of the user's runs without their results and texts. `wanted` says which page, and its order (by
    default, newest first). With `session_id`, only the runs of this session.
    """
    query = _SELECT_LIGHT.where(_r.user_id == user_id)
    if session_id is not None:
        query = query.where(_r.session_id == session_id)
    return paginate(query, (_r.started_at, _r.id), _run, wanted)


def renew_leases(owner: str, held: Iterable[Held], now: datetime, lease_seconds: float) -> None:
    """Renew the leases of the process `owner` on the runs and requests in `held`. The leases last `lease_seconds` from
    `now` on.
    """
    until = now + timedelta(seconds=lease_seconds)
    names = tuple(held)
    ids = [each for each in names if isinstance(each, str)]
    keys = [each for each in names if not isinstance(each, str)]
    runs = t.runs.update().where(_r.owner == owner, t.IS_RUNNING, _r.id.in_(ids))
    execute(runs.values(heartbeat_at=now, lease_until=until))
    i = t.idempotency.c
    answering = t.idempotency.update().where(i.owner == owner, sa.tuple_(i.user_id, i.key).in_(keys))
    execute(answering.values(lease_until=until))


def abandoned(now: datetime) -> tuple[Run, ...]:
    """Return every run that has not ended although its process has died or its lease has expired. Unlike in
    `is_abandoned`, runs that wait for a worker are included if their lease has expired. Each process is checked once.
    """
    dead = [each for each in execute(_OWNERS).scalars() if is_alive(each) is False]
    found = execute(_SELECT_LIGHT.where(t.IS_RUNNING, (_r.lease_until < now) | _r.owner.in_(dead)))
    return tuple(_run(row) for row in found.all())


def is_abandoned(run: Run, now: datetime) -> bool:
    """Return True if a run has not ended, but no process works on it any longer. A run that waits for a worker is not
    abandoned.
    """
    return not run.waits and (run.lease_until < now or is_alive(run.owner) is False)
