"""Recover runs whose process has died. Runs that have not called a model yet are continued; the others are ended with
an error.

The Idempotency-Keys of the dead process's requests can then be used again. Expired rows are deleted at the same times:
at the start of a process, and at intervals.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from backend.ports import Ports
from backend.services.run_kinds import KINDS
from backend.services.runs import LEASE_SECONDS
from backend.storage import idempotency, runs, uploaded_files, users
from backend.storage.db import reading, transaction
from backend.storage.run_owner import this_process
from backend.storage.runs import Run

log = logging.getLogger(__name__)

#: Maximum time that a run waits for a worker. Its place in the queue is renewed each time its lease ends.
WAIT = timedelta(minutes=15)


def sweep(ports: Ports, resume: bool) -> int:
    """Continue or end every run whose process has died. Returns how many there were. Without `resume`, runs that can be
    continued are left alone, because a long-running process will continue them.
    """
    with reading():
        found, dead = runs.abandoned(ports.clock()), idempotency.dead_owners()
    if dead:
        with transaction():
            idempotency.release(dead)
    for run in found:
        if ports.channel.find(run.id) is not None:
            continue  # the run goes on in this process; only the renewal of its lease is late
        if not (_still_waits(ports, run) if run.waits else run.kind in KINDS and run.may_be_resumed):
            with transaction():
                runs.interrupt(run, ports.clock())
            ports.channel.hint([run.id])
        elif resume:
            with transaction():
                take = runs.hand_over if run.waits else runs.take_over
                mine = take(run, this_process(), ports.clock(), LEASE_SECONDS)
            if mine:
                log.info("a run of a dead process is continued", extra={"run_id": run.id})
                ports.executor.submit(run.user_id, run.id)
    return len(found)


def _still_waits(ports: Ports, run: Run) -> bool:
    """Return True if a run that waits for a worker should go on waiting: it is younger than `WAIT`, has called no
    model, and nobody has stopped it.
    """
    return run.asked_at is None and run.cancel != "all" and run.started_at + WAIT > ports.clock()


def clear_up(ports: Ports) -> None:
    """Delete expired rows and files, and end the runs of dead processes. Runs that another process may continue are
    left.
    """
    sweep(ports, resume=False)
    now = ports.clock()
    with transaction():
        idempotency.sweep(now)
        users.sweep_families(now)
    uploaded_files.sweep(ports.data_dir)
