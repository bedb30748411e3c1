"""/api/auth: accounts and tokens."""

from __future__ import annotations

from typing import Any

from flask import current_app

from backend.api.authentication import (  # fmt: skip
    current_family,
    current_token_id,
    current_user_id,
    issue,
    ports,
    public,
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
    """Make an account. Closed by default on a server that others can reach."""
    if not current_app.config["REGISTRATION_OPEN"]:
        raise Forbidden("Registration is closed on this server.")
    return _signed_in(accounts.register(ports(), **body))


@blueprint.route("/login", methods=["POST"])
@public
@blueprint.arguments(session_schemas.Credentials)
@blueprint.response(200, session_schemas.SignedIn)
def login(body: dict[str, Any]) -> dict[str, Any]:
    """Sign in: an access token for 15 minutes, and a refresh token for the next."""
    return _signed_in(accounts.sign_in(ports(), **body))


@blueprint.route("/refresh", methods=["POST"])
@with_refresh_token
@blueprint.response(200, session_schemas.Tokens)
def refresh() -> dict[str, str]:
    """Spend the refresh token, which is sent as the bearer, for a new pair."""
    return issue(accounts.refresh(ports(), current_family(), current_token_id()))


@blueprint.route("/logout", methods=["POST"])
@blueprint.response(204)
def logout() -> None:
    """Revoke the access token and its family."""
    accounts.sign_out(ports(), current_family())


@blueprint.route("/me", methods=["GET"])
@blueprint.response(200, session_schemas.UserOut)
def me() -> User:
    """The caller."""
    return accounts.profile(ports(), current_user_id())


@blueprint.route("/me", methods=["DELETE"])
@blueprint.arguments(session_schemas.PasswordConfirmation)
@blueprint.response(204)
def leave(body: dict[str, str]) -> None:
    """Remove the account and everything in it."""
    accounts.leave(ports(), current_user_id(), body["password"])


@blueprint.route("/password", methods=["POST"])
@blueprint.arguments(session_schemas.PasswordChange)
@blueprint.response(204)
def password(body: dict[str, str]) -> None:
    """Change the password; everybody else who is signed in to this account is signed out."""
    accounts.change_password(ports(), current_user_id(), current_family(), PasswordChange(**body))


def registration(body: dict[str, Any]) -> dict[str, Any]:
    """Check the fields of a new account as `register` does. Raises marshmallow's ValidationError."""
    fields: dict[str, Any] = session_schemas.Registration().load(body)
    return fields


def _signed_in(user: User) -> dict[str, Any]:
    return {"user": user, **issue(accounts.open_family(ports(), user.id))}
