"""Manage accounts: register, sign in, rotate refresh tokens, change the password, delete the account.

Each sign-in opens a *family* of refresh tokens: one token is valid at a time, and using it creates the next. If a token
is used twice, somebody may have copied it, so the whole family is revoked. There is one exception, because two browser
tabs may refresh at once: for a few seconds the token used last is accepted again, and answered with the valid token.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from backend.errors import Busy, NotFound, Unauthorized
from backend.ports import Ports
from backend.services.removal import account_removal
from backend.storage import users
from backend.storage.db import new_id, reading, transaction
from backend.storage.users import Family, RefreshToken, User

#: Days for which a refresh token is valid; somebody who returns within a month stays signed in. Chosen, not measured.
REFRESH_DAYS = 30
#: Time for which the refresh token that was used last is still accepted after its use.
GRACE = timedelta(seconds=10)

#: OWASP's parameters for Argon2id: 19 MiB, two passes, one lane. Hashing takes some 30 ms.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
#: A hash of a password that nobody knows. It is compared for an unknown address, which then takes as long as a known
#: one.
_NOBODY = "$argon2id$v=19$m=19456,t=2,p=1$vztMhRYnVEuFf2NLdT9h2Q$LQOgeZ6PUAUi+ieJDo0085eooZyf1zgmYJonbv9jabk"
#: Maximum number of passwords that are hashed at the same time, because each takes 19 MiB; and maximum number of
#: seconds that a request waits to be one of them.
_turns = threading.BoundedSemaphore(max(2, os.cpu_count() or 2))
_PATIENCE = 20


@dataclass(frozen=True, slots=True)
class Grant:
    """The ids of the user, of the family of tokens that the sign-in has opened (`family`), and of the refresh token
    that is valid now.
    """

    user_id: str
    family: str
    token_id: str


def register(ports: Ports, email: str, password: str, name: str | None = None) -> User:
    """Create an account. Raises Conflict if the e-mail address is taken."""
    made = hash_password(password)
    with transaction():
        return users.create(email, name, made, ports.clock())


def nobody_yet() -> bool:
    """Return True if nobody has an account on this server yet."""
    with reading():
        return users.is_empty()


def sign_in(ports: Ports, email: str, password: str) -> User:
    """Return the user with this e-mail address and password. Raises Unauthorized if they are wrong or the account is
    disabled.

    A wrong address gives the same error as a wrong password, after the same time, so nobody can find out who has an
    account.
    """
    with reading():
        user = users.by_email(email)
    if not _verify(user.password_hash if user else _NOBODY, password) or user is None:
        raise Unauthorized("The e-mail address or the password is wrong. Check both, and sign in again.")
    if user.disabled_at is not None:
        raise Unauthorized("This account is disabled, so nobody can sign in to it. Ask the server's operator.")
    if _hasher.check_needs_rehash(user.password_hash):
        renewed = hash_password(password)
        with transaction():
            users.set_password(user.id, renewed)
    return user


def open_family(ports: Ports, user_id: str) -> Grant:
    """Create a family of refresh tokens: all refresh tokens of one new sign-in."""
    now, token_id = ports.clock(), new_id()
    with transaction():
        users.sweep_families(now)
        family = users.open_family(user_id, token_id, now + timedelta(days=REFRESH_DAYS), now)
    return Grant(user_id, family, token_id)


def refresh(ports: Ports, family_id: str, token_id: str) -> Grant:
    """Exchange a refresh token for the next one. Raises Unauthorized if the token was revoked or used before.

    If a used token is sent again, its whole family is revoked. Exception: if it is the token that was exchanged last,
    not longer than `GRACE` ago, the token that replaced it is returned.
    """
    now, wanted = ports.clock(), new_id()
    with transaction():
        family = users.family(family_id)
        if family is None or not _is_live(family, ports):
            raise Unauthorized("The token has been revoked. Sign in again.")
        if users.rotate(family_id, token_id, RefreshToken(wanted, now + timedelta(days=REFRESH_DAYS)), now):
            return Grant(family.user_id, family_id, wanted)
        family = users.family(family_id) or family
        if token_id == family.previous_jti and family.rotated_at and now - family.rotated_at <= GRACE:
            return Grant(family.user_id, family_id, family.current_jti)
        users.revoke_family(family_id, now)
    raise Unauthorized("This refresh token was used before, so all tokens of this sign-in were revoked. Sign in again.")


def is_live(ports: Ports, user_id: object, family_id: object) -> bool:
    """Return True if this family of tokens belongs to this user and has neither expired nor been revoked."""
    if not isinstance(family_id, str) or not family_id.isprintable():  # forged; PostgreSQL refuses NUL
        return False
    with reading():
        family = users.family(family_id)
    return family is not None and family.user_id == user_id and _is_live(family, ports)


def sign_out(ports: Ports, family_id: str) -> None:
    with transaction():
        users.revoke_family(family_id, ports.clock())


def profile(ports: Ports, user_id: str) -> User:
    with reading():
        return _existing(users.by_id(user_id))


@dataclass(frozen=True, slots=True)
class PasswordChange:
    """The current password, which proves the user's identity, and the new one."""

    password: str
    new_password: str


def change_password(ports: Ports, user_id: str, family_id: str, change: PasswordChange) -> None:
    """Set a new password, and sign the user out of all sign-ins but this one (`family_id`). Raises Unauthorized if the
    current password is wrong.
    """
    _confirm(ports, user_id, change.password)
    made = hash_password(change.new_password)
    with transaction():
        users.set_password(user_id, made)
        users.revoke_families(user_id, ports.clock(), except_family=family_id)


def leave(ports: Ports, user_id: str, password: str) -> None:
    """Delete the user's account, with all data and files. Raises Unauthorized for a wrong password."""
    _confirm(ports, user_id, password)
    account_removal.remove(ports, user_id)


def _confirm(ports: Ports, user_id: str, password: str) -> None:
    if not _verify(profile(ports, user_id).password_hash, password):
        raise Unauthorized("The password is wrong, so nothing was changed. Try again.")


def _existing(user: User | None) -> User:
    if user is None:
        raise NotFound("This account was deleted. Sign in with another one, or create one.")
    return user


def _is_live(family: Family, ports: Ports) -> bool:
    return family.revoked_at is None and family.expires_at > ports.clock()


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=_PATIENCE):
        raise Busy("Too many people are signing in at once. Try again in a few seconds.", retry_after=5)
    try:
        yield
    finally:
        _turns.release()


def hash_password(password: str) -> str:
    """Return the hash of a password, for storage.

    Only a few passwords are hashed at a time; the call waits for its turn. Raises Busy if it has waited for `_PATIENCE`
    seconds.
    """
    with _turn():
        return _hasher.hash(password)


def _verify(password_hash: str, password: str) -> bool:
    with _turn():
        try:
            return _hasher.verify(password_hash, password)
        except (VerificationError, InvalidHashError):
            return False
