"""Define `coscribe personas`, which manages the personas: instructions for the tone of answers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from backend.client import text_output
from backend.client.attachments import read_text
from backend.client.context import Context, WithDefault, as_value, at_desk
from backend.client.failures import Misused, NothingThere
from backend.client.personas import Personas

_FILE = click.option("--file", type=click.Path(path_type=Path), help="read the prompt from this file")


class PersonasGroup(WithDefault):
    default = "list"


@click.group(cls=PersonasGroup, short_help="Personas: list, show, add, change, use, remove.")
def personas() -> None:
    """Your personas: stored instructions for the tone and emphasis of a session's answers.

    Name a persona by its id, the beginning of its id, or its name. Without a subcommand, they are listed.

    \b
    coscribe personas add "Plain" "Use short sentences and no jargon."
    coscribe personas use Plain
    """


@personas.command("list")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 1000))
@at_desk
def listed(desk: Context, limit: int) -> None:
    """List your personas, newest first."""
    found = Personas(desk.api).all(limit)
    if desk.as_json:
        desk.give({"items": found})
    elif not found:
        raise NothingThere("You have no personas. Add one with: coscribe personas add NAME PROMPT")
    elif desk.out.is_terminal:
        table = Table("id", "name", "prompt", box=None, pad_edge=False, header_style="dim")
        for each in found:
            table.add_row(each["id"][:8], text_output.line(each["name"], 40), text_output.line(each["prompt"], 80))
        desk.out.print(table)
    else:
        for each in found:
            desk.show("\t".join((each["id"], text_output.line(each["name"], 100))))


@personas.command("show")
@click.argument("persona")
@at_desk
def show(desk: Context, persona: str) -> None:
    """Print the prompt of PERSONA."""
    found = Personas(desk.api).find(persona)
    if desk.as_json:
        desk.give(found)
    else:
        desk.show(found["prompt"])


@personas.command("add")
@click.argument("name")
@click.argument("prompt", required=False)
@_FILE
@at_desk
def add(desk: Context, name: str, prompt: str | None, file: Path | None) -> None:
    """Add a persona called NAME, with PROMPT or the text of a file."""
    made = Personas(desk.api).add(name, _prompt(prompt, file))
    _done(desk, made, f"Added: {text_output.line(made['name'], 100)}. Use it with: coscribe personas use NAME")


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
@at_desk
@as_value(Change)
def change(desk: Context, options: Change) -> None:
    """Change the prompt or the name of PERSONA."""
    changes = {"name": options.name} if options.name else {}
    if options.prompt is not None or options.file is not None or not changes:
        changes["prompt"] = _prompt(options.prompt, options.file)
    own = Personas(desk.api)
    made = own.change(own.find(options.persona)["id"], changes)
    _done(desk, made, f"Changed: {text_output.line(made['name'], 100)}.")


@personas.command("use")
@click.argument("persona")
@click.option("--session", help="use this session instead of the chosen one")
@at_desk
def use(desk: Context, persona: str, session: str | None) -> None:
    """Let the session answer with PERSONA; with `none`, without one."""
    own, session_id = Personas(desk.api), desk.session_id(session)
    found = None if persona == "none" else own.find(persona)
    own.use(session_id, found["id"] if found else None)
    told = f"The session answers with {text_output.line(found['name'], 100)}." if found else "No persona is used now."
    _done(desk, {"persona_id": found["id"] if found else None}, told)


@personas.command("remove")
@click.argument("persona")
@at_desk
def remove(desk: Context, persona: str) -> None:
    """Remove PERSONA; sessions that used it have no persona afterwards."""
    own = Personas(desk.api)
    found = own.find(persona)
    own.remove(found["id"])
    _done(desk, found, f"Removed: {text_output.line(found['name'], 100)}.")


def _prompt(prompt: str | None, file: Path | None) -> str:
    """Return the prompt from the argument or the file. Raises Misused if both or neither are given."""
    if (prompt is None) == (file is None):
        raise Misused("Give the prompt either as an argument or with --file.")
    return prompt if prompt is not None else read_text(file) if file is not None else ""


def _done(desk: Context, made: dict[str, Any], told: str) -> None:
    if desk.as_json:
        desk.give(made)
    else:
        desk.show(told)
