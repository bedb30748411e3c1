"""Define `coscribe users`, accounts on this server, and `coscribe keys`, long-lived keys for programs."""

from __future__ import annotations

import os
import sys
from datetime import datetime
from pathlib import Path

import click

from backend.administration.prepared_app import fail, opened_ports, prepared, read_settings
from backend.errors import CoscribeError

_password_stdin = click.option(
    "--password-stdin", is_flag=True, help="read the password from the first line of standard input"
)


@click.group()
def users() -> None:
    """Manage accounts on this server."""


@users.command("create")
@click.argument("email")
@click.option("--name", help="the name to show for the account")
@_password_stdin
def create_user(email: str, name: str | None, password_stdin: bool) -> None:
    """Create an account, even if registration is closed."""
    from backend.services import accounts

    body = _checked({"email": email, "password": _asked_password(password_stdin), "name": name})
    try:
        app = prepared(read_settings())
        with app.app_context():
            user = accounts.register(app.extensions["coscribe"], **body)
    except CoscribeError as error:
        fail(error.detail)
    click.echo(f"{user.email} can sign in now ({user.id}).")


@users.command("list", short_help="List all accounts, oldest first.")
def list_users() -> None:
    """List all accounts, oldest first: address, creation, last use, and number of sessions."""
    from backend.services import user_administration

    with opened_ports():
        found = user_administration.list_accounts()
    for each in found:
        state = f"  disabled {_day(each.user.disabled_at)}" if each.user.disabled_at else ""
        times = f"created {_day(each.user.created_at)}  used {_day(each.used_at):<10}"
        click.echo(f"{each.user.email}  {times}  sessions {each.sessions}{state}")
    if not found:
        click.echo("There is no account yet. Create one with: coscribe users create", err=True)


@users.command("disable")
@click.argument("email")
def disable_user(email: str) -> None:
    """Sign a user out everywhere and block sign-in. The user's data stays."""
    from backend.services import user_administration

    with opened_ports() as ports:
        user = user_administration.disable(ports, email)
    click.echo(f"{user.email} can't sign in any more; `coscribe users enable` allows it again.")


@users.command("enable")
@click.argument("email")
def enable_user(email: str) -> None:
    """Allow a user to sign in again."""
    from backend.services import user_administration

    with opened_ports():
        user = user_administration.enable(email)
    click.echo(f"{user.email} can sign in again.")


@users.command("password")
@click.argument("email")
@_password_stdin
def set_password(email: str, password_stdin: bool) -> None:
    """Set a new password for a user, and sign the user out everywhere."""
    from backend.services import user_administration

    body = _checked({"email": email, "password": _asked_password(password_stdin)})
    with opened_ports() as ports:
        user = user_administration.set_password(ports, email, body["password"])
    click.echo(f"{user.email} has a new password.")


@users.command("delete", short_help="Delete an account with everything in it.")
@click.argument("email")
@click.option("--yes", is_flag=True, help="delete without asking you first")
def delete_user(email: str, yes: bool) -> None:
    """Delete an account with all documents, conversations and library files. This cannot be undone."""
    from backend.services import user_administration

    with opened_ports() as ports:
        user = user_administration.find(email)
        if not yes:
            click.confirm(f"Delete {user.email} with all documents, conversations and library files?", abort=True)
        user_administration.remove(ports, email)
    click.echo(f"{user.email} and all of the account's data were deleted.")


@users.command("export", short_help="Export everything stored about a user.")
@click.argument("email")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export_user(email: str, file: Path) -> None:
    """Export everything stored about a user to FILE, a zip archive of texts and JSON."""
    from backend.services import account_export

    try:
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        fail(f"Nothing was exported: {file} can't be created ({error.strerror}).")
    with os.fdopen(handle, "wb") as target, opened_ports() as ports:
        try:
            account_export.export(ports, email, target)
        except CoscribeError:
            file.unlink()
            raise
    click.echo(f"Written: {file}")


def _asked_password(from_stdin: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    words: str = click.prompt("Password (10 to 128 characters)", hide_input=True, confirmation_prompt=True)
    return words


def _checked(body: dict[str, str | None]) -> dict[str, str]:
    """Check the fields of an account as registration does, and return them. If one is invalid, print the reason and
    exit.
    """
    from marshmallow import ValidationError

    from backend.api.auth import registration

    try:
        fields: dict[str, str] = registration(body)
    except ValidationError as error:
        fail("\n".join(f"{field}: {' '.join(map(str, told))}" for field, told in error.normalized_messages().items()))
    return fields


def _day(moment: datetime | None) -> str:
    return moment.date().isoformat() if moment else "never"


@click.group(short_help="Manage API keys for programs.")
def keys() -> None:
    """Manage long-lived API keys for programs, valid only for /v1."""


@keys.command("create")
@click.argument("email")
@click.option("--name", default="", help="which program the key is for")
def create_key(email: str, name: str) -> None:
    """Create an API key for an account. The key is shown only once."""
    from backend.services import api_keys as service

    with opened_ports() as ports:
        key, _ = service.create(ports, email, name)
    click.echo(key)
    click.echo("Keep this key: only a digest of it is stored, so it cannot be shown again.", err=True)


@keys.command("list", short_help="List an account's keys.")
@click.argument("email")
def list_keys(email: str) -> None:
    """List an account's API keys, including revoked ones. Of each key, only the beginning is shown."""
    from backend.services import api_keys as service

    with opened_ports():
        found = service.list_keys(email)
    for each in found:
        state = f"revoked {_day(each.revoked_at)}" if each.revoked_at else f"used {_day(each.used_at)}"
        click.echo(f"{each.id}  {each.shown}…  created {_day(each.created_at)}  {state:<18}  {each.name}".rstrip())
    if not found:
        click.echo(f"{email} has no API key. Create one with: coscribe keys create", err=True)


@keys.command("revoke")
@click.argument("key_id")
def revoke_key(key_id: str) -> None:
    """Revoke the API key with the id KEY_ID. `coscribe keys list` shows the ids."""
    from backend.services import api_keys as service

    with opened_ports() as ports:
        service.revoke(ports, key_id)
    click.echo(f"The key {key_id} was revoked: programs can't use it any more.")
