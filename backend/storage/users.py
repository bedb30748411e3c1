"""Store users and their refresh tokens. All tokens that follow from one sign-in form a family."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.errors import Conflict, NotFound
from backend.storage import tables as t
from backend.storage.columns import Moment, is_id, new_id
from backend.storage.db import execute, new_rows


@dataclass(frozen=True, slots=True)
class User:
    """A registered user."""

    id: str
    email: str
    name: str | None
    created_at: datetime
    password_hash: str
    disabled_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Family:
    """All refresh tokens of one sign-in. Each token replaces the previous one: only the current token is valid and,
    for some seconds, the previous one. `current_jti` and `previous_jti` are the ids of these two.
    """

    id: str
    user_id: str
    current_jti: str
    previous_jti: str | None
    rotated_at: datetime | None
    revoked_at: datetime | None
    expires_at: datetime


_u, _f = t.users.c, t.families.c
_USER = sa.select(_u.id, _u.email, _u.name, _u.created_at, _u.password_hash, _u.disabled_at)
_FAMILY = sa.select(
    _f.id, _f.user_id, _f.current_jti, _f.previous_jti, _f.rotated_at, _f.revoked_at, _f.expires_at
)  # fmt: skip
_FAMILY_OF = _FAMILY.where(_f.id == sa.bindparam("id"))


def email_key(email: str) -> str:
    """Return a form of an e-mail address in which all its spellings are equal: "Ann@Example.org" becomes
    "ann@example.org".
    """
    return unicodedata.normalize("NFKC", email.strip()).casefold()


def create(email: str, name: str | None, password_hash: str, now: datetime) -> User:
    """Create a user; only the hash of the password is stored. Raises Conflict if another user has this e-mail address,
    in any spelling.
    """
    user = User(new_id(), email.strip(), name, now, password_hash)
    values = {
        "id": user.id,
        "email": user.email,
        "email_key": email_key(email),
        "name": name,
        "created_at": now,
        "password_hash": password_hash,
    }
    insert = new_rows(t.users).values(values).on_conflict_do_nothing(index_elements=[_u.email_key])
    if execute(insert.returning(_u.id)).first() is None:
        raise Conflict("This e-mail address already has an account. Sign in, or use another address.")
    return user


def get(email: str) -> User:
    """Return the user with this e-mail address, in any spelling. Raises NotFound if there is none."""
    user = by_email(email)
    if user is None:
        raise NotFound(f"No account has the e-mail address {email}.")
    return user


def by_email(email: str) -> User | None:
    return _one(_u.email_key == email_key(email))


def by_id(user_id: str) -> User | None:
    return _one(_u.id == user_id) if is_id(user_id) else None


def _one(where: sa.ColumnElement[bool]) -> User | None:
    row = execute(_USER.where(where)).first()
    return None if row is None else User(*row)


def is_empty() -> bool:
    """Return True if there is no user yet."""
    return execute(sa.select(_u.id).limit(1)).first() is None


def set_password(user_id: str, password_hash: str) -> None:
    execute(t.users.update().where(_u.id == user_id).values(password_hash=password_hash))


@dataclass(frozen=True, slots=True)
class Account:
    """A user as operators see it: with the number of sessions, and the time when one of them was last used."""

    user: User
    sessions: int
    #: the time of the newest use of a session
    used_at: datetime | None


def accounts() -> tuple[Account, ...]:
    """Return all users, oldest first, with the number of their sessions and the time when one was last used. Users who
    are being removed are left out.
    """
    s = t.sessions.c
    columns = (*_USER.selected_columns, sa.func.count(s.id), sa.type_coerce(sa.func.max(s.updated_at), Moment))
    query = sa.select(*columns).outerjoin_from(t.users, t.sessions, s.user_id == _u.id)
    query = query.where(_u.leaving_at.is_(None)).group_by(_u.id).order_by(_u.created_at, _u.id)
    return tuple(Account(User(*row[:6]), row[6], row[7]) for row in execute(query))


def disable(user_id: str, since: datetime | None) -> None:
    """Disable the user's sign-in. `since` is stored as the time at which this was done; with None, sign-in is allowed
    again.
    """
    execute(t.users.update().where(_u.id == user_id).values(disabled_at=since))


def open_family(user_id: str, jti: str, expires_at: datetime, now: datetime) -> str:
    """Store a new family with its first refresh token, after a sign-in. `jti` is the token's id. Returns the family's
    id.
    """
    family_id = new_id()
    execute(
        t.families.insert(),
        {"id": family_id, "user_id": user_id, "current_jti": jti, "rotated_at": now, "expires_at": expires_at},
    )
    return family_id


def family(family_id: str) -> Family | None:
    row: Any = execute(_FAMILY_OF, {"id": family_id}).first() if is_id(family_id) else None
    return None if row is None else Family(*row)


@dataclass(frozen=True, slots=True)
class RefreshToken:
    """A new refresh token, by its id `jti` and the time at which it expires."""

    jti: str
    expires_at: datetime


def rotate(family_id: str, old_jti: str, new: RefreshToken, now: datetime) -> bool:
    """Replace the family's current refresh token by a new one. Returns False if `old_jti` is not the current token, or
    if the family has been revoked.
    """
    values = {"current_jti": new.jti, "previous_jti": old_jti, "rotated_at": now, "expires_at": new.expires_at}
    where = (_f.id == family_id, _f.current_jti == old_jti, _f.revoked_at.is_(None))
    return execute(t.families.update().where(*where).values(values)).rowcount == 1


def revoke_family(family_id: str, now: datetime) -> None:
    execute(t.families.update().where(_f.id == family_id, _f.revoked_at.is_(None)).values(revoked_at=now))


def revoke_families(user_id: str, now: datetime, except_family: str | None = None) -> None:
    """Revoke all of the user's families of tokens, which signs the user out everywhere. The family `except_family` is
    not revoked.
    """
    where = [_f.user_id == user_id, _f.revoked_at.is_(None)]
    if except_family is not None:
        where.append(_f.id != except_family)
    execute(t.families.update().where(*where).values(revoked_at=now))


def sweep_families(now: datetime) -> int:
    """Delete the families of refresh tokens whose last token has expired. A family is the tokens that come from one
    sign-in. Returns how many families were deleted.
    """
    return execute(t.families.delete().where(_f.expires_at < now)).rowcount
