"""Define `coscribe chat`, which sends one message or starts a conversation."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

import click

from backend.client import decisions, text_output
from backend.client.answer_output import show_answer
from backend.client.api_types import Answer, Attached, Focus, Mode, NewMessage, SearchMode
from backend.client.attachments import attached
from backend.client.context import Context, as_value, client_command
from backend.client.decisions import Approval
from backend.client.failures import ClientFailure, InvalidUsage, SignedOut

with suppress(ImportError):  # not every Python has readline; without it, lines cannot be edited as well
    import readline  # noqa: F401

HELP = """\
/pending            show the draft that waits for your decision
/preview            show where the draft would go
/approve            put the draft into the document (asks first)
/reject             reject the draft
/rewrite WHAT       ask for a new version of the draft, as WHAT says
/research QUESTION  answer a question in the chat; write no content
/highlight TEXT     send a passage with the next message
/file PATH          send a text file with the next message
/document           show the current document
/quit               leave (or press Ctrl-D)"""


class Conversation:
    """A conversation in one session. Ctrl-C stops the answer that is being written, but does not end the
    conversation.
    """

    def __init__(self, context: Context, session_id: str, first: NewMessage) -> None:
        """Begin a conversation. `first` is a message without text that holds the user's options. The mode, the choice
        of the faster model and the limits on searches apply to all messages; the attached texts are sent only with the
        first one.
        """
        self._context, self._session_id, self._mode, self._first = context, session_id, first.mode, first
        self._next: list[Attached] = list(first.attached)
        context.prefix = "/"
        self._commands: dict[str, Callable[[str], None]] = {
            "pending": lambda _: decisions.look(context, session_id),
            "preview": lambda _: decisions.print_preview(context, session_id),
            "approve": self._approve,
            "reject": lambda reason: decisions.reject(context, session_id, reason or None),
            "rewrite": lambda what: decisions.rewrite(context, session_id, what or None),
            "research": lambda question: self._send(question, "research"),
            "highlight": lambda text: self._attach([text], []),
            "file": lambda path: self._attach([], [Path(word) for word in shlex.split(path)]),
            "document": lambda _: context.show(context.api.document(session_id)["content"]),
            "help": lambda _: context.show(HELP),
        }

    def hold(self) -> None:
        """Read lines from the terminal and answer each, until the user ends the conversation."""
        title = self._context.api.session(self._session_id)["title"]
        self._context.note(f"{title or 'Untitled'} · /help lists the commands, Ctrl-D leaves")
        while True:
            try:
                line = self._context.read_line()
            except EOFError:
                return
            except KeyboardInterrupt:
                self._context.note("\nCtrl-D leaves.")
                continue
            if line.strip() in ("/quit", "/exit", "/q"):
                return
            self._do(line.strip())

    def _do(self, line: str) -> None:
        try:
            if line.startswith("/"):
                self._command(line[1:])
            elif line:
                self._send(line, self._mode)
        except SignedOut:
            raise
        except ClientFailure as failure:
            self._context.note(failure.words, "red")
        except (click.Abort, KeyboardInterrupt):
            self._context.note("Nothing was changed.")
        except ValueError as error:  # raised by shlex for an unclosed quotation mark
            self._context.note(f"The file name cannot be read: {error}", "red")

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        if name not in self._commands:
            raise InvalidUsage(f"The command /{name} does not exist; /help lists the commands.")
        self._commands[name](rest.strip())

    def _send(self, text: str, mode: Mode) -> None:
        if not text:
            raise InvalidUsage("The question is missing: /research QUESTION")
        run = self._context.api.message(
            self._session_id, replace(self._first, text=text, mode=mode, attached=self._next)
        )
        answer = cast(Answer, self._context.watch(run, "message", self._session_id))
        self._next = []
        show_answer(self._context, answer)

    def _approve(self, _: str) -> None:
        decisions.approve(self._context, self._session_id, Approval())

    def _attach(self, highlights: list[str], files: list[Path]) -> None:
        if not any(highlights) and not files:
            raise InvalidUsage("The text or file is missing: /highlight TEXT or /file PATH")
        self._next += attached(highlights, files)
        self._context.note(f"Texts that will be sent with the next message: {len(self._next)}.")


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
    "--highlight",
    "highlights",
    multiple=True,
    metavar="TEXT",
    help="a passage that the answer may use; may be repeated",
)
@click.option("--note", help="your note about the highlights")
@click.option("--source", help="the source of the highlights")
@click.option(
    "--section", "-f", "files", multiple=True, type=click.Path(path_type=Path), metavar="FILE",
    help="a text file that the answer may use; may be repeated",
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
    help="where the answer may search: local, only your library; chat, neither library nor web; default: web",
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
    """Return the message to send: the argument `given`, or standard input. Returns None if there is none and a
    conversation should begin.
    """
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
    """Return the id of the session to use: the one that `session` names or, with None, the one that the user chose
    earlier.

    If a `title` is given, or there is no such session, a new session is created and chosen for later commands. Without
    a `title`, it is named after `text`, the message to send (None for a conversation).
    """
    if title is None and (session is not None or context.choices.session(context.api.server) is not None):
        return context.session_id(session)
    made = context.api.new_session(title or (text_output.line(text, 60) if text else None))
    context.choices.choose_session(context.api.server, made["id"])
    context.note(f"A new session: {text_output.line(made['title'], 60) or 'untitled'} ({made['id']})")
    return made["id"]
