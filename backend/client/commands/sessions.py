"""Define `coscribe sessions`, which lists, creates, chooses, reads, renames and deletes sessions."""

from __future__ import annotations

import sys

import click
from rich.table import Table
from rich.text import Text

from backend.client import text_output
from backend.client.api_types import Message, Session
from backend.client.context import Context, WithDefault, client_command
from backend.client.failures import InvalidUsage, NothingFound


class Sessions(WithDefault):
    default = "list"


@click.group(cls=Sessions, short_help="Manage your sessions, each with its document.")
def sessions() -> None:
    """Manage your sessions, each with its document. Without a subcommand, they are listed.

    Name a session by its id, the beginning of its id, or its title.
    """


@sessions.command("list")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@client_command
def listed(context: Context, limit: int) -> None:
    """List your sessions, newest first."""
    found = context.api.sessions(limit)
    chosen = context.choices.session(context.api.server)
    if context.as_json:
        context.print_json({"items": found, "current": chosen})
    elif not found:
        raise NothingFound("You have no sessions yet. Create one with: coscribe sessions new TITLE")
    elif context.out.is_terminal:
        context.out.print(_table(found, chosen))
    else:
        for each in found:
            mark = "*" if each["id"] == chosen else ""
            context.show("\t".join((mark, each["id"], str(each["revision"]), text_output.line(each["title"], 300))))


@sessions.command("new")
@click.argument("title", required=False)
@client_command
def new(context: Context, title: str | None) -> None:
    """Create a session with an empty document, and choose it."""
    _choose(context, context.api.new_session(title), "Created and chosen")


@sessions.command("use")
@click.argument("session")
@client_command
def use(context: Context, session: str) -> None:
    """Choose the session that other commands use."""
    _choose(context, context.find(session), "Chosen")


@sessions.command("rename")
@click.argument("title")
@click.option("--session", help="use this session instead of the chosen one")
@client_command
def rename(context: Context, title: str, session: str | None) -> None:
    """Give a session another title."""
    made = context.api.rename(context.session_id(session), title)
    context.print_result(made, f"Renamed: {_called(made)}.")


@sessions.command("delete", short_help="Delete a session with everything in it.")
@click.argument("session")
@click.option("--yes", "-y", is_flag=True, help="delete without asking you first")
@client_command
def delete(context: Context, session: str, yes: bool) -> None:
    """Delete a session with its conversation, its document and all revisions."""
    found = context.find(session)
    if not yes:
        if context.as_json or not sys.stdin.isatty():
            raise InvalidUsage("Use --yes to delete without being asked.")
        click.confirm(f"Delete {_called(found)} with its document permanently?", abort=True, err=True)
    context.api.delete(found["id"])
    if context.choices.session(context.api.server) == found["id"]:
        context.choices.choose_session(context.api.server, None)
    context.print_result(found, f"Deleted: {_called(found)}.")


@sessions.command("read")
@click.argument("session", required=False)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@client_command
def read(context: Context, session: str | None, limit: int) -> None:
    """Print the conversation of a session, oldest message first."""
    found = context.api.messages(context.session_id(session), limit)
    if context.as_json:
        context.print_json({"items": found})
    elif not found:
        raise NothingFound("This session has no messages yet. Send one with: coscribe chat")
    else:
        for each in found:
            _show_message(context, each)


def _show_message(context: Context, message: Message) -> None:
    who = "You" if message["role"] == "user" else "Coscribe"
    context.show(f"{who}, {text_output.local(message['created_at'])}", "bold cyan" if who == "You" else "bold green")
    context.show(message["content"])
    if message["document_content"]:
        state = (message["status"] or "").replace("_", " ")
        context.show(
            f"[{text_output.counted(len(message['document_content'].split()), 'word')} of content: {state}]", "dim"
        )
    context.show("")


def _choose(context: Context, session: Session, done: str) -> None:
    context.choices.choose_session(context.api.server, session["id"])
    context.print_result(session, f"{done}: {_called(session)}.")


def _called(session: Session) -> str:
    return f"{text_output.line(session['title'], 80) or 'untitled'} ({session['id']})"


def _table(found: list[Session], chosen: str | None) -> Table:
    table = Table("", "id", "title", "revision", "changed", "", box=None, pad_edge=False, header_style="dim")
    for each in found:
        mine = each["id"] == chosen
        table.add_row(
            "→" if mine else "",
            each["id"][:8],
            Text(text_output.line(each["title"], 80) or "untitled", style="bold" if mine else ""),
            Text(str(each["revision"]), justify="right"),
            text_output.local(each["updated_at"]),
            Text("pending", "yellow") if each["pending_content_id"] else "",
        )
    return table
