"""Manage the user's tokens for one server: use them while they are valid, renew them in time, and delete them when the
server refuses them.

A refresh token can be used only once. If it is used again, the server revokes all tokens of this sign-in. So only one
process at a time may renew tokens. It locks the file, checks whether another process has just renewed them, and writes
the new tokens before it unlocks the file.
"""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from backend.client.failures import SignedOut
from backend.client.private_files import Damaged, Store, slug

#: Seconds before its expiry at which an access token is renewed, and the assumed lifetime of a token that names none.
MARGIN, UNKNOWN_LIFE = 300, 3600


@dataclass(frozen=True, slots=True)
class Grant:
    """An access token and a refresh token. `email` is their user's e-mail address, and `got_at` the time at which this
    machine received them, in seconds since 1970.
    """

    access_token: str
    refresh_token: str
    got_at: float
    email: str = ""

    @property
    def good_until(self) -> float:
        """Return when the access token must be renewed, in seconds since 1970. The token's lifetime is counted from its
        arrival on this machine. So the clocks of server and client may differ.
        """
        claims = _claims(self.access_token)
        issued, expires = _number(claims.get("iat")), _number(claims.get("exp"))
        if expires is None:
            return self.got_at + UNKNOWN_LIFE
        return (expires if issued is None else self.got_at + expires - issued) - MARGIN


#: Exchanges a refresh token for a new pair; returns None if the server refuses it.
Renew = Callable[[str], "tuple[str, str] | None"]


class Tokens:
    """The user's tokens for one server, stored in a file."""

    def __init__(self, store: Store, server: str, clock: Callable[[], float] = time.time) -> None:
        self.server = server
        self._store, self._name, self._clock = store, f"tokens-{slug(server)}.json", clock

    def grant(self) -> Grant | None:
        """Return the stored tokens; None if there are none. Raises SignedOut if the file is damaged."""
        try:
            found = self._store.read(self._name)
            return Grant(**found) if found else None
        except (Damaged, TypeError) as error:
            raise SignedOut(f"The token file cannot be read. {self.sign_in}") from error

    def keep(self, access_token: str, refresh_token: str, email: str) -> None:
        with self._store.locked(self._name):
            self._write(access_token, refresh_token, email)

    def forget(self) -> None:
        with self._store.locked(self._name):
            self._store.remove(self._name)

    def access(self, renew: Renew, refused: str | None = None) -> str:
        """Return a valid access token. If the stored token expires soon, or equals `refused` (a token that the server
        has just refused), it is renewed first: `renew` exchanges the refresh token for new tokens.

        Raises SignedOut if there is no token, or if the server does not renew it.
        """
        grant = self.stored()
        if self._serves(grant, refused):
            return grant.access_token
        with self._store.locked(self._name):
            grant = self.stored()
            if self._serves(grant, refused):  # another process has renewed the tokens
                return grant.access_token
            renewed = renew(grant.refresh_token)
            if renewed is None:
                self._store.remove(self._name)
                raise SignedOut(f"You are not signed in at {self.server} any more. {self.sign_in}")
            self._write(*renewed, grant.email)
            return renewed[0]

    def _serves(self, grant: Grant, refused: str | None) -> bool:
        """Return True if the access token can be used: it is not the token that the server has refused (`refused`), and
        it does not expire soon.
        """
        return grant.access_token != refused and self._clock() < grant.good_until

    def stored(self) -> Grant:
        """Return the stored tokens. Raises SignedOut if there are none, or the file is damaged."""
        grant = self.grant()
        if grant is None:
            raise SignedOut(f"You are not signed in at {self.server}. {self.sign_in}")
        return grant

    def _write(self, access_token: str, refresh_token: str, email: str) -> None:
        self._store.write(self._name, asdict(Grant(access_token, refresh_token, self._clock(), email)))

    @property
    def sign_in(self) -> str:
        return f"Sign in with: coscribe login --server {self.server}"


def _claims(token: str) -> dict[str, Any]:
    """Return the claims of a JWT, whose signature is not checked. Returns {} if the token cannot be read."""
    parts = token.split(".")
    if len(parts) != 3:
        return {}
    try:
        found = json.loads(base64.urlsafe_b64decode(parts[1] + "=" * (-len(parts[1]) % 4)))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _number(value: Any) -> float | None:
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
