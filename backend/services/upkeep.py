"""What has to be cleared away: at start, and now and then."""

from __future__ import annotations

from backend.ports import Ports
from backend.storage import idempotency, runs, users
from backend.storage.db import transaction


def clear_up(ports: Ports) -> None:
    """End the runs of processes that died, and forget what has expired."""
    now = ports.clock()
    with transaction():
        runs.sweep(now)
        idempotency.sweep(now)
        users.sweep_families(now)
