"""Manage runs. A session has at most one at a time. A run is stored in the database. If its process dies, the session
is released.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any

from backend.errors import Busy, Cancelled, Conflict, CoscribeError, Interrupted, Refused
from backend.kernel.cancellation import obeying
from backend.kernel.events import Event, Numbered
from backend.kernel.log_context import working_on
from backend.ports import Feed, Ports
from backend.services import run_followers
from backend.services.run_progress import Progress
from backend.storage import idempotency, run_events, runs, sessions
from backend.storage.db import Page, reading, transaction
from backend.storage.paging import PageRequest
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import Cancel, Ending, NewRun, Run, RunStatus

log = logging.getLogger(__name__)

#: A function that does the work of a run which this process has begun.
RunWork = Callable[[Ports], object]
#: Seconds that a run stays reserved after the last heartbeat of its process. The contract frees the session within 60.
LEASE_SECONDS = 45
#: The first phase that events report, by the kind of run.
FIRST_PHASES = {
    "approve": "placing",
    "reject": "deciding",
    "propose": "checking",
    "library": "receiving",
    "verification": "checking",
    "check": "checking",
}
#: Kinds of runs whose search can be stopped without stopping the run.
SEARCHING_KINDS = frozenset({"research"})
#: Number of attempts to store the end of a run, and seconds between two of them.
END_ATTEMPTS, END_PAUSE = 5, 1.0
INTERNAL_ERROR = "An internal error ended the run. Send the request again. The server's log has the details."


class Holding:
    """A run that this process works on. `succeed` ends the run within the caller's transaction, so that its result and
    its end are stored together.
    """

    def __init__(self, run: Run, progress: Progress | None = None, live: bool = False) -> None:
        self.run, self.ended = run, False
        #: True if somebody may be watching the text while it is written
        self.live = live
        self.last: tuple[Numbered, ...] = ()
        self._progress = progress

    @property
    def progress(self) -> Progress:
        if self._progress is None:
            raise RuntimeError("a run that begins and ends in one transaction has no progress to report")
        return self._progress

    def emit(self, event: Event) -> None:
        """Report a step of the work to all followers of the run."""
        self.progress.emit(event)

    def seal(self) -> None:
        """Keep the recorder from storing more events of the run, so that `succeed` stores the last ones together with
        the result. Call it just before the transaction in which `succeed` is called. Raises Cancelled if the run should
        stop.
        """
        self.progress.stop_request.check()
        self.progress.seal()

    def succeed(self, now: datetime, message_id: str | None = None, answer: Mapping[str, Any] | None = None) -> None:
        """End the run successfully. `answer` is stored, and sent to followers. Raises Interrupted if the run was
        deleted or belongs to another process now.
        """
        told = {"message_id": message_id, **(answer or {})} if message_id else dict(answer or {})
        if self._progress is None:
            self.last = (Numbered(2, "final_answer", {"run_id": self.run.id, **told}),)
        else:
            self.last = self._progress.last_events("final_answer", told)
        if not runs.end(self.run.id, Ending("succeeded", message_id, result=answer), now, owner=self.run.owner):
            raise Interrupted(
                "Nothing was changed, because the run was deleted or taken over by another process before it finished. "
                "Read the run to see how it ends."
            )
        run_events.add([(self.run.id, each) for each in self.last], now)
        self.ended = True


def begin(
    ports: Ports,
    user_id: str,
    session_id: str | None,
    kind: str,
    *,
    request_key: str | None = None,
    message_id: str | None = None,
    input: Mapping[str, Any] | None = None,
    asked: bool = False,
) -> Run:
    """Begin a run, within the caller's transaction, and reserve its session. Raises Conflict, which names the other
    run, if the session already has one.

    - `session_id`: None if no session is reserved
    - `kind`: a key of `run_kinds.KINDS` or another name of work, such as "approve"
    - `request_key`: the request's Idempotency-Key
    - `message_id`: the message that the work is about
    - `input`: describes the work, so that another process can do it if this one dies
    - `asked`: True if the run calls a provider at once; it is then not continued after a crash
    """
    now = ports.clock()
    run = runs.begin(NewRun(session_id, user_id, kind, input, asked), Lease(this_process(), now, LEASE_SECONDS))
    run_events.add([(run.id, opening(run))], now)
    if request_key is not None:
        idempotency.attach_run(user_id, request_key, run.id)
    if message_id is not None:
        runs.attach(run.id, message_id)
    return run


def opening(run: Run) -> Numbered:
    """Return the first event of a run."""
    return Numbered(1, "phase", {"run_id": run.id, "phase": FIRST_PHASES.get(run.kind, "hearing")})


def message_of(user_id: str, request_key: str | None) -> str | None:
    """Return the id of the message that an earlier attempt of this request stored, even if that attempt failed.
    `request_key` is the request's Idempotency-Key. Returns None if there was no attempt.
    """
    run_id = idempotency.run_of(user_id, request_key) if request_key is not None else None
    return runs.get(user_id, run_id).message_id if run_id is not None else None


def feed_of(ports: Ports, run: Run) -> Feed:
    """Return the feed of a run of this process. A feed has the run's past events, and sends new ones to followers."""
    known = ports.channel.find(run.id)
    if known is not None:
        return known
    if run.attempts == 1:
        return ports.channel.open(run.id, (opening(run),))
    with reading():
        told = run_events.after(run.id)
    return ports.channel.open(run.id, told, run.text)


@contextmanager
def hold(ports: Ports, run: Run, live: bool = False) -> Iterator[Holding]:
    """Work on a run in a `with` block: keep it reserved for this process, let others cancel it, and store its end.
    `live` is True if somebody may be watching.

    If the block raises an exception, the run ends, and the exception is raised again with the run's id. If the process
    is killed, nobody renews the run's lease; other processes notice this when the lease expires.
    """
    feed = feed_of(ports, run)
    progress = Progress(ports, run.id, feed, run.text_number, run.asked_at is not None)
    holding = Holding(run, progress, live)
    try:
        with (
            working_on(run.id, run.request_id),
            ports.pulse.beating(run.id),
            ports.recorder.recording(progress),
            obeying(progress.stop_request),
        ):
            try:
                yield holding
                if not holding.ended:
                    _end(ports, holding, "succeeded")
            except CoscribeError as error:
                if not isinstance(error, (Conflict, Refused)):  # their run_id names another run, which goes on
                    error.extra.setdefault("run_id", run.id)
                _end(ports, holding, "cancelled" if isinstance(error, Cancelled) else "failed", error)
                raise
            except BaseException:
                _end(
                    ports,
                    holding,
                    "failed",
                    CoscribeError(INTERNAL_ERROR, extra={"run_id": run.id}),
                )
                raise
    finally:
        progress.close()
        feed.add(holding.last or _end_not_stored(run, feed))
        ports.channel.drop(run.id)
        ports.channel.hint([run.id])


def _end(ports: Ports, holding: Holding, status: RunStatus, error: CoscribeError | None = None) -> None:
    """Store the end of a run: its status, its error and the text that was written."""
    run, progress = holding.run, holding.progress
    progress.seal()
    text = progress.feed.texts()
    name, told = "final_answer", dict[str, Any]()
    if error is not None:
        name, told = "error", error.problem(f"/api/runs/{run.id}", run.request_id)
        if error.retry_after is not None:
            told["retry_after"] = error.retry_after
        told |= runs.cut_off(text)
    last = progress.last_events(name, told)
    for attempt in range(1, END_ATTEMPTS + 1):
        try:
            with transaction():
                ending = Ending(status, error=told if error else None, text=text or None)
                mine = runs.end(run.id, ending, ports.clock(), owner=run.owner)
                run_events.add([(run.id, each) for each in last] if mine else [], ports.clock())
            break
        except Busy:
            if attempt == END_ATTEMPTS:
                raise
            log.warning("the end of a run could not be stored yet: trying again")
            time.sleep(END_PAUSE)
    holding.last = last if mine else _ended_otherwise(run, progress)


def _end_not_stored(run: Run, feed: Feed) -> tuple[Numbered, ...]:
    """Return the last event for followers if the end of the run could not be stored. It says that the run can be read
    again in a minute, because another process will store the end.
    """
    problem = Interrupted(
        "The end of the run could not be stored. Read the run again in a minute.", extra={"run_id": run.id}
    )
    return (Numbered(feed.newest + 1, "error", problem.problem(f"/api/runs/{run.id}", run.request_id)),)


def _ended_otherwise(run: Run, progress: Progress) -> tuple[Numbered, ...]:
    """Return the last events of a run that another process has ended. If the run was deleted, the last event is an
    error.
    """
    with reading():
        told = run_events.after(run.id, progress.feed.newest)
    if told and told[-1].terminal:
        return told
    return (*told, run_followers.removed(run.id, progress.feed.newest + len(told) + 1, run.request_id))


# --- what callers ask about runs --------------------------------------------------------------------


def get(ports: Ports, user_id: str, run_id: str) -> Run:
    """Return a run of the user. Raises NotFound if the user has no run with this id."""
    with reading():
        return _placed([runs.get(user_id, run_id)])[0]


def page(ports: Ports, user_id: str, session_id: str | None, wanted: PageRequest) -> Page[Run]:
    """Return the page `wanted` of the user's runs, in the order of `wanted.order`. With `session_id`, only runs of this
    session.
    """
    with reading():
        if session_id is not None:
            sessions.own(user_id, session_id)
        found = runs.page(user_id, session_id, wanted)
        return replace(found, items=tuple(_placed(found.items)))


def _placed(found: Sequence[Run]) -> list[Run]:
    """Return the runs, with the position in the queue added to each run that waits for a worker."""
    order = runs.waiting() if any(each.waits for each in found) else []
    places = {run_id: number for number, run_id in enumerate(order, 1)}
    return [replace(each, queue_place=places.get(each.id)) for each in found]


def cancel(ports: Ports, user_id: str, run_id: str, what: Cancel) -> tuple[Run, bool]:
    """Ask a run to stop. `what` is "all" or, to stop only the search, "retrieval". Returns the run, and True if it had
    not ended yet.

    A run of this process stops at once. A run of another process stops when that process reads the request in the run's
    row.
    """
    with transaction():
        runs.get(user_id, run_id)
        going = runs.ask_to_stop(run_id, what)
        run = runs.get(user_id, run_id)
        if going and what == "all" and (run.waits or runs.is_abandoned(run, ports.clock())):
            ended = runs.withdraw(run, ports.clock()) if run.waits else runs.interrupt(run, ports.clock())
            run = runs.get(user_id, run_id) if ended else run
    if going:
        ports.recorder.stop(run_id, what)
        ports.channel.hint([run_id])
    return run, going
