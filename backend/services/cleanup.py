"""End the runs of dead processes and delete expired rows, at the start of a process and at intervals."""

from __future__ import annotations

from backend.ports import Ports
from backend.services import run_recovery
from backend.storage import idempotency, uploaded_files, users
from backend.storage.db import transaction


def clear_up(ports: Ports) -> None:
    """Delete expired rows and files, and end the runs of dead processes. Runs that another process may continue are
    left.
    """
    run_recovery.sweep(ports, resume=False)
    now = ports.clock()
    with transaction():
        idempotency.sweep(now)
        users.sweep_families(now)
    uploaded_files.sweep(ports.data_dir)
