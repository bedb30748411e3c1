"""Define the commands for drafts: `coscribe propose`, `pending`, `preview`, `approve`, `reject` and `rewrite`."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from backend.client import decisions
from backend.client.answer_output import show_answer
from backend.client.api_types import NewProposal
from backend.client.attachments import read_text
from backend.client.context import Context, as_value, client_command
from backend.client.decisions import Approval
from backend.client.failures import InvalidUsage

_SESSION = click.option("--session", help="use this session instead of the chosen one")
_DRAFT = click.option(
    "--draft", metavar="ID", help="this draft instead of the newest: its id, as `coscribe pending` lists it"
)


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe propose`, which `coscribe propose --help` describes."""

    file: Path
    message: str | None
    sources: tuple[str, ...]
    session: str | None


@click.command(short_help="Show the draft that waits for your decision.")
@_SESSION
@_DRAFT
@client_command
def pending(context: Context, session: str | None, draft: str | None) -> None:
    """Show the draft that waits for your decision, with its sources. If several wait, the newest is shown, and the
    others are listed.
    """
    decisions.look(context, context.session_id(session), draft)


@click.command(short_help="Show where the draft would go.")
@_SESSION
@_DRAFT
@client_command
def preview(context: Context, session: str | None, draft: str | None) -> None:
    """Show where the draft would go, and every line that would change. Nothing is changed."""
    decisions.print_preview(context, context.session_id(session), draft)


@click.command(short_help="Put the draft into the document.")
@_SESSION
@_DRAFT
@click.option("--yes", "-y", is_flag=True, help="approve without asking you first")
@click.option(
    "--candidate", type=click.IntRange(min=1), metavar="NUMBER", help="use the place with this number in the preview"
)
@click.option("--edit", is_flag=True, help="change the content in your editor first")
@click.option("--accept-truncated", is_flag=True, help="approve even if the model's answer was cut off")
@click.option("--accept-sources", is_flag=True, help="approve even if a source is retracted or is another work")
@client_command
def approve(context: Context, session: str | None, **options: Any) -> None:
    """Put the draft into the document. You are shown the change and asked first."""
    decisions.approve(context, context.session_id(session), Approval(**options))


@click.command(short_help="Reject the draft.")
@_SESSION
@_DRAFT
@click.option("--reason", help="why you reject it; the next draft takes it into account")
@client_command
def reject(context: Context, session: str | None, draft: str | None, reason: str | None) -> None:
    """Reject the draft. The document does not change."""
    decisions.reject(context, context.session_id(session), reason, draft)


@click.command(short_help="Ask for a new version of the draft.")
@click.argument("instruction", required=False)
@_SESSION
@_DRAFT
@click.option("--stream", is_flag=True, help="with --json: print each event on its own line as it arrives")
@client_command
def rewrite(context: Context, instruction: str | None, stream: bool, **which: str | None) -> None:
    """Ask for a new version of the draft. INSTRUCTION says what should be different. If no draft waits, the one that
    you rejected last is rewritten.
    """
    if stream and not context.as_json:
        raise InvalidUsage("Use --stream only together with --json.")
    decisions.rewrite(context, context.session_id(which["session"]), instruction, which["draft"])


@click.command(short_help="Propose your own text as a draft.")
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True))
@click.option(
    "--message",
    "-m",
    metavar="TEXT",
    help="where the text goes; without it, the server finds the place that fits the text",
)
@click.option(
    "--source",
    "sources",
    multiple=True,
    metavar="TEXT",
    help="a source of the text, such as a DOI, an address or a whole reference; may be repeated",
)
@click.option("--session", help="use this session instead of the chosen one")
@client_command
@as_value(Options)
def propose(context: Context, options: Options) -> None:
    """Propose the text of FILE (`-`: standard input), word for word. No model is called; the text waits for your
    approval.
    """
    typed = str(options.file) == "-"
    if not typed and not options.file.exists():
        raise InvalidUsage(
            f"There is no file {options.file}. To propose a text without a file, write it to standard input: "
            "echo TEXT | coscribe propose -"
        )
    text = sys.stdin.read() if typed else read_text(options.file)
    if not text.strip():
        raise InvalidUsage("The text is empty. Name a file with text, or write the text to standard input.")
    proposal = NewProposal(text, options.sources, options.message)
    answer = context.api.propose(context.session_id(options.session), proposal)
    if context.as_json:
        context.print_json(answer)
    else:
        show_answer(context, answer)
