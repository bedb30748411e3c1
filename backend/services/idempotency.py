"""Answer repeated requests: the first answer to an Idempotency-Key is kept for a day, and returned again."""

from __future__ import annotations

import json
import time

from backend.errors import Conflict
from backend.ports import Ports
from backend.services.run_kinds import KINDS
from backend.services.runs import LEASE_SECONDS
from backend.storage import idempotency, runs
from backend.storage.db import transaction
from backend.storage.idempotency import Replay
from backend.storage.run_owner import Lease, this_process

#: Maximum number of seconds that a repeated request waits until the first request has a run, and seconds between two
#: reads of the database while it waits.
ATTACHING, LOOKING = 2.0, 0.05
#: The value for "no answer is stored": either the run keeps the answer, or the next request with the key does the work
#: again.
NO_RESPONSE = Replay(0, {}, b"")


def begin_or_join(ports: Ports, user_id: str, key: str, body_sha256: str) -> Replay | None:
    """Do what `begin` does; but if the first request with this key is being answered and has no run yet, wait up to
    `ATTACHING` seconds for its run. `body_sha256` is the digest of the request's body.

    Raises Conflict if the first request is then still being answered. If the error has a `run_id`, the caller can
    follow this run.
    """
    until = time.monotonic() + ATTACHING
    while True:
        try:
            return begin(ports, user_id, key, body_sha256)
        except Conflict as error:
            if "run_id" in error.extra or time.monotonic() >= until:
                raise
        time.sleep(LOOKING)


def begin(ports: Ports, user_id: str, key: str, body_sha256: str) -> Replay | None:
    """Return the stored answer to the request with this key and body, or None if there is none yet; the caller must
    then do the work and call `finish`. `body_sha256` is the body's digest.

    Raises Refused if the key is malformed or was used with another body. Raises Conflict while the first request is
    being answered, also if its process has died and another one may continue its run.
    """
    with transaction():
        now = ports.clock()
        replay = idempotency.begin(user_id, key, body_sha256, Lease(this_process(), now, LEASE_SECONDS))
        run_id = None if replay else idempotency.run_of(user_id, key)
        run = runs.find(user_id, run_id) if run_id else None
        if run is None or run.kind not in KINDS:
            return replay
        if run.status == "running" and not runs.is_abandoned(run, now):
            idempotency.finish(user_id, key, NO_RESPONSE)
            going = run
        elif run.status == "succeeded" and run.result is not None:
            body = json.dumps(run.result, ensure_ascii=False).encode()
            headers = {"Content-Type": "application/json", "X-Run-Id": run.id}
            response = Replay(200, headers, body)
            idempotency.finish(user_id, key, response)
            return response
        else:
            return None
    raise Conflict(
        "The first request with this Idempotency-Key is still being answered. Follow its run, or try again later.",
        extra={"run_id": going.id},
    )


def finish(ports: Ports, user_id: str, key: str, response: Replay) -> None:
    """Store the answer if its status is 2xx or 422. After any other status the key can be used again."""
    with transaction():
        idempotency.finish(user_id, key, response)
