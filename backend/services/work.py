"""What the kinds of runs do: the work of a run from its row, in whichever process."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backend.events import Event
from backend.ports import Ports
from backend.services import approval, messages, research, runs
from backend.services.runs import Holding
from backend.storage import runs as stored
from backend.storage.db import reading

#: Each kind that may be worked on outside of the request that began it.
KINDS: Mapping[str, Callable[[Ports, Holding], dict[str, Any]]] = {
    "message": messages.carry_out,
    "rewrite": approval.carry_out_rewrite,
    "research": research.carry_out,
}


def perform(ports: Ports, user_id: str, run_id: str) -> dict[str, Any]:
    """Do a run's work and end it. Gives its answer; raises what kept it from one, which is stored by then."""
    with reading():
        run = stored.get(user_id, run_id)
    with runs.hold(ports, run, live=True) as holding:
        if run.attempts > 1:
            holding.emit(Event("phase", {"phase": "resuming"}))
        return KINDS[run.kind](ports, holding)
