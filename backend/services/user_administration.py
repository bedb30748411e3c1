"""What an operator does with accounts: list, disable, give a new password, remove. Accounts are named by address."""

from __future__ import annotations

from backend.errors import NotFound
from backend.ports import Ports
from backend.services import account_removal, accounts
from backend.storage import users
from backend.storage.db import reading, transaction
from backend.storage.users import Account, User


def list_accounts() -> tuple[Account, ...]:
    """All accounts, the oldest first."""
    with reading():
        return users.accounts()


def find(email: str) -> User:
    """The account with this address, in whatever case. Raises NotFound."""
    with reading():
        user = users.by_email(email)
    if user is None:
        raise NotFound(f"There is no account of {email}.")
    return user


def disable(ports: Ports, email: str) -> User:
    """Sign the user out everywhere, and let nobody sign in; their API keys open nothing. Their data stays."""
    user, now = find(email), ports.clock()
    with transaction():
        users.disable(user.id, user.disabled_at or now)
        users.revoke_families(user.id, now)
    return user


def enable(email: str) -> User:
    """Let the user sign in again."""
    user = find(email)
    with transaction():
        users.disable(user.id, None)
    return user


def set_password(ports: Ports, email: str, password: str) -> User:
    """A new password, for somebody who has lost theirs; whoever is signed in is not any more."""
    user, made = find(email), accounts.hash_password(password)
    with transaction():
        users.set_password(user.id, made)
        users.revoke_families(user.id, ports.clock())
    return user


def remove(ports: Ports, email: str) -> User:
    """Remove the account and everything in it, files included."""
    user = find(email)
    account_removal.remove(ports, user.id)
    return user
