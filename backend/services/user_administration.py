"""Administer accounts: list, disable, set a new password, delete. An account is named by its e-mail address."""

from __future__ import annotations

from backend.ports import Ports
from backend.services import accounts
from backend.services.removal import account_removal
from backend.storage import users
from backend.storage.db import reading, transaction
from backend.storage.users import Account, User


def list_accounts() -> tuple[Account, ...]:
    """Return all accounts, oldest first."""
    with reading():
        return users.accounts()


def find(email: str) -> User:
    """Return the account with this e-mail address, ignoring case. Raises NotFound if there is none."""
    with reading():
        return users.get(email)


def disable(ports: Ports, email: str) -> User:
    """Sign the user out everywhere, and refuse sign-in and API keys from now on. The user's data are kept."""
    user, now = find(email), ports.clock()
    with transaction():
        users.disable(user.id, user.disabled_at or now)
        users.revoke_families(user.id, now)
    return user


def enable(email: str) -> User:
    """Allow the user to sign in again."""
    user = find(email)
    with transaction():
        users.disable(user.id, None)
    return user


def set_password(ports: Ports, email: str, password: str) -> User:
    """Set a new password for a user who has lost the old one, and sign the user out everywhere."""
    user, made = find(email), accounts.hash_password(password)
    with transaction():
        users.set_password(user.id, made)
        users.revoke_families(user.id, ports.clock())
    return user


def remove(ports: Ports, email: str) -> None:
    """Delete the account with all of the user's data and files."""
    account_removal.remove(ports, find(email).id)
