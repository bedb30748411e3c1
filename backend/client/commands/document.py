"""Define `coscribe document`, which prints, exports, imports and restores the document, and `coscribe undo`."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import click
from rich.table import Table

from backend.client import text_output
from backend.client.answer_output import show_diff
from backend.client.api_types import Document
from backend.client.attachments import read_bytes, read_text
from backend.client.context import Context, WithDefault, as_value, client_command
from backend.client.failures import InvalidUsage, NothingFound, RequestRefused
from backend.formats.export_formats import FORMATS

_SESSION = click.option("--session", help="use this session instead of the chosen one")
_REVISION = click.option(
    "--revision",
    type=click.IntRange(min=0),
    metavar="N",
    help="the revision that you saw last; a newer one is not overwritten",
)
#: Export formats by file ending; any other ending means Markdown.
_FORMATS = {f".{each.extension}": each.name for each in FORMATS.values()}
#: The endings of files that the server converts to Markdown.
_CONVERTED = frozenset({".docx", ".odt", ".tex", ".latex", ".ltx", ".zip", ".html", ".htm", ".xhtml", ".epub"})
_FORCE = click.option("--force", is_flag=True, help="replace the document even if it has changed since you saw it")


class DocumentGroup(WithDefault):
    default = "print"


@click.group(cls=DocumentGroup, short_help="Print, export, import or restore the document.")
def document() -> None:
    """Print your session's document, export it, import a file, or go back to an old revision. Without a subcommand, the
    document is printed.
    """


@document.command("print", short_help="Print the document.")
@_SESSION
@client_command
def printed(context: Context, session: str | None) -> None:
    """Print the document; byte for byte if the output is not a terminal."""
    found = _seen(context, context.api.document(context.session_id(session)))
    if context.as_json:
        context.print_json(found)
    elif not found["content"]:
        raise NothingFound("The document is empty. Import a file with: coscribe document import FILE")
    elif context.out.is_terminal:
        context.show(found["content"])
    else:
        click.echo(found["content"].encode(), nl=False)


@dataclass(frozen=True, slots=True)
class Export:
    """The argument and the options of `coscribe document export`, which `coscribe document export --help` describes."""

    file: Path
    session: str | None
    style: str | None
    comments: str
    changes_since: int | None
    force: bool


@document.command("export")
@click.argument("file", type=click.Path(path_type=Path))
@_SESSION
@click.option("--style", help="citation style: apa, ieee, nature …, or a .csl file")
@click.option(
    "--comments",
    type=click.Choice(["none", "sources", "notes", "all"]),
    default="none",
    help="which Word comments to write: sources (at citations of doubtful works), notes (of an imported file), or all",
)
@click.option(
    "--changes-since", type=click.IntRange(min=0), metavar="N", help="mark the changes since revision N (Word)"
)
@click.option("--force", is_flag=True, help="replace an existing file with different contents")
@client_command
@as_value(Export)
def export(context: Context, options: Export) -> None:
    """Write the document to FILE, in the format of the file's ending.

    The endings are .docx, .tex, .pdf, .html, .xml (JATS), .odt, .epub and .zip. Any other name gets the Markdown, byte
    for byte, and its revision is remembered for `import`.
    """
    session_id = context.session_id(options.session)
    kind = _FORMATS.get(options.file.suffix.lower(), "md")
    if kind != "md":
        style = _style(context, options.style)
        query = {"format": kind, "comments": options.comments} | ({"style": style} if style else {})
        if options.changes_since is not None:
            query |= {"changes": "tracked", "since": str(options.changes_since)}
        content, warnings = context.api.export(session_id, query)
        _keep(options, content)
        if context.as_json:
            context.print_json({"file": str(options.file), "bytes": len(content), "warnings": warnings})
            return
        context.show(f"{options.file} was written ({len(content)} bytes).")
        for warning in warnings:
            context.note(warning)
        return
    found = context.api.document(session_id)
    content = found["content"].encode()
    _keep(options, content)
    _seen(context, found)
    context.print_result(
        {"file": str(options.file), "revision": found["revision"], "bytes": len(content)},
        f"Revision {found['revision']} is in {options.file}, as Markdown ({len(content):,} bytes).",
    )


def _style(context: Context, style: str | None) -> str | None:
    """Return the name of the citation style to use; None if the user names none. If `style` is a .csl file, the file is
    first added to the user's styles.
    """
    if style is None or not style.lower().endswith(".csl"):
        return style
    return context.api.add_style(read_bytes(Path(style)))


def _keep(options: Export, content: bytes) -> None:
    """Write the exported file. Raises RequestRefused if the file exists with other contents, unless --force is
    given.
    """
    file = options.file
    if not options.force and file.exists() and (not file.is_file() or file.read_bytes() != content):
        raise RequestRefused(
            f"{file} already exists with other contents, so it was not written. Use --force to replace it."
        )
    _write(file, content)


@dataclass(frozen=True, slots=True)
class Import:
    """The argument and the options of `coscribe document import`, which `coscribe document import --help` describes."""

    file: Path
    bibliography: Path | None
    changes: str
    session: str | None
    revision: int | None
    force: bool


@document.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--bibliography",
    type=click.Path(path_type=Path),
    help="the reference list (.bib, .ris or .json) of the works in FILE",
)
@click.option(
    "--changes",
    type=click.Choice(["accept", "reject"]),
    default="accept",
    help="whether to accept or reject tracked changes of a Word file",
)
@_SESSION
@_REVISION
@_FORCE
@client_command
@as_value(Import)
def import_(context: Context, options: Import) -> None:
    """Make FILE the document.

    Markdown becomes the document at once, unless the document has changed since you last printed, exported or approved.
    A .docx, .odt, .tex, .html or .epub, or a LaTeX project as .zip, becomes a draft; approving it makes it the
    document.
    """
    session_id = context.session_id(options.session)
    if options.file.suffix.lower() in _CONVERTED or options.bibliography is not None:
        _import_converted(context, session_id, options)
        return
    content = read_text(options.file)
    seen = _if_match(context, session_id, options.revision, options.force)
    made = context.api.put_document(session_id, content, seen)
    context.print_result(_seen(context, made), f"{options.file} is the document now, as revision {made['revision']}.")


def _import_converted(context: Context, session_id: str, options: Import) -> None:
    """Let the server convert the file to a draft, and print the server's warnings about what was lost."""
    files = {"file": (options.file.name, read_bytes(options.file))}
    if options.bibliography is not None:
        files["bibliography"] = (options.bibliography.name, read_bytes(options.bibliography))
    made = context.api.import_file(session_id, files, options.changes)
    if context.as_json:
        context.print_json(made)
        return
    words = len(made["document_content"].split())
    context.show(
        f"{options.file} waits as a draft of {words:,} words. `coscribe preview` shows it, and `coscribe "
        "approve` makes it the document."
    )
    for warning in made["warnings"]:
        context.note(warning)


@document.command("history")
@_SESSION
@click.option("--limit", default=50, show_default=True, type=click.IntRange(1, 1000))
@client_command
def history(context: Context, session: str | None, limit: int) -> None:
    """List all revisions, newest first, with their causes."""
    found = context.api.revisions(context.session_id(session), limit)
    if context.as_json:
        context.print_json({"items": found})
        return
    if not found:
        raise NothingFound("The document has no revisions yet.")
    rows = [
        (
            str(each["revision"]),
            each["cause"],
            text_output.local(each["created_at"]),
            text_output.where(each["placement"]) if each["placement"] else "",
        )
        for each in found
    ]
    if not context.out.is_terminal:
        for row in rows:
            context.show("\t".join(row))
        return
    table = Table("revision", "cause", "at", "where", box=None, pad_edge=False, header_style="dim")
    for row in rows:
        table.add_row(*row)
    context.out.print(table)


@document.command("show")
@click.argument("revision", type=click.IntRange(min=0))
@_SESSION
@client_command
def show(context: Context, revision: int, session: str | None) -> None:
    """Print the text of an old REVISION."""
    found = context.api.revision(context.session_id(session), revision)
    if context.as_json:
        context.print_json(found)
    else:
        click.echo(found["content"].encode(), nl=False)


@document.command("diff")
@click.argument("revision", type=click.IntRange(min=0))
@click.option(
    "--against", type=click.IntRange(min=0), metavar="N", help="compare with this revision instead of the previous one"
)
@_SESSION
@client_command
def diff(context: Context, revision: int, against: int | None, session: str | None) -> None:
    """Show what REVISION changed."""
    found = context.api.diff(context.session_id(session), revision, against)
    if context.as_json:
        context.print_json(found)
    elif found["diff"]:
        show_diff(context, found["diff"])
    else:
        context.note(f"The revisions {found['from']} and {found['to']} have the same text.")


@document.command("restore")
@click.argument("revision", type=click.IntRange(min=0))
@_SESSION
@_FORCE
@client_command
def restore(context: Context, revision: int, session: str | None, force: bool) -> None:
    """Make the text of an old REVISION the document again. The present text stays in the history."""
    session_id = context.session_id(session)
    head = context.api.document(session_id)["revision"]
    made = context.api.restore(session_id, revision, "*" if force else f'"{head}"')
    context.print_result(_seen(context, made), f"Revision {made['revision']} now has the text of revision {revision}.")


@click.command(short_help="Undo the last change of the document.")
@_SESSION
@client_command
def undo(context: Context, session: str | None) -> None:
    """Undo the document's last change. The history keeps all revisions, so a second undo restores the change."""
    session_id = context.session_id(session)
    head = context.api.document(session_id)["revision"]
    if head == 0:
        raise NothingFound("There is nothing to undo: the document has no revisions yet.")
    made = context.api.restore(session_id, head - 1, f'"{head}"')
    context.print_result(
        _seen(context, made), f"Undone: revision {made['revision']} has the text of revision {head - 1}."
    )


@document.command("structure")
@_SESSION
@client_command
def structure(context: Context, session: str | None) -> None:
    """Print an outline of all sections, tables and figures."""
    found = context.api.structure(context.session_id(session))
    context.print_result(found, found["summary"])


def _if_match(context: Context, session_id: str, revision: int | None, force: bool) -> str:
    """Return the If-Match header for `revision`; with None, for the revision that the user last saw. With this header,
    the server refuses to overwrite a newer revision. With `force`, the header allows any revision.

    Raises InvalidUsage if the document is not empty and it is unknown which revision the user saw.
    """
    if force:
        return "*"
    if revision is None:
        revision = context.choices.last_seen(session_id)
    if revision is None:
        if context.api.session(session_id)["revision"] > 0:
            raise InvalidUsage(
                "The session already has a document, and nothing was changed. Export the document first, or use "
                "--revision N (the revision from which your file was made) or --force."
            )
        revision = 0
    return f'"{revision}"'


def _seen(context: Context, found: Document) -> Document:
    context.choices.remember_seen(found["session_id"], found["revision"])
    return found


def _write(file: Path, content: bytes) -> None:
    """Write a file completely or not at all. Raises InvalidUsage if it cannot be written."""
    temporary = None
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
        with os.fdopen(handle, "wb") as made:
            made.write(content)
        mode = file.stat().st_mode & 0o777 if file.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, file)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise InvalidUsage(f"{file} cannot be written: {error.strerror or error}.") from error


def _umask() -> int:
    """Return the process's umask. Python can only read it by setting it, so it is set and then restored."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
