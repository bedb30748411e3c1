"""Define `coscribe login` and `logout`."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from backend.client.api_types import User
from backend.client.context import Context, as_value, at_desk
from backend.client.failures import ClientFailure, Declined, Misused, SignedOut
from backend.client.preferences import is_here


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe login`."""

    email: str | None
    password_stdin: bool
    register: bool
    name: str | None


@click.command(short_help="Sign in at a server.")
@click.argument("email", required=False)
@click.option("--password-stdin", is_flag=True, help="read the password from the first line of standard input")
@click.option("--register", is_flag=True, help="create the account first if it does not exist")
@click.option("--name", help="your name, with --register")
@at_desk
@as_value(Options)
def login(desk: Context, options: Options) -> None:
    """Sign in to a server, and use that server from now on.

    The token is stored in your configuration folder. The password is not stored.
    """
    if desk.api.server.startswith("http://") and not is_here(desk.api.server):
        desk.note("The connection is not encrypted (http), so others on the network can read the password.", "yellow")
    email = click.prompt("E-mail", err=True) if options.email is None else options.email
    password = _password(options.password_stdin, confirm=options.register)
    user = _register(desk, email, password, options.name) if options.register else desk.api.sign_in(email, password)
    desk.choices.choose_server(desk.api.server)
    if desk.as_json:
        desk.give({"server": desk.api.server, "user": user})
    else:
        desk.show(f"Signed in at {desk.api.server} as {user['email']}.")


def _register(desk: Context, email: str, password: str, name: str | None) -> User:
    """Create the account. If one exists with this address and password, sign in to it."""
    try:
        return desk.api.register(email, password, name)
    except Declined as taken:
        if taken.problem.get("status") != 409:
            raise
        try:
            return desk.api.sign_in(email, password)
        except SignedOut:
            raise taken from None


@click.command(short_help="Sign out.")
@at_desk
def logout(desk: Context) -> None:
    """Sign out: the server revokes the token, and the token is deleted on this machine."""
    if desk.api.connection.tokens.grant() is None:
        raise SignedOut(f"You are not signed in at {desk.api.server}.")
    told = "Signed out."
    try:
        desk.api.sign_out()
    except ClientFailure as failure:
        told = f"The token is deleted on this machine, but the server did not revoke it: {failure.words}"
    if desk.as_json:
        desk.give({"server": desk.api.server, "signed_in": False})
    else:
        desk.show(told)


def _password(from_stdin: bool, confirm: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise Misused("The password cannot be typed, because there is no terminal. Use --password-stdin.")
    return click.prompt("Password", hide_input=True, confirmation_prompt=confirm, err=True)
