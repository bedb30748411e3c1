"""Define /api/auth: create accounts, sign in and out, and refresh tokens."""

from __future__ import annotations

from typing import Any

from flask import current_app

from backend.api import refresh_cookies
from backend.api.authentication import (  # fmt: skip
    current_family,
    current_token_id,
    current_user_id,
    is_by_cookie,
    issue,
    ports,
    public,
    with_either_token,
    with_refresh_token,
)
from backend.api.request_bodies import Blueprint
from backend.api.schemas import session_schemas
from backend.errors import Forbidden
from backend.services import accounts
from backend.services.accounts import PasswordChange
from backend.storage.users import User

blueprint = Blueprint("auth", __name__, url_prefix="/api/auth", description="Accounts and tokens")


@blueprint.route("/register", methods=["POST"])
@public
@blueprint.arguments(session_schemas.Registration)
@blueprint.response(201, session_schemas.SignedIn)
def register(body: dict[str, Any]) -> dict[str, Any]:
    """Create an account. By default, registration is closed on a server that other machines can reach."""
    if not current_app.config["REGISTRATION_OPEN"]:
        raise Forbidden("Registration is closed on this server. Ask its operator to create an account for you.")
    wants_cookie = body.pop("cookie")
    return _signed_in(accounts.register(ports(), **body), wants_cookie)


@blueprint.route("/login", methods=["POST"])
@public
@blueprint.arguments(session_schemas.Credentials)
@blueprint.response(200, session_schemas.SignedIn)
def login(body: dict[str, Any]) -> dict[str, Any]:
    """Sign in. Returns an access token, valid for 15 minutes, and a refresh token for the next one."""
    wants_cookie = body.pop("cookie")
    return _signed_in(accounts.sign_in(ports(), **body), wants_cookie)


@blueprint.route("/refresh", methods=["POST"])
@with_refresh_token
@blueprint.doc(parameters=[refresh_cookies.PARAMETER])
@blueprint.response(200, session_schemas.Tokens)
def refresh() -> dict[str, str]:
    """Exchange the refresh token, sent as bearer token or in the cookie, for a new access token and a new refresh
    token.
    """
    tokens = issue(accounts.refresh(ports(), current_family(), current_token_id()))
    return refresh_cookies.keep(tokens) if is_by_cookie() else tokens


@blueprint.route("/logout", methods=["POST"])
@with_either_token
@blueprint.doc(parameters=[refresh_cookies.PARAMETER])
@blueprint.response(204)
def logout() -> None:
    """Sign out: revoke the access token and the refresh token of this sign-in."""
    accounts.sign_out(ports(), current_family())
    refresh_cookies.forget()


@blueprint.route("/me", methods=["GET"])
@blueprint.response(200, session_schemas.UserOut)
def me() -> User:
    """Return the caller's account."""
    return accounts.profile(ports(), current_user_id())


@blueprint.route("/me", methods=["DELETE"])
@blueprint.arguments(session_schemas.PasswordConfirmation)
@blueprint.response(204)
def leave(body: dict[str, str]) -> None:
    """Delete the caller's account with all its sessions, documents and files."""
    accounts.leave(ports(), current_user_id(), body["password"])
    refresh_cookies.forget()


@blueprint.route("/password", methods=["POST"])
@blueprint.arguments(session_schemas.PasswordChange)
@blueprint.response(204)
def password(body: dict[str, str]) -> None:
    """Change the password, and sign the account out on all other devices."""
    accounts.change_password(ports(), current_user_id(), current_family(), PasswordChange(**body))


def registration(body: dict[str, Any]) -> dict[str, Any]:
    """Check the fields of a new account as the call `register` does, and return them. Raises marshmallow's
    ValidationError if one is invalid.
    """
    fields: dict[str, Any] = session_schemas.Registration().load(body)
    fields.pop("cookie")
    return fields


def _signed_in(user: User, wants_cookie: bool) -> dict[str, Any]:
    tokens = issue(accounts.open_family(ports(), user.id))
    return {"user": user, **(refresh_cookies.keep(tokens) if wants_cookie else tokens)}
