"""Runs: one piece of work at a time in a session, known to the database, freed when its process dies."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from backend.errors import CoscribeError
from backend.ports import Ports
from backend.storage import idempotency, runs
from backend.storage.db import transaction
from backend.storage.owner import this_process
from backend.storage.runs import Run

#: Seconds a run outlives the last heartbeat of its process. The contract allows 60 from death to freedom.
LEASE_SECONDS = 45


class Holding:
    """A run that is going on. `succeed` ends it within the caller's transaction: work and end are one commit."""

    def __init__(self, run: Run) -> None:
        self.run, self.ended = run, False

    def succeed(self, now: datetime, message_id: str | None = None) -> None:
        runs.end(self.run.id, "succeeded", now, message_id=message_id)
        self.ended = True


def begin(
    ports: Ports,
    user_id: str,
    session_id: str,
    kind: str,
    *,
    request_key: str | None = None,
    message_id: str | None = None,
) -> Run:
    """Take the session for one run, within the caller's transaction. Raises Conflict, naming the run that goes on.

    `request_key` is the Idempotency-Key that the run answers, `message_id` the message it is about, where known.
    """
    run = runs.begin(session_id, user_id, kind, this_process(), ports.clock(), LEASE_SECONDS)
    if request_key is not None:
        idempotency.attach_run(user_id, request_key, run.id)
    if message_id is not None:
        runs.attach(run.id, message_id)
    return run


def message_of(user_id: str, request_key: str | None) -> str | None:
    """The message that an earlier try of the same request was about, whatever became of it."""
    run_id = idempotency.run_of(user_id, request_key) if request_key is not None else None
    return runs.get(user_id, run_id).message_id if run_id is not None else None


@contextmanager
def hold(ports: Ports, run: Run) -> Iterator[Holding]:
    """Keep the run's lease alive, and end it with what it came to.

    Every exception ends the run as failed and passes on; only a killed process leaves its row running,
    and that is found by its owner or its lease.
    """
    holding = Holding(run)
    problem: dict[str, Any] | None = {"status": 500, "title": "Interrupted"}
    try:
        with ports.pulse.beating(run.id):
            yield holding
        problem = None
    except CoscribeError as error:
        problem = {"status": error.status, "title": error.title, "detail": error.detail}
        raise
    finally:
        if problem or not holding.ended:
            with transaction():
                runs.end(run.id, "failed" if problem else "succeeded", ports.clock(), error=problem)
