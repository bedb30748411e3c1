"""Clean up at start and at intervals."""

from __future__ import annotations

from backend.ports import Ports
from backend.services import run_recovery
from backend.storage import idempotency, library_works, uploaded_files, users
from backend.storage.db import reading, transaction


def clear_up(ports: Ports) -> None:
    """End the runs of dead processes, unless another process may take them over, and delete expired rows."""
    run_recovery.sweep(ports, resume=False)
    now = ports.clock()
    with transaction():
        idempotency.sweep(now)
        users.sweep_families(now)
    with reading():
        known = library_works.ids()
    uploaded_files.sweep(ports.data_dir, known)
