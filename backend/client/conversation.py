"""Run a conversation on a terminal: each line is a message or, if it begins with `/`, a command."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import cast

import click

from backend.client import decisions
from backend.client.answer_output import show_answer
from backend.client.api_types import Answer, Attached, Mode, NewMessage
from backend.client.attachments import attached
from backend.client.context import Context
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
        """Begin a conversation. `first` is a message without text; its mode, its choice of the faster model, and its
        limits on searches apply to all messages.
        """
        self._desk, self._session_id, self._mode, self._first = context, session_id, first.mode, first
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
        """Read lines from the terminal and answer each of them, until the user ends the conversation."""
        title = self._desk.api.session(self._session_id)["title"]
        self._desk.note(f"{title or 'Untitled'} · /help lists the commands, Ctrl-D leaves")
        while True:
            try:
                line = self._desk.read_line()
            except EOFError:
                return
            except KeyboardInterrupt:
                self._desk.note("\nCtrl-D leaves.")
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
            self._desk.note(failure.words, "red")
        except (click.Abort, KeyboardInterrupt):
            self._desk.note("Nothing was changed.")
        except ValueError as error:  # raised by shlex for an unclosed quotation mark
            self._desk.note(f"The file name cannot be read: {error}", "red")

    def _command(self, line: str) -> None:
        name, _, rest = line.partition(" ")
        if name not in self._commands:
            raise InvalidUsage(f"The command /{name} does not exist; /help lists the commands.")
        self._commands[name](rest.strip())

    def _send(self, text: str, mode: Mode) -> None:
        if not text:
            raise InvalidUsage("The question is missing: /research QUESTION")
        run = self._desk.api.message(self._session_id, replace(self._first, text=text, mode=mode, attached=self._next))
        answer = cast(Answer, self._desk.watch(run, "message", self._session_id))
        self._next = []
        show_answer(self._desk, answer)

    def _approve(self, _: str) -> None:
        decisions.approve(self._desk, self._session_id, Approval())

    def _attach(self, highlights: list[str], files: list[Path]) -> None:
        if not any(highlights) and not files:
            raise InvalidUsage("The text or file is missing: /highlight TEXT or /file PATH")
        self._next += attached(highlights, files)
        self._desk.note(f"Texts that will be sent with the next message: {len(self._next)}.")
