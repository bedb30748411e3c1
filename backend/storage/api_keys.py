"""Store users' long-lived API keys. The database has only the SHA-256 digest of a key; the key cannot be computed from
it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.columns import is_id, new_id
from backend.storage.db import execute


@dataclass(frozen=True, slots=True)
class ApiKey:
    """An API key without its secret. `shown` is the beginning of the key, by which its owner can recognize it."""

    id: str
    user_id: str
    name: str
    shown: str
    created_at: datetime
    used_at: datetime | None
    revoked_at: datetime | None


_k = t.api_keys.c
_KEY = sa.select(_k.id, _k.user_id, _k.name, _k.shown, _k.created_at, _k.used_at, _k.revoked_at)


def add(user_id: str, name: str, shown: str, sha256: str, now: datetime) -> ApiKey:
    """Store a new key of the user. `sha256` is the digest of the whole key, `shown` its beginning."""
    key = ApiKey(new_id(), user_id, name, shown, now, None, None)
    values = {"id": key.id, "user_id": user_id, "name": name, "shown": shown, "sha256": sha256, "created_at": now}
    execute(t.api_keys.insert(), values)
    return key


def by_digest(sha256: str) -> ApiKey | None:
    """Return the key whose digest is `sha256`, even if the key has been revoked. Returns None if no key has this
    digest, or if the key's user is disabled.
    """
    its_user = sa.and_(t.users.c.id == _k.user_id, t.users.c.disabled_at.is_(None))
    row = execute(_KEY.join(t.users, its_user).where(_k.sha256 == sha256)).first()
    return None if row is None else ApiKey(*row)


def list_of(user_id: str, live: bool = False) -> tuple[ApiKey, ...]:
    """Return the user's keys, oldest first. With `live`, revoked keys are left out."""
    query = _KEY.where(_k.user_id == user_id, _k.revoked_at.is_(None)) if live else _KEY.where(_k.user_id == user_id)
    return tuple(ApiKey(*row) for row in execute(query.order_by(_k.created_at, _k.id)))


def note_use(key_id: str, now: datetime) -> None:
    execute(t.api_keys.update().where(_k.id == key_id).values(used_at=now))


def revoke(key_id: str, now: datetime, user_id: str | None = None) -> bool:
    """Revoke a key; with `user_id`, only if it belongs to this user. Returns False if there is no such key, or if it
    was revoked before.
    """
    if not is_id(key_id):
        return False
    where = [_k.id == key_id, _k.revoked_at.is_(None), *([] if user_id is None else [_k.user_id == user_id])]
    return execute(t.api_keys.update().where(*where).values(revoked_at=now)).rowcount == 1
