"""Define `coscribe propose`, which stores the user's own text as an open draft."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import click

from backend.client.answer_output import show_answer
from backend.client.api_types import NewProposal
from backend.client.attachments import read_text
from backend.client.context import Context, as_value, client_command
from backend.client.failures import InvalidUsage


@dataclass(frozen=True, slots=True)
class Options:
    """The argument and the options of `coscribe propose`, which `coscribe propose --help` describes."""

    file: Path
    message: str | None
    sources: tuple[str, ...]
    session: str | None


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
    text = sys.stdin.read() if str(options.file) == "-" else read_text(options.file)
    if not text.strip():
        raise InvalidUsage("The text is empty. Name a file with text, or write the text to standard input.")
    proposal = NewProposal(text, options.sources, options.message)
    answer = context.api.propose(context.session_id(options.session), proposal)
    if context.as_json:
        context.print_json(answer)
    else:
        show_answer(context, answer)
