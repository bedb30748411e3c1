"""Convert a Word, ODT, LaTeX, HTML or EPUB file to Markdown with Pandoc (extra `export`).

Pandoc runs with `--sandbox` and our filter (filters/import.lua), in a child process that has a folder of its own, no
network, 512 MB of memory and 60 seconds. Nothing in the file becomes an argument of the program.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import secrets
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from backend.errors import Refused
from backend.formats import odt_comments
from backend.formats.latex_tables import simplified
from backend.formats.list_continuations import notes_with_lists, with_marks
from backend.formats.odt_comments import with_words
from backend.kernel.rendering import ImportedText, ImportJob, Picture
from backend.rendering import confined_program
from backend.rendering.confined_program import HEAP, SECONDS, Failed, pandoc_path, short, slot

_FILTER = Path(__file__).parent / "filters" / "import.lua"
#: Pandoc's readers. `raw_tex` keeps commands that Pandoc does not know; `citations` reads the fields of Zotero,
#: Mendeley and EndNote.
_READERS = {"docx": "docx+citations", "odt": "odt", "latex": "latex+raw_tex", "html": "html", "epub": "epub"}
#: Markdown whose tables any editor can show: with pipes, or as HTML if a cell has more than one line.
_WRITER = "markdown-simple_tables-multiline_tables-grid_tables-smart-raw_attribute+raw_tex"
#: Maximum number of warnings that are listed.
MOST_WARNINGS = 200


class PandocImporter:
    """Imports files with Pandoc. Several threads may use it at the same time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    def read(self, job: ImportJob) -> ImportedText:
        """Return the file as Markdown. Raises Refused if it cannot be read, and Busy if too many documents are being
        converted.
        """
        program = pandoc_path()
        with slot(), tempfile.TemporaryDirectory(prefix="coscribe-import-") as folder:
            return self._read(Path(folder), job, program)

    def _read(self, folder: Path, job: ImportJob, program: str) -> ImportedText:
        token = f"xcs{secrets.token_hex(4)}"
        content, extras = _prepared(job, token)
        plan = {
            "format": job.format,
            "token": token,
            "changes": job.changes,
            "pictures": _by_path(job.pictures),
            **extras,
        }
        (folder / "job.json").write_text(json.dumps(plan))
        (folder / "in").write_bytes(content)
        command = [
            program, *HEAP, "--sandbox", "--from", _READERS[job.format], "--to", _WRITER, "--wrap", "none",
            "--standalone", "--track-changes", "all", "--lua-filter", str(_FILTER), "--output", "out.md", "in",
        ]  # fmt: skip
        try:
            told = confined_program.run(folder, self._seconds, "pandoc", *command)
        except Failed as error:
            if error.killed:
                raise Refused(
                    "Reading the file took more memory or time than allowed, "
                    "so it was stopped. Divide the file into parts."
                ) from error
            raise Refused(
                f"The file could not be read. Open it in the program that wrote it, and save it again: {error.reason}"
            ) from error
        found: dict[str, Any] = json.loads((folder / "found.json").read_text())
        unread: list[str] = []
        pictures = list(_pictures(folder, found["pictures"] or [], unread))
        made = re.sub(rf' ?class="{token}l"| ?\.?{token}l\b|{token}c', "", (folder / "out.md").read_text())
        text = _with_pictures(made, token, job.pictures, pictures)
        return ImportedText(
            text,
            token,
            tuple(found["cited"] or ()),
            tuple(pictures),
            tuple(json.loads(found["references"])),
            tuple(dict.fromkeys([*unread, *_sentences(told)]))[:MOST_WARNINGS],
        )


def _prepared(job: ImportJob, token: str) -> tuple[bytes, dict[str, Any]]:
    """Replace the parts of a file that Pandoc would misread. Returns the new file, and a dict with what was replaced.

    The dict has the formulas and the comments, each by the placeholder that is in the file now. Placeholders contain
    `token`, a random text. `notes_with_lists` is the number of footnotes whose lists lose their bullets or numbers.
    """
    content = job.content
    extras: dict[str, Any] = {"formulas": {}, "comments": {}, "notes_with_lists": 0}
    if job.format == "odt":
        marked = odt_comments.with_marks(content, token)
        content, extras["formulas"] = with_words(marked.content, token)
        extras |= {"comments": marked.comments, "notes_with_lists": marked.notes_with_lists}
    if job.format == "docx":
        content = with_marks(content, token)
        extras["notes_with_lists"] = notes_with_lists(content)
    if job.format == "latex":
        content = simplified(content.decode("utf-8", "replace")).encode()
    return content, extras


def _by_path(pictures: Sequence[Picture]) -> dict[str, int]:
    r"""Return the numbers of the pictures by the paths that the file may use for them.

    These are the whole path, the path without its ending (as in LaTeX), and both without leading folders (as with
    `\graphicspath`).
    """
    found: dict[str, int] = {}
    for shorter in (False, True):
        for number, each in enumerate(pictures, 1):
            parts = each.name.split("/")
            for start in range(1, len(parts)) if shorter else (0,):
                path = "/".join(parts[start:])
                for name in (path, path.rpartition(".")[0]):
                    found.setdefault(name, number)
    return found


def _with_pictures(text: str, token: str, packed: Sequence[Picture], pictures: list[Picture]) -> str:
    """Replace the placeholders of the pictures that the text shows, and add these pictures to `pictures`. Returns the
    new text. `packed` are the pictures that came beside the file.

    A placeholder is `token`, a letter and a number. In the given text, the number is the picture's position in
    `packed`; in the new text, it is the position in `pictures`. Both count from 1.
    """
    numbers: dict[str, int] = {}

    def named(found: re.Match[str]) -> str:
        if found[1] not in numbers:
            pictures.append(packed[int(found[1]) - 1])
            numbers[found[1]] = len(pictures)
        return f"{token}p{numbers[found[1]]}x"

    return re.sub(rf"{token}z(\d+)x", named, text)


def _pictures(folder: Path, found: list[dict[str, Any]], unread: list[str]) -> Iterator[Picture]:
    for each in found:
        content = (folder / Path(each["path"]).name).read_bytes()
        if each["encoded"]:
            try:
                content = base64.b64decode(content)
            except (binascii.Error, ValueError):
                unread.append("A picture within the text is damaged and was left out.")
                content = b""
        yield Picture(each["name"], content, each["mime"])


def _sentences(told: str) -> Iterator[str]:
    """Yield each warning in `told`, the output of Pandoc and of our filter, as a sentence for the user."""
    for line in told.splitlines():
        if line.startswith("COSCRIBE\t"):
            yield line.partition("\t")[2]
        elif found := re.match(r"\[WARNING\] Could not load include file (\S+)", line):
            yield f"“{short(found[1])}” was not read, because it is a separate file. Import both in one zip file."
        elif line.startswith("[WARNING]") and "Duplicate" not in line and "title" not in line:
            yield f"Pandoc says: {short(line.removeprefix('[WARNING]').strip())}"
