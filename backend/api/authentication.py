"""Authenticate requests. Every call needs an access token, unless its view is marked otherwise, for example as
`public`.

The token is checked before the rest of the request is read. All tokens of one sign-in form a family, which is a row in
the database. Signing out, a new password, or the second use of a refresh token revokes the family. Its access tokens
are then refused at once, even if they have not expired.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from datetime import timedelta
from hashlib import sha256
from typing import Any, TypeVar

import jwt
from flask import Flask, current_app, g, request
from flask_jwt_extended import JWTManager, create_access_token, create_refresh_token, verify_jwt_in_request
from flask_jwt_extended.exceptions import JWTExtendedException, NoAuthorizationError, RevokedTokenError
from jwt.exceptions import ExpiredSignatureError, ImmatureSignatureError, InvalidSignatureError, PyJWTError

from backend.api import refresh_cookies
from backend.errors import Unauthorized
from backend.kernel.cache import Cache
from backend.ports import Ports
from backend.services import accounts, api_keys
from backend.services.accounts import REFRESH_DAYS, Grant
from backend.storage.sessions import OwnedSession

log = logging.getLogger(__name__)

#: Seconds by which the clocks of the machines that sign and check tokens may differ. Chosen: a little more than a
#: minute.
CLOCKS_APART = 90
#: Minutes for which an access token is valid. Chosen: a stolen token is soon useless, and a refresh token gets the next
#: one.
ACCESS_MINUTES = 15

#: The most access tokens whose valid signature is remembered. Chosen: as many as a server has users at a time; 1 MB.
_MOST_SEEN = 1000
_SEEN = "coscribe_seen_tokens"

View = TypeVar("View", bound=Callable[..., Any])


def public(view: View) -> View:
    """Mark a view that anybody may call, without a token."""
    view.access = "public"  # type: ignore[attr-defined]
    return view


def with_refresh_token(view: View) -> View:
    """Mark a view that needs a refresh token instead of an access token."""
    view.access = "refresh"  # type: ignore[attr-defined]
    return view


def with_either_token(view: View) -> View:
    """Mark a view that accepts an access token, or a refresh token in the web page's cookie."""
    view.access = "either"  # type: ignore[attr-defined]
    return view


def with_key(view: View) -> View:
    """Mark a view that accepts an access token or an API key."""
    view.access = "key"  # type: ignore[attr-defined]
    return view


def ports() -> Ports:
    """Return the application's `Ports`: the adapters to models, storage and everything else outside of the program."""
    ports: Ports = current_app.extensions["coscribe"]
    return ports


def current_user_id() -> str:
    """Return the id of the user who sends the request; "" if the call needs no token."""
    user_id: str = g.get("user_id", "")
    return user_id


def owned_session(session_id: str) -> OwnedSession:
    """Return the id of a session together with the id of the user who sends the request. Services check that the
    session belongs to this user.
    """
    return OwnedSession(current_user_id(), session_id)


def current_family() -> str:
    """Return the id of the sign-in from which the request's token comes."""
    family: str = g.family
    return family


def current_token_id() -> str:
    """Return the id of the request's token (its claim `jti`)."""
    token_id: str = g.token_id
    return token_id


def is_by_cookie() -> bool:
    """Return True if the request's token came in the web page's cookie, False if it came in a header."""
    return bool(g.get("by_cookie"))


def register_access(app: Flask, secret_key: str) -> None:
    """Let `authenticate` check every request of the application. `secret_key` signs the access tokens."""
    app.config.update(
        JWT_SECRET_KEY=secret_key,
        JWT_ALGORITHM="HS256",
        JWT_TOKEN_LOCATION=["headers"],
        JWT_ACCESS_TOKEN_EXPIRES=timedelta(minutes=ACCESS_MINUTES),
        JWT_REFRESH_TOKEN_EXPIRES=timedelta(days=REFRESH_DAYS),
        JWT_ENCODE_NBF=False,
        JWT_DECODE_LEEWAY=CLOCKS_APART,
        JWT_COOKIE_CSRF_PROTECT=False,
    )
    app.extensions[_SEEN] = Cache(_MOST_SEEN)
    JWTManager(app).token_in_blocklist_loader(_is_revoked)
    app.before_request(authenticate)


def authenticate() -> None:
    """Check that the request has the token that its call needs. Raises Unauthorized if the token is missing, invalid,
    expired or revoked.
    """
    view = current_app.view_functions.get(request.endpoint or "")
    access = getattr(view, "access", "token")
    if view is None or access == "public" or request.method == "OPTIONS":
        return
    if access == "key" and (key := _api_key()):
        g.user_id = api_keys.holder(ports(), key)
        if g.user_id is None:
            raise Unauthorized("The API key is unknown or was revoked. Create another one.")
        return
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    if not scheme and access in ("refresh", "either"):
        scheme, given = "Bearer", refresh_cookies.sent_token()
        g.by_cookie, access = bool(given), "refresh" if given else access
    if (
        scheme.lower() == "bearer" and given
    ):  # the library only accepts this spelling, but the scheme's name may have any case
        request.environ["HTTP_AUTHORIZATION"] = f"Bearer {given}"
    claims = _verified(access == "refresh", given if scheme.lower() == "bearer" else "")
    g.user_id, g.family, g.token_id = claims["sub"], claims["family"], claims["jti"]


def _verified(is_refresh: bool, given: str) -> Mapping[str, Any]:
    """Return the claims (contents) of the token `given`, an access token or, with `is_refresh`, a refresh token. Raises
    Unauthorized if the token is invalid, expired or revoked.

    A valid signature stays valid, so the signature of an access token is checked only once. Its expiry and its family
    are checked at every request.
    """
    kept: Cache[bytes, Mapping[str, Any]] = current_app.extensions[_SEEN]
    seen = sha256(given.encode()).digest()
    claims = None if is_refresh or not given else kept.find(seen)
    if claims is not None and time.time() < claims["exp"] and not _is_revoked({}, claims):
        return claims
    try:
        found = verify_jwt_in_request(refresh=is_refresh)
    except (JWTExtendedException, PyJWTError) as error:
        raise Unauthorized(_in_words(error, given)) from error
    if found is None:
        raise Unauthorized("Send an access token: `Authorization: Bearer …`.")
    if not is_refresh and given:
        kept.keep(seen, found[1])
    return found[1]


def issue(grant: Grant) -> dict[str, str]:
    """Create an access token and a refresh token for the sign-in that `grant` describes."""
    family = {"family": grant.family}
    return {
        "access_token": create_access_token(grant.user_id, additional_claims=family),
        "refresh_token": create_refresh_token(grant.user_id, additional_claims={**family, "jti": grant.token_id}),
    }


def _api_key() -> str:
    """Return the API key in the request's Authorization header; "" if there is none."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    given = given.strip()
    return given if scheme.lower() == "bearer" and given.startswith(api_keys.PREFIX) else ""


def _is_revoked(header: Mapping[str, Any], claims: Mapping[str, Any]) -> bool:
    return not accounts.is_live(ports(), claims.get("sub"), claims.get("family"))


def _is_of_a_sign_in(token: str) -> bool:
    """Return True if the token names a sign-in that is still valid in our database. The token's signature is not
    checked. If it is wrong, another server with the same database has signed the token with another secret key.
    """
    try:
        return not _is_revoked({}, jwt.decode(token, options={"verify_signature": False}))
    except PyJWTError:
        return False


def _in_words(error: Exception, token: str) -> str:
    """Return the reason why a token is refused, for the caller. Mistakes of the operator (different secret keys, wrong
    clocks) are also logged.
    """
    if isinstance(error, InvalidSignatureError) and _is_of_a_sign_in(token):
        log.warning("a token was signed with another SECRET_KEY; all servers of a database need the same one")
        return (
            "The token was not signed with this server's SECRET_KEY. Sign in again. If that does not help, tell the "
            "operator: all servers must have the same SECRET_KEY."
        )
    if isinstance(error, ImmatureSignatureError):
        log.warning(
            "the time of a token is in the future: the clocks of the servers differ by more than %d s", CLOCKS_APART
        )
        return (
            "The token's time is in the future, because the clocks of the servers differ by more than "
            f"{CLOCKS_APART} seconds. The operator must correct the clocks."
        )
    if isinstance(error, NoAuthorizationError):
        return "Send the header Authorization: Bearer <token>."
    if isinstance(error, ExpiredSignatureError):
        return "The token has expired. Send the refresh token to /api/auth/refresh, or sign in again."
    if isinstance(error, RevokedTokenError):
        return "The token has been revoked. Sign in again."
    return (
        "The token is invalid, or of the wrong kind for this call: /api/auth/refresh takes a refresh token, and all "
        "other calls take an access token."
    )
