"""Define `coscribe personas`, which manages the user's personas: stored instructions for the tone of answers."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from pathlib import Path

import click
from rich.table import Table

from backend.client import text_output
from backend.client.attachments import read_text
from backend.client.context import Context, WithDefault, as_value, client_command
from backend.client.failures import InvalidUsage, NothingFound
from backend.client.user_library import Personas

_FILE = click.option("--file", type=click.Path(path_type=Path), help="read the prompt from this file")


class PersonasGroup(WithDefault):
    default = "list"


@click.group(cls=PersonasGroup, short_help="Manage instructions for the tone of answers.")
def personas() -> None:
    """Manage your personas: stored instructions for the tone and emphasis of a session's answers.

    Name a persona by its id, the beginning of its id, or its name. Without a subcommand, they are listed.

    \b
    coscribe personas add "Plain" "Use short sentences and no jargon."
    coscribe personas use Plain
    """


@personas.command("list")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 1000))
@client_command
def listed(context: Context, limit: int) -> None:
    """List your personas, newest first."""
    found = Personas(context.api).all(limit)
    if context.as_json:
        context.print_json({"items": found})
    elif not found:
        raise NothingFound("You have no personas. Add one with: coscribe personas add NAME PROMPT")
    elif context.out.is_terminal:
        table = Table("id", "name", "prompt", box=None, pad_edge=False, header_style="dim")
        for each in found:
            table.add_row(each["id"][:8], text_output.line(each["name"], 40), text_output.line(each["prompt"], 80))
        context.out.print(table)
    else:
        for each in found:
            context.show("\t".join((each["id"], text_output.line(each["name"], 100))))


@personas.command("show")
@click.argument("persona")
@client_command
def show(context: Context, persona: str) -> None:
    """Print the prompt of PERSONA."""
    found = Personas(context.api).find(persona)
    context.print_result(found, found["prompt"])


@personas.command("add")
@click.argument("name")
@click.argument("prompt", required=False)
@_FILE
@client_command
def add(context: Context, name: str, prompt: str | None, file: Path | None) -> None:
    """Add a persona called NAME, with PROMPT or the text of a file."""
    made = Personas(context.api).add(name, _prompt(prompt, file))
    added = text_output.line(made["name"], 100)
    context.print_result(made, f"Added: {added}. Use it with: coscribe personas use {shlex.quote(added)}")


@dataclass(frozen=True, slots=True)
class Change:
    """The argument and the options of `coscribe personas change`."""

    persona: str
    prompt: str | None
    name: str | None
    file: Path | None


@personas.command("change")
@click.argument("persona")
@click.argument("prompt", required=False)
@click.option("--name", help="the persona's new name")
@_FILE
@client_command
@as_value(Change)
def change(context: Context, options: Change) -> None:
    """Change the prompt or the name of PERSONA."""
    changes = {"name": options.name} if options.name else {}
    if options.prompt is not None or options.file is not None or not changes:
        changes["prompt"] = _prompt(options.prompt, options.file)
    own = Personas(context.api)
    made = own.change(own.find(options.persona)["id"], changes)
    context.print_result(made, f"Changed: {text_output.line(made['name'], 100)}.")


@personas.command("use")
@click.argument("persona")
@click.option("--session", help="use this session instead of the chosen one")
@client_command
def use(context: Context, persona: str, session: str | None) -> None:
    """Use PERSONA for the session's answers; with `none`, use no persona."""
    own, session_id = Personas(context.api), context.session_id(session)
    found = None if persona == "none" else own.find(persona)
    own.use(session_id, found["id"] if found else None)
    told = (
        f"The session's answers now use the persona {text_output.line(found['name'], 100)}."
        if found
        else "The session's answers now use no persona."
    )
    context.print_result({"persona_id": found["id"] if found else None}, told)


@personas.command("remove")
@click.argument("persona")
@client_command
def remove(context: Context, persona: str) -> None:
    """Remove PERSONA; sessions that used it have no persona afterwards."""
    own = Personas(context.api)
    found = own.find(persona)
    own.remove(found["id"])
    context.print_result(found, f"Removed: {text_output.line(found['name'], 100)}.")


def _prompt(prompt: str | None, file: Path | None) -> str:
    """Return the prompt from the argument or the file. Raises InvalidUsage if both or neither are given."""
    if (prompt is None) == (file is None):
        raise InvalidUsage("Give the prompt either as an argument or with --file.")
    return prompt if prompt is not None else read_text(file) if file is not None else ""
