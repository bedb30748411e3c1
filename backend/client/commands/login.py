"""Define `coscribe login` and `logout`."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import click

from backend.client.api_types import User
from backend.client.context import Context, as_value, client_command
from backend.client.failures import ClientFailure, InvalidUsage, RequestRefused, SignedOut
from backend.client.preferences import is_here


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe login`, which `coscribe login --help` describes."""

    email: str | None
    password_stdin: bool
    register: bool
    name: str | None


@click.command(short_help="Sign in at a server.")
@click.argument("email", required=False)
@click.option("--password-stdin", is_flag=True, help="read the password from the first line of standard input")
@click.option("--register", is_flag=True, help="create the account first if it does not exist")
@click.option("--name", help="your name, with --register")
@client_command
@as_value(Options)
def login(context: Context, options: Options) -> None:
    """Sign in to a server, and use that server from now on.

    The token is stored in your configuration folder. The password is not stored.
    """
    if context.api.server.startswith("http://") and not is_here(context.api.server):
        context.note(
            "The connection is not encrypted (http), so others on the network can read the password. Use an address "
            "that begins with https, if the server has one.",
            "yellow",
        )
    email = click.prompt("E-mail", err=True) if options.email is None else options.email
    password = _password(options.password_stdin, confirm=options.register)
    user = (
        _register(context, email, password, options.name) if options.register else context.api.sign_in(email, password)
    )
    context.choices.choose_server(context.api.server)
    context.print_result(
        {"server": context.api.server, "user": user}, f"Signed in at {context.api.server} as {user['email']}."
    )


def _register(context: Context, email: str, password: str, name: str | None) -> User:
    """Create the user's account. If an account with this address and password exists, sign in to it."""
    try:
        return context.api.register(email, password, name)
    except RequestRefused as taken:
        if taken.problem.get("status") != 409:
            raise
        try:
            return context.api.sign_in(email, password)
        except SignedOut:
            raise taken from None


@click.command(short_help="Sign out.")
@client_command
def logout(context: Context) -> None:
    """Sign out: the server revokes the token, and the token is deleted on this machine."""
    if context.api.connection.tokens.grant() is None:
        raise SignedOut(f"You are not signed in at {context.api.server}.")
    told = "Signed out."
    try:
        context.api.sign_out()
    except ClientFailure as failure:
        told = f"The token is deleted on this machine, but the server did not revoke it: {failure.words}"
    context.print_result({"server": context.api.server, "signed_in": False}, told)


def _password(from_stdin: bool, confirm: bool) -> str:
    if from_stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise InvalidUsage("The password cannot be typed, because there is no terminal. Use --password-stdin.")
    return click.prompt("Password", hide_input=True, confirmation_prompt=confirm, err=True)
