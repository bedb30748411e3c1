"""Requests that may be sent twice: the first one's answer is kept for a day and given again."""

from __future__ import annotations

from collections.abc import Mapping

from backend.ports import Ports
from backend.services.runs import LEASE_SECONDS
from backend.storage import idempotency
from backend.storage.db import transaction
from backend.storage.idempotency import Replay
from backend.storage.owner import this_process


def begin(ports: Ports, user_id: str, key: str, body_sha256: str) -> Replay | None:
    """The answer given before, or None: go on, then `finish`. Refused and Conflict as the storage says."""
    with transaction():
        return idempotency.begin(user_id, key, body_sha256, this_process(), ports.clock(), LEASE_SECONDS)


def finish(ports: Ports, user_id: str, key: str, status: int, headers: Mapping[str, str], body: bytes) -> None:
    """Keep the answer, where it is one to keep, and free the key."""
    with transaction():
        idempotency.finish(user_id, key, status, headers, body, ports.clock())
