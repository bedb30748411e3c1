"""`coscribe users`: accounts on this server."""

from __future__ import annotations

import sys

import click

from backend.administration.prepared_app import fail, prepared, read_settings
from backend.errors import CoscribeError


@click.group()
def users() -> None:
    """Accounts on this server."""


@users.command("create")
@click.argument("email")
@click.option("--name", help="how they are called")
@click.option("--password-stdin", is_flag=True, help="read the password's first line from standard input")
def create_user(email: str, name: str | None, password_stdin: bool) -> None:
    """Make an account, also where registration is closed."""
    from marshmallow import ValidationError

    from backend.api.auth import registration
    from backend.services import accounts

    if password_stdin:
        password = sys.stdin.readline().rstrip("\r\n")
    else:
        password = click.prompt("Password (10 to 128 characters)", hide_input=True, confirmation_prompt=True)
    try:
        body = registration({"email": email, "password": password, "name": name})
        app = prepared(read_settings())
        with app.app_context():
            user = accounts.register(app.extensions["coscribe"], **body)
    except ValidationError as error:
        fail("; ".join(f"{field}: {' '.join(map(str, told))}" for field, told in error.normalized_messages().items()))
    except CoscribeError as error:
        fail(error.detail)
    click.echo(f"{user.email} can sign in now ({user.id}).")
