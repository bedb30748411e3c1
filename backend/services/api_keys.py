"""Manage API keys: long-lived keys for programs, valid only for the Sonar-compatible API under `/v1`.

A key is shown once, when it is created; only its digest is stored. A key is 32 random bytes and cannot be guessed, so
the digest needs neither a salt nor a slow hash.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from backend.errors import Conflict, NotFound
from backend.ports import Ports
from backend.storage import api_keys, users
from backend.storage.api_keys import ApiKey
from backend.storage.db import reading, transaction

PREFIX = "csk_"
#: Number of leading characters of a key that are stored, so that its owner can recognize it.
SHOWN = len(PREFIX) + 6
#: Maximum number of valid keys of one user: one for each program, with room to spare. Chosen.
MOST_KEYS = 100
#: Precision of the stored time of a key's last use; a write at each call would cost more than the call.
USE_GRAIN = timedelta(minutes=10)


def create(ports: Ports, email: str, name: str = "") -> tuple[str, ApiKey]:
    """Create a key for the user with this e-mail address. Returns the key and its stored record; the key itself is not
    stored.
    """
    with reading():
        user = users.get(email)
    return create_own(ports, user.id, name)


def create_own(ports: Ports, user_id: str, name: str) -> tuple[str, ApiKey]:
    """Create a key for the user `user_id`, as `create` does. Raises Conflict if the user already has `MOST_KEYS` valid
    keys.
    """
    key = PREFIX + secrets.token_urlsafe(32)
    with transaction():
        if len(api_keys.list_of(user_id, live=True)) >= MOST_KEYS:
            raise Conflict(f"No key was created, because you have {MOST_KEYS} keys already. Revoke one first.")
        return key, api_keys.add(user_id, name, key[:SHOWN], _digest(key), ports.clock())


def list_own(user_id: str) -> tuple[ApiKey, ...]:
    """Return the user's keys that are not revoked, oldest first."""
    with reading():
        return api_keys.list_of(user_id, live=True)


def list_keys(email: str) -> tuple[ApiKey, ...]:
    """Return all keys of the user with this e-mail address, including the revoked ones."""
    with reading():
        return api_keys.list_of(users.get(email).id)


def revoke(ports: Ports, key_id: str, user_id: str | None = None) -> None:
    """Revoke a key. With `user_id`, only a key of this user can be revoked. Raises NotFound if there is no such key, or
    if it is already revoked.
    """
    with transaction():
        if not api_keys.revoke(key_id, ports.clock(), user_id):
            raise NotFound(
                "No key was revoked, because there is no valid key with this id. List the keys to find the id."
            )


def holder(ports: Ports, key: str) -> str | None:
    """Return the id of the user who owns this key; None if the key is unknown or revoked."""
    with reading():
        found = api_keys.by_digest(_digest(key))
    if found is None or found.revoked_at is not None:
        return None
    now = ports.clock()
    if found.used_at is None or found.used_at + USE_GRAIN < now:
        with transaction():
            api_keys.note_use(found.id, now)
    return found.user_id


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()
