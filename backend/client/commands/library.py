"""Define `coscribe library`, which manages the user's own papers and reference lists."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from backend.client import text_output
from backend.client.attachments import read_bytes
from backend.client.context import Context, WithDefault, as_value, client_command
from backend.client.failures import NothingFound, RequestRefused
from backend.client.user_library import UserLibrary

_SESSION = click.option("--session", help="use this session instead of the chosen one")


class LibraryGroup(WithDefault):
    default = "list"


@click.group(cls=LibraryGroup, short_help="Manage your own papers and reference lists.")
def library() -> None:
    """Manage your own works: papers, notes and reference lists that drafts can use as sources.

    Name a work by its id, the beginning of its id, its title, or its file's name.
    """


@library.command("list")
@click.option("--limit", default=100, show_default=True, type=click.IntRange(1, 1000))
@client_command
def listed(context: Context, limit: int) -> None:
    """List your works, newest first."""
    found = UserLibrary(context.api).works(limit)
    if context.as_json:
        context.print_json({"items": found})
    elif not found:
        raise NothingFound("Your library is empty. Add a file with: coscribe library add FILE")
    elif context.out.is_terminal:
        table = Table("id", "title", "who", "year", "", box=None, pad_edge=False, header_style="dim")
        for each in found:
            table.add_row(each["id"][:8], *_columns(each, 70))
        context.out.print(table)
    else:
        for each in found:
            context.show("\t".join((each["id"], *_columns(each, 300))))


@library.command("add", short_help="Add FILES, and wait until they have been read.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@client_command
def add(context: Context, files: tuple[Path, ...]) -> None:
    """Add FILES, and wait until the server has read them.

    The formats are PDF, DOCX, HTML, Markdown, text, BibTeX, RIS and CSL-JSON.
    """
    user_library, made = UserLibrary(context.api), []
    for file in files:
        work = user_library.add(file.name, read_bytes(file))
        made.append(work)
        if not context.as_json:
            context.show(f"{work['id'][:8]}  {text_output.line(work['title'], 100)}  {_state(work)}".rstrip())
        for warning in work["warnings"]:
            context.note(warning)
    if context.as_json:
        context.print_json({"items": made})
    failed = [each for each in made if each["status"] == "failed"]
    if failed:
        raise RequestRefused("; ".join(f"{each['filename']}: {each['error']}" for each in failed))


@dataclass(frozen=True, slots=True)
class Fix:
    """The argument and the options of `coscribe library fix`, which `coscribe library fix --help` describes."""

    work: str
    title: str | None
    author: tuple[str, ...]
    year: int | None
    doi: str | None
    container: str | None
    entry: int | None


@library.command("fix")
@click.argument("work")
@click.option("--title")
@click.option(
    "--author", multiple=True, metavar="NAME", help='an author as "Family, Given"; repeat the option for each author'
)
@click.option("--year", type=click.IntRange(1000, 2999))
@click.option("--doi")
@click.option("--container", help="the journal, proceedings or book that contains the work")
@click.option("--entry", type=click.IntRange(min=0), help="the number of the work in a reference list, from 0")
@client_command
@as_value(Fix)
def fix(context: Context, options: Fix) -> None:
    """Correct the title, authors and other data of WORK. Without options, list the works in its file."""
    user_library = UserLibrary(context.api)
    work = user_library.find(options.work)
    told = {"title": options.title, "authors": list(options.author) or None, "year": options.year, "doi": options.doi,
            "container": options.container}  # fmt: skip
    changes: dict[str, Any] = {name: value for name, value in told.items() if value is not None}
    if not changes:
        entries = user_library.entries(work["id"])
        if context.as_json:
            context.print_json({"items": entries})
            return
        for each in entries:
            mark = "RETRACTED: " if each.get("retracted") else ""
            context.show(
                f"{each['number']}  {each['citation_key'] or '-'}  {mark}{text_output.line(each['title'], 100)}"
            )
        return
    made = user_library.fix(work["id"], changes | ({"entry": options.entry} if options.entry is not None else {}))
    context.print_result(made, f"Corrected: {text_output.line(made['title'], 100)}.")


@library.command("use", short_help="Choose the works that the session's drafts may use.")
@click.argument("works", nargs=-1, required=True)
@_SESSION
@client_command
def use(context: Context, works: tuple[str, ...], session: str | None) -> None:
    """Choose WORKS, `all` or `none` as the sources that the session's drafts may use."""
    user_library, session_id = UserLibrary(context.api), context.session_id(session)
    if works in (("all",), ("none",)):
        user_library.use_works(session_id, "all" if works == ("all",) else None)
        context.print_result({"library": works[0]}, f"Drafts may use {works[0]} of your works.")
        return
    chosen = [user_library.find(each) for each in works]
    user_library.use_works(session_id, [each["id"] for each in chosen])
    named = ", ".join(text_output.line(each["title"], 60) for each in chosen)
    context.print_result({"library": [each["id"] for each in chosen]}, f"Drafts may use: {named}.")


@library.command("cite", short_help="Add WORKS to the session's references.")
@click.argument("works", nargs=-1, required=True)
@_SESSION
@client_command
def cite(context: Context, works: tuple[str, ...], session: str | None) -> None:
    """Add WORKS, or `all`, to the session's references, so that the document can cite them by key."""
    user_library, session_id = UserLibrary(context.api), context.session_id(session)
    chosen = "all" if works == ("all",) else [user_library.find(each)["id"] for each in works]
    made = user_library.cite(session_id, chosen)
    told = [*(f"[@{key}]" for key in made["keys"]), *made.get("warnings", ())]
    context.print_result(made, "\n".join(told) or "Nothing was added: the library has no titles for these works.")


@library.command("remove")
@click.argument("work")
@client_command
def remove(context: Context, work: str) -> None:
    """Remove WORK and its file from the library. References that were made from it stay."""
    user_library = UserLibrary(context.api)
    found = user_library.find(work)
    user_library.remove(found["id"])
    context.print_result(found, f"Removed: {text_output.line(found['title'], 100)}.")


def _columns(work: dict[str, Any], most: int) -> tuple[str, ...]:
    return text_output.line(work["title"], most), _who(work), str(work["year"] or ""), _state(work)


def _who(work: dict[str, Any]) -> str:
    names = work["authors"]
    return text_output.line(" and ".join(names) if len(names) < 3 else f"{names[0]} et al.", 60) if names else ""


def _state(work: dict[str, Any]) -> str:
    if work["status"] != "ready":
        return str(work["status"])
    told = [f"{work['works']} works"] if work["works"] > 1 else []
    if work.get("retracted"):
        told.append("some RETRACTED" if told else "RETRACTED")
    return ", ".join(told)
