"""Provide the context of a command: the server, the session, where to print, and how to exit.

Only a command's result is printed to standard output; everything else is printed to standard error.
"""

from __future__ import annotations

import functools
import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from backend.client import text_output
from backend.client.api import Api
from backend.client.api_types import Session
from backend.client.connection import Connection
from backend.client.failures import ClientFailure, NothingFound, Stopped
from backend.client.naming import Kind
from backend.client.preferences import Choices, address
from backend.client.private_files import Store
from backend.client.run_display import Display, LineDisplay, LiveDisplay, NoDisplay
from backend.client.run_watcher import LOST, ReceivedText, Run
from backend.client.tokens import Tokens

Options = TypeVar("Options")


@dataclass
class Context:
    """The context of one command.

    `as_json` is True if the result is printed as JSON for a program. `stream` is True if also every event of a run is
    printed as JSON, on a line of its own.
    """

    api: Api
    choices: Choices
    as_json: bool = False
    stream: bool = False
    #: the text before a command's name in hints: "coscribe ", or "/" in a conversation
    prefix: str = "coscribe "
    out: Console = field(default_factory=lambda: Console(highlight=False))
    err: Console = field(default_factory=lambda: Console(stderr=True, highlight=False))

    # --- output -----------------------------------------------------------------------------------

    def print_json(self, value: Any) -> None:
        """Print a result as JSON on one line."""
        readable = "utf" in (sys.stdout.encoding or "").lower()  # other encodings get escapes
        click.echo(json.dumps(value, ensure_ascii=not readable))

    def show(self, text: str, style: str = "") -> None:
        """Print a result for people, in a style of Rich such as "bold". Terminal control characters in `text` are
        removed.
        """
        if self.out.is_terminal:
            self.out.print(Text(text_output.harmless(text), style=style), soft_wrap=True)
        else:
            click.echo(text_output.harmless(text), file=self.out.file)

    def print_result(self, value: Any, text: str) -> None:
        """Print a result: the value as JSON if the user asked for JSON, else `text`."""
        if self.as_json:
            self.print_json(value)
        else:
            self.show(text)

    def show_markdown(self, text: str) -> None:
        """Print Markdown: formatted on a terminal, else as it is."""
        if self.out.is_terminal:
            self.out.print(Markdown(text_output.harmless(text)))
        else:
            click.echo(text_output.harmless(text))

    def note(self, text: str, style: str = "dim") -> None:
        """Print a remark for people to standard error, in a style of Rich such as "yellow"."""
        self.err.print(Text(text_output.harmless(text), style=style), soft_wrap=True)

    @contextmanager
    def on_stderr(self) -> Iterator[None]:
        """Print to standard error, while the context is open, what is otherwise printed to standard output. Use this
        for everything that belongs to a failure.
        """
        kept, self.out = self.out, self.err
        try:
            yield
        finally:
            self.out = kept

    def read_line(self) -> str:
        """Read a line that the user types. As in a shell, the user can edit the line and call up earlier ones."""
        return input("\n› ")

    # --- runs -------------------------------------------------------------------------------------

    def watch(self, run: Run, kind: str, session_id: str | None) -> dict[str, Any]:
        """Show the progress of a run of this kind, such as "research", and return the run's answer. Ctrl-C stops the
        run on the server and raises Stopped.
        """
        written = ReceivedText()
        try:
            with self._display() as display:
                for event in run:
                    if self.stream:
                        self.print_json({"event": event.name, "id": event.id, "data": event.data})
                    display.show(event)
                    if event.name == "token":
                        written.insert(event.data)
                    if event.name == LOST and event.data["attempt"] == 1 and isinstance(display, NoDisplay):
                        self.note("The connection was lost; reconnecting.")
        except KeyboardInterrupt:
            with self._hurrying():
                asked = run.stop() or (run.run_id is None and self.api.stop_newest(kind, session_id))
            raise self._stopped(asked, run.run_id) from None
        except ClientFailure:
            self._show_partial(written, run.run_id)
            raise
        return event.data

    @contextmanager
    def stoppable_approval(self, session_id: str) -> Iterator[None]:
        """While the context is open, Ctrl-C stops the session's newest approval on the server and raises Stopped."""
        waiting = self.err.status(text_output.PHASES["placing"]) if self.err.is_terminal else nullcontext()
        try:
            with waiting:
                yield
        except KeyboardInterrupt:
            with self._hurrying():
                asked = self.api.stop_newest("approve", session_id)
            raise self._stopped(asked) from None

    @contextmanager
    def _hurrying(self) -> Iterator[None]:
        """While the context is open, Ctrl-C ends the wait for the server's answer and raises Stopped. Use this while
        the server stops a run because of an earlier Ctrl-C.
        """
        try:
            yield
        except KeyboardInterrupt:
            raise Stopped("Stopped on this machine; the server may not have received the request to stop.") from None

    def _show_partial(self, written: ReceivedText, run_id: str | None) -> None:
        """Print the part of an answer that arrived before the run failed. The server stores this part, but makes no
        draft of it.
        """
        if not any(written.text.values()):
            return
        if not (self.as_json or self.stream):
            with self.on_stderr():
                self.show(text_output.broken_off(written.text))
        self.note(
            f"The server keeps the text so far: see `partial` of GET {self.api.server}/api/runs/{run_id}", "yellow"
        )

    def _stopped(self, asked: bool, run_id: str | None = None) -> Stopped:
        if asked:
            return Stopped("Stopped, on this machine and on the server.")
        which = f": run {run_id}" if run_id else ""
        return Stopped(
            f"Stopped on this machine. {self.api.server} could not be reached, so the work may continue there{which}."
        )

    def _display(self) -> Display:
        if self.as_json or self.stream:
            return NoDisplay()
        if self.out.is_terminal:
            return LiveDisplay(self.out)
        return LineDisplay(self.err) if self.err.is_terminal else NoDisplay()

    # --- the session ------------------------------------------------------------------------------

    def session_id(self, wanted: str | None = None) -> str:
        """Return the id of the session that `wanted` names; without `wanted`, of the session that the user chose
        earlier. Raises NothingFound if no session is chosen, and SignedOut if nobody is signed in.
        """
        if wanted:
            return self.find(wanted)["id"]
        chosen = self.choices.session(self.api.server)
        if chosen is None:
            self.api.connection.tokens.stored()  # raises SignedOut first, because signing in is the first step
            raise NothingFound(
                "No session is chosen. Choose one with `coscribe sessions use ID`, "
                "or create one with `coscribe sessions new`."
            )
        return chosen

    def find(self, wanted: str) -> Session:
        """Find the session that `wanted` names by its id, the beginning of its id, or its title. Raises RequestRefused
        if no session or more than one matches.
        """
        if _ID.fullmatch(wanted):
            return self.api.session(wanted)
        return _SESSION.find(wanted, self.api.sessions())


_SESSION = Kind(("title",), "sessions", "You have no session with the title or id", " See: coscribe sessions")
_ID = re.compile(r"(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def folder() -> Path:
    """Return the folder for tokens and preferences: `coscribe/` in the user's configuration folder."""
    return Path(click.get_app_dir("coscribe"))


def open_context(server: str | None, as_json: bool = False, stream: bool = False) -> Context:
    """Create the context of a command for the server with this address; with None, for the server that the user last
    signed in to. `as_json` and `stream` say how results are printed (see `Context`).
    """
    store = Store(folder())
    choices = Choices(store)
    at = address(server) if server else choices.server
    return Context(Api(Connection(Tokens(store, at))), choices, as_json, stream)


class WithDefault(click.Group):
    """A command group. If the user names no subcommand, it runs the subcommand `default`."""

    default = ""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if ctx.resilient_parsing:  # the shell is completing a command's name, so none is chosen yet
            return super().parse_args(ctx, args)
        named = bool(args) and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if named else [self.default, *args])


def client_command(command: Callable[..., None]) -> Callable[..., None]:
    """Turn a function into a command of the client.

    The function gets a Context as its first argument. The command has the options `--server` and `--json`. If the
    function raises a ClientFailure, the command prints its message and exits with its code.
    """

    @click.option(
        "--server", envvar="COSCRIBE_SERVER", help="the server's address (default: the server you signed in to last)"
    )
    @click.option("--json", "as_json", is_flag=True, help="print only the result, as JSON")
    @functools.wraps(command)
    def run_command(server: str | None, as_json: bool, **given: Any) -> None:
        made = None
        try:
            made = open_context(server, as_json, given.get("stream", False))
            command(made, **given)
        except ClientFailure as failure:
            leave(failure)
        except (KeyboardInterrupt, click.Abort):
            leave(Stopped("Stopped."))
        except BrokenPipeError:
            sys.stderr.close()  # the reader of our output has ended; Python would print an error at exit
            sys.exit(141)
        except OSError as error:  # the configuration folder cannot be written, or the disk is full
            leave(ClientFailure(f"{error.filename or 'A file'} cannot be read or written: {error.strerror or error}."))
        finally:
            if made is not None:
                made.api.connection.close()

    return run_command


def as_value(kind: Callable[..., Options]) -> Callable[[Callable[[Context, Options], None]], Callable[..., None]]:
    """Return a decorator for the function of a command. Click's arguments and options are passed to the function as one
    value of the class `kind`, whose fields have the names of the arguments and options.
    """

    def decorate(command: Callable[[Context, Options], None]) -> Callable[..., None]:
        @functools.wraps(command)
        def called(context: Context, **options: Any) -> None:
            command(context, kind(**options))

        return called

    return decorate


def leave(failure: ClientFailure) -> NoReturn:
    """Print a failure and exit with its exit code."""
    click.echo(text_output.harmless(failure.words), err=True)
    sys.exit(failure.code)
