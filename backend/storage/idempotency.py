"""Store idempotency keys, by which a client marks a request so that it can be repeated. If a user sends the same
request with the same key again within 24 hours, the user gets the stored response.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from backend.errors import Conflict, Refused
from backend.storage import tables as t
from backend.storage.db import execute, new_rows
from backend.storage.run_owner import Lease, is_alive

#: Time for which a key and its response are kept.
KEPT = timedelta(hours=24)

#: maximum number of characters of a key
LONGEST_KEY = 255

_i = t.idempotency.c


@dataclass(frozen=True, slots=True)
class Replay:
    """The stored response to a request. It is sent again if the client repeats the request."""

    status: int
    headers: dict[str, str]
    body: bytes


def begin(user_id: str, key: str, body_sha256: str, lease: Lease) -> Replay | None:
    """Reserve an idempotency key for a request, or return the stored response of the request that used it before. If
    None is returned, the caller must do the work and then call `finish`. `body_sha256` is the digest of the request's
    body. `lease` says which process has the key, and until when.

    Raises Refused if the key is malformed or was used with another body. Raises Conflict while the first request with
    this key is in progress; the error has the `run_id` of its run, if known.
    """
    if not (key.isascii() and key.isprintable() and 0 < len(key) <= LONGEST_KEY):
        raise Refused(
            "The header Idempotency-Key was refused, so nothing was done.",
            errors={"Idempotency-Key": [f"Send 1 to {LONGEST_KEY} printable ASCII characters."]},
        )
    owner, now, until = lease.owner, lease.now, lease.until
    fresh = {
        "body_sha256": body_sha256, "created_at": now, "owner": owner, "lease_until": until,
        "run_id": None, "status": None, "headers": None, "body": None,
    }  # fmt: skip
    insert = new_rows(t.idempotency).values(user_id=user_id, key=key, **fresh).on_conflict_do_nothing()
    if execute(insert.returning(_i.key)).first() is not None:
        return None
    mine = (_i.user_id == user_id) & (_i.key == key)
    row = execute(sa.select(t.idempotency).where(mine).with_for_update()).one()
    if row.created_at + KEPT < now:
        execute(t.idempotency.update().where(mine).values(fresh))
        return None
    if row.body_sha256 != body_sha256:
        raise Refused(
            "The header Idempotency-Key was refused, so nothing was done.",
            errors={"Idempotency-Key": ["This Idempotency-Key was used before with a different body. Send a new one."]},
        )
    if row.status is not None:
        return Replay(row.status, row.headers or {}, row.body or b"")
    if row.owner is not None and row.lease_until >= now and is_alive(row.owner) is not False:
        extra = {"run_id": row.run_id} if row.run_id else None
        raise Conflict(
            "The first request with this Idempotency-Key is still being answered. Try again later.", extra=extra
        )
    execute(t.idempotency.update().where(mine).values(owner=owner, lease_until=until))
    return None


def attach_run(user_id: str, key: str, run_id: str) -> None:
    """Store which run answers the request with this key. If the request is repeated before the run ends, the client
    gets the run's id.
    """
    execute(t.idempotency.update().where(_i.user_id == user_id, _i.key == key).values(run_id=run_id))


def run_of(user_id: str, key: str) -> str | None:
    """Return the id of the run that answers the request with this key; None if there is none yet. The run may have been
    begun by an earlier attempt of the request.
    """
    return execute(sa.select(_i.run_id).where(_i.user_id == user_id, _i.key == key)).scalar_one_or_none()


def finish(user_id: str, key: str, response: Replay) -> None:
    """Store the response if its status is 2xx or 422. After any other response, the client can repeat the request with
    the same key.
    """
    values: dict[str, object] = {"owner": None, "lease_until": None}
    if 200 <= response.status < 300 or response.status == 422:
        values |= {"status": response.status, "headers": dict(response.headers), "body": response.body}
    execute(t.idempotency.update().where(_i.user_id == user_id, _i.key == key).values(values))


def dead_owners() -> list[str]:
    """Return the processes that died before they answered a request, each as an owner name (see `run_owner`). Only
    processes of this machine can be checked. A request on another machine is free again when its lease has expired.
    """
    owners = execute(sa.select(_i.owner).where(_i.owner.is_not(None)).distinct()).scalars()
    return [owner for owner in owners if is_alive(owner) is False]


def release(owners: Collection[str]) -> None:
    """Free the unanswered requests of these processes (`owners`). A repeated request with the same key then does the
    work.
    """
    execute(t.idempotency.update().where(_i.owner.in_(owners)).values(owner=None, lease_until=None))


def sweep(now: datetime) -> int:
    """Delete the keys older than 24 hours. Returns how many were deleted."""
    return execute(t.idempotency.delete().where(_i.created_at < now - KEPT)).rowcount
