"""Do the work of a run, which its database row describes, in any process.

If separate processes (workers) do the work, the run first waits in a queue. A random value is then stored twice: in the
column `owner` of the run's row, and in its task in the queue. A worker may take the run only if both values are equal.
So the work is done once, even if the queue delivers a task twice or late.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backend.kernel.events import Event
from backend.ports import Ports
from backend.services import drafting, library, paper_check, research, runs
from backend.services.runs import LEASE_SECONDS, Holding
from backend.services.source_checks import later_checks
from backend.storage import runs as stored
from backend.storage.db import reading, transaction
from backend.storage.run_owner import new_place, this_process

#: Seconds after which a run that still waits for a worker is put into the queue again, because a worker may have died
#: after taking its task. A superfluous task only costs reading the row.
PLACE_SECONDS = 15

#: The function that does the work, by each kind of run that another process may do.
KINDS: Mapping[str, Callable[[Ports, Holding], dict[str, Any]]] = {
    "message": drafting.carry_out,
    "rewrite": drafting.carry_out,
    "research": research.carry_out,
    "library": library.carry_out,
    "verification": later_checks.carry_out,
    "check": paper_check.carry_out,
}


def queue(ports: Ports, user_id: str, run_id: str) -> str | None:
    """Let a run of this process wait for a worker. Returns the random value to send with the run's task in the queue.
    Returns None if another process has changed the run in the meantime.
    """
    with transaction():
        run, place = stored.find(user_id, run_id), new_place()
        mine = run is not None and run.owner == this_process()
        passed = run is not None and mine and stored.hand_over(run, place, ports.clock(), PLACE_SECONDS)
    return place if passed else None


def claim(ports: Ports, user_id: str, run_id: str, place: str) -> bool:
    """Make this process the owner of a waiting run. `place` is the random value in the run's task. Returns False if
    another process has taken the run: the column `owner` of the run's row then has another value.
    """
    with transaction():
        run = stored.find(user_id, run_id)
        if run is None or run.owner != place:
            return False
        return stored.hand_over(run, this_process(), ports.clock(), LEASE_SECONDS)


def take_up(ports: Ports, user_id: str, run_id: str, place: str) -> dict[str, Any] | None:
    """Do the work of a waiting run. `place` is the random value in the run's task. Returns the run's answer, or None if
    another process has taken the run.
    """
    return perform(ports, user_id, run_id) if claim(ports, user_id, run_id, place) else None


def perform(ports: Ports, user_id: str, run_id: str) -> dict[str, Any]:
    """Do a run's work, and end the run. Returns its answer. If the work fails, the error is stored with the run and
    then raised.
    """
    with reading():
        run = stored.get(user_id, run_id)
    with runs.hold(ports, run, live=True) as holding:
        if run.attempts > 1:
            holding.emit(Event("phase", {"phase": "resuming"}))
        return KINDS[run.kind](ports, holding)
