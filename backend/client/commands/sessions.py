"""Define `coscribe sessions`, which lists, creates, chooses, reads, renames and deletes sessions."""

from __future__ import annotations

import sys

import click
from rich.table import Table
from rich.text import Text

from backend.client import text_output
from backend.client.api_types import Message, Session
from backend.client.context import Context, WithDefault, at_desk
from backend.client.failures import Misused, NothingThere


class Sessions(WithDefault):
    default = "list"


@click.group(cls=Sessions, short_help="Sessions: list, new, use, read, rename, delete.")
def sessions() -> None:
    """Your sessions, each with its document. Without a subcommand, they are listed.

    Name a session by its id, the beginning of its id, or its title.
    """


@sessions.command("list")
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@at_desk
def listed(desk: Context, limit: int) -> None:
    """List your sessions, newest first."""
    found = desk.api.sessions(limit)
    chosen = desk.choices.session(desk.api.server)
    if desk.as_json:
        desk.give({"items": found, "current": chosen})
    elif not found:
        raise NothingThere("You have no sessions yet. Create one with: coscribe sessions new TITLE")
    elif desk.out.is_terminal:
        desk.out.print(_table(found, chosen))
    else:
        for each in found:
            mark = "*" if each["id"] == chosen else ""
            desk.show("\t".join((mark, each["id"], str(each["revision"]), text_output.line(each["title"], 300))))


@sessions.command("new")
@click.argument("title", required=False)
@at_desk
def new(desk: Context, title: str | None) -> None:
    """Create a session with an empty document, and choose it."""
    _choose(desk, desk.api.new_session(title), "Created and chosen")


@sessions.command("use")
@click.argument("session")
@at_desk
def use(desk: Context, session: str) -> None:
    """Choose the session that other commands use."""
    _choose(desk, desk.find(session), "Chosen")


@sessions.command("rename")
@click.argument("title")
@click.option("--session", help="use this session instead of the chosen one")
@at_desk
def rename(desk: Context, title: str, session: str | None) -> None:
    """Rename a session."""
    made = desk.api.rename(desk.session_id(session), title)
    _told(desk, made, f"Renamed: {_called(made)}.")


@sessions.command("delete")
@click.argument("session")
@click.option("--yes", "-y", is_flag=True, help="delete without asking you first")
@at_desk
def delete(desk: Context, session: str, yes: bool) -> None:
    """Delete a session with its conversation, its document and all revisions."""
    found = desk.find(session)
    if not yes:
        if desk.as_json or not sys.stdin.isatty():
            raise Misused("Use --yes to delete without being asked.")
        click.confirm(f"Delete {_called(found)} with its document permanently?", abort=True, err=True)
    desk.api.delete(found["id"])
    if desk.choices.session(desk.api.server) == found["id"]:
        desk.choices.choose_session(desk.api.server, None)
    _told(desk, found, f"Deleted: {_called(found)}.")


@sessions.command("read")
@click.argument("session", required=False)
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@at_desk
def read(desk: Context, session: str | None, limit: int) -> None:
    """Print the conversation of a session, oldest message first."""
    found = desk.api.messages(desk.session_id(session), limit)
    if desk.as_json:
        desk.give({"items": found})
    elif not found:
        raise NothingThere("This session has no messages yet.")
    else:
        for each in found:
            _show_message(desk, each)


def _show_message(desk: Context, message: Message) -> None:
    who = "You" if message["role"] == "user" else "Coscribe"
    desk.show(f"{who}, {text_output.local(message['created_at'])}", "bold cyan" if who == "You" else "bold green")
    desk.show(message["content"])
    if message["document_content"]:
        state = (message["status"] or "").replace("_", " ")
        desk.show(
            f"[{text_output.counted(len(message['document_content'].split()), 'word')} of content: {state}]", "dim"
        )
    desk.show("")


def _choose(desk: Context, session: Session, done: str) -> None:
    desk.choices.choose_session(desk.api.server, session["id"])
    _told(desk, session, f"{done}: {_called(session)}.")


def _told(desk: Context, session: Session, told: str) -> None:
    if desk.as_json:
        desk.give(session)
    else:
        desk.show(told)


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
