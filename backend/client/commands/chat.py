"""Define `coscribe chat`, which sends one message or starts a conversation."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click

from backend.client import text_output
from backend.client.answer_output import show_answer
from backend.client.api_types import Answer, Focus, Mode, NewMessage, SearchMode
from backend.client.attachments import attached
from backend.client.context import Context, as_value, client_command
from backend.client.conversation import Conversation
from backend.client.failures import InvalidUsage


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe chat`, which `coscribe chat --help` describes."""

    message: str | None
    highlights: tuple[str, ...]
    note: str | None
    source: str | None
    files: tuple[Path, ...]
    mode: Mode
    fast: bool
    session: str | None
    title: str | None
    stream: bool
    search_mode: SearchMode | None
    focus: Focus | None


@click.command(short_help="Send a message, or hold a conversation.")
@click.argument("message", required=False)
@click.option(
    "--highlight", "highlights", multiple=True, metavar="TEXT", help="a passage that the answer may use; repeatable"
)
@click.option("--note", help="your note about the highlights")
@click.option("--source", help="the source of the highlights")
@click.option(
    "--section", "-f", "files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
    help="a text file that the answer may use; repeatable",
)  # fmt: skip
@click.option(
    "--mode",
    "-m",
    type=click.Choice(["write", "research"]),
    default="write",
    show_default=True,
    help="write: a draft for the document; research: an answer in the chat only",
)
@click.option("--fast", is_flag=True, help="use the provider's faster model")
@click.option("--session", help="use this session instead of the chosen one")
@click.option("--new", "title", metavar="TITLE", help="create a session with this title, choose it, and use it")
@click.option("--stream", is_flag=True, help="with --json: print each event on its own line as it arrives")
@click.option(
    "--search-mode", type=click.Choice(["web", "academic", "both"]), help="search the web, scholarly services, or both"
)
@click.option(
    "--focus", type=click.Choice(["web", "local", "chat"]),
    help="where the answer may search; local: only your library; chat: neither library nor web; default: web",
)  # fmt: skip
@client_command
@as_value(Options)
def chat(context: Context, options: Options) -> None:
    """Send MESSAGE (`-`: read it from standard input). Without MESSAGE, hold a conversation.

    Drafted content waits for your approval (`coscribe preview`, `coscribe approve`).

    \b
    coscribe chat "Add our sampling rate, 2 kHz, to Methods"
    coscribe chat "Sum these up for Related Work" -f notes.md -f reviews.md
    coscribe chat --highlight "Gusts above 5 m/s" --source "Field notebook" "Mention this in Limitations"
    coscribe chat --mode research "Who measured this before?"
    coscribe chat --focus local "What do my papers say about drought?"
    """
    stream = options.stream
    if stream and not context.as_json:
        raise InvalidUsage("Use --stream only together with --json; a terminal shows the answer as it comes anyway.")
    text = _message(context, options.message)
    texts = attached(options.highlights, options.files, options.note, options.source)
    session_id = _session(context, options.session, options.title, text)
    message = NewMessage(text or "", options.mode, texts, options.fast, options.search_mode, options.focus)
    if text is None:
        Conversation(context, session_id, message).hold()
        return
    answer = cast(Answer, context.watch(context.api.message(session_id, message), "message", session_id))
    if stream:
        return
    if context.as_json:
        context.print_json(answer)
    else:
        show_answer(context, answer)


def _message(context: Context, given: str | None) -> str | None:
    """Return the message to send; None if the user gave none and a conversation should begin."""
    if given is None and sys.stdin.isatty() and not context.as_json:
        return None
    if given not in (None, "-"):
        text = given or ""
    else:
        text = sys.stdin.read()
    if not text.strip():
        raise InvalidUsage("The message is missing. Give it as an argument, or write it to standard input.")
    return text


def _session(context: Context, session: str | None, title: str | None, text: str | None) -> str:
    """Return the id of the session to use: the one that the user named or chose earlier. With a title, or if no session
    was chosen, create a session and choose it.
    """
    if title is None and (session is not None or context.choices.session(context.api.server) is not None):
        return context.session_id(session)
    made = context.api.new_session(title or (text_output.line(text, 60) if text else None))
    context.choices.choose_session(context.api.server, made["id"])
    context.note(f"A new session: {text_output.line(made['title'], 60) or 'untitled'} ({made['id']})")
    return made["id"]
