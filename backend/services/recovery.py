"""Runs whose process has died: taken over where they have cost nothing yet, else ended with an honest error."""

from __future__ import annotations

import logging

from backend.ports import Ports
from backend.services.runs import LEASE_SECONDS
from backend.storage import runs
from backend.storage.db import reading, transaction
from backend.storage.owner import this_process

log = logging.getLogger(__name__)


def sweep(ports: Ports, resume: bool) -> int:
    """Look after every run that nobody works on; returns how many there were.

    Without `resume` those that may be taken over are left for a process that stays.
    """
    with reading():
        found = runs.void(ports.clock())
    for run in found:
        if ports.channel.find(run.id) is not None:
            continue  # it goes on here, and its lease could not be renewed in time
        if not run.may_be_resumed:
            with transaction():
                runs.interrupt(run, ports.clock())
            ports.channel.hint([run.id])
        elif resume:
            with transaction():
                mine = runs.take_over(run, this_process(), ports.clock(), LEASE_SECONDS)
            if mine:
                log.info("a run is taken over", extra={"run_id": run.id})
                ports.executor.submit(run.user_id, run.id)
    return len(found)
