"""Write a manuscript in another format with Pandoc; for a PDF, Typst then makes the file (extra `export`).

Pandoc runs with `--sandbox` and our filter (filters/manuscript.lua) in a child process (launcher.py) that has a
temporary folder of its own, no network, 512 MB of memory and 60 seconds. Text, metadata, references and style are files
with fixed names; nothing of the request becomes an argument of the program.
"""

from __future__ import annotations

import base64
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from backend.document.blocks import read as read_blocks
from backend.errors import Refused
from backend.formats.cited_keys import with_opening_citations
from backend.formats.latex_tables import simplified
from backend.formats.reference_words import LIST_HEADINGS, THEOREMS
from backend.kernel.rendering import Rendered, RenderJob
from backend.rendering import confined_program
from backend.rendering.confined_program import HEAP, SECONDS, Failed, pandoc_path, short, slot

_FILTER = Path(__file__).parent / "filters" / "manuscript.lua"
#: The filter that runs after citeproc.
_FIELDS = Path(__file__).parent / "filters" / "fields.lua"
#: Pandoc's names of our formats, and the options that each needs.
_WRITERS: dict[str, tuple[str, ...]] = {
    "docx": ("docx",), "latex": ("latex",), "html": ("html5", "--mathml"), "jats": ("jats",), "odt": ("odt",),
    "epub": ("epub3", "--mathml"), "pdf": ("typst",),
}  # fmt: skip
_EXTENSIONS = {
    "image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/svg+xml": "svg", "image/webp": "webp",
}  # fmt: skip
#: Words before a number that name a figure, table, equation, section or listing, in several languages.
_CAPTION_WORDS = (
    "figure figures fig figs table tables tab tabs equation equations eq eqs eqn section sections sec secs listing "
    "listings abbildung abbildungen abb tabelle tabellen gleichung gleichungen abschnitt tableau tableaux figura "
    "figuras tabla tablas tabela tabelas tabella tabelle ecuación equação sección seção sezione figuur tabel"
).split()
#: Kinds of targets (figure, table, …), by the beginning of an identifier up to `:` or `-` (pandoc-crossref, Quarto,
#: Manubot).
_PREFIXES = {"fig": "fig", "tbl": "tbl", "tab": "tbl", "eq": "eq", "sec": "sec", "lst": "lst"} | {
    each: each for each in THEOREMS
}
_SCHEMES = ("http", "https", "mailto", "doi", "ftp", "tel")
#: Scripts that Typst's own fonts lack: the name, the characters, and the names of fonts that have them.
_SCRIPTS = (
    ("Chinese, Japanese and Korean characters", "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]",
     r"CJK|Noto S\w+ (?:SC|TC|HK|JP|KR)|Source Han|WenQuanYi|Hiragino|Heiti|SimSun|Malgun|IPA\w*Go"),
    ("emoji", "[\U0001f300-\U0001faff]", r"Emoji|Symbola"),
    ("Arabic", "[\u0600-\u06ff\u0750-\u077f]", r"Arab|Naskh|Amiri|DejaVu Sans|Geeza|FreeSerif|Scheherazade"),
    ("Hebrew", "[\u05d0-\u05ea]", r"Hebrew|DejaVu Sans$|Free(?:Serif|Sans)|Liberation|Arial|Times New"),
    ("Thai", "[\u0e01-\u0e5b]", r"Thai|Garuda|Loma|Norasi|Waree|FreeSerif|Tahoma"),
    ("Devanagari", "[\u0900-\u097f]", r"Devanagari|Lohit|Mangal|FreeSerif|Gargi|Nakula|Sahadeva"),
)  # fmt: skip
_SMALLER = "Divide the document, or shorten its largest table."
#: Maximum number of warnings that are listed.
MOST_WARNINGS = 200
#: Maximum number of citations without an entry that get a warning each. If there are more, a single warning names some
#: of them.
FEW = 10


class _BadPicture(Exception):
    """Raised if Typst could not decode a picture."""


class PandocRenderer:
    """Writes documents with Pandoc. Several threads may use it at the same time."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self._seconds = seconds

    @property
    def styles(self) -> tuple[str, ...]:
        """Return the names of the included CSL styles."""
        return tuple(sorted(path.stem for path in _styles()))

    def style(self, name: str) -> str:
        """Return the text of an included citation style (CSL). `name` is one of `styles`."""
        return next(path for path in _styles() if path.stem == name).read_text()

    def render(self, job: RenderJob) -> Rendered:
        """Return the file, and warnings about it. Raises Refused if the document cannot be converted, and Busy if too
        many are being converted.
        """
        program = pandoc_path(*(["typst"] if job.format == "pdf" else []))
        with slot():
            try:
                return self._render(job, program)
            except _BadPicture:
                plain = self._render(replace(job, pictures=()), program)
                told = (
                    "A picture of this session could not be decoded, so the PDF shows no pictures. Open each picture, "
                    "and replace the damaged one."
                )
                return replace(plain, warnings=(told, *plain.warnings))

    def _render(self, job: RenderJob, program: str) -> Rendered:
        with tempfile.TemporaryDirectory(prefix="coscribe-export-") as folder:
            return _Rendering(Path(folder), job, self._seconds).run(program)


def _styles() -> list[Path]:
    return list((Path(__file__).parent / "styles").glob("*.csl"))


class _Rendering:
    """The conversion of one document with Pandoc and Typst, in a folder of its own."""

    def __init__(self, folder: Path, job: RenderJob, seconds: float) -> None:
        self._folder = folder
        self._job = job
        self._seconds = seconds

    def run(self, program: str) -> Rendered:
        writer, *options = _WRITERS[self._job.format]
        target = "out.typ" if self._job.format == "pdf" else "out.bin"
        self._write_files(writer)
        # Reading the style takes half of Pandoc's time.
        cites = re.search("@|cite", self._job.text + json.dumps(dict(self._job.metadata), default=str))
        citeproc = ["--citeproc", "--csl", "style.csl", "--bibliography", "references.json"] if cites else []
        command = [
            program, *HEAP, "--sandbox", "--from", "markdown-yaml_metadata_block", "--to", writer, "--standalone",
            "--metadata-file", "metadata.json", "--lua-filter", str(_FILTER), *citeproc, "--lua-filter", str(_FIELDS),
            *options, "--output", target, "manuscript.md",
        ]  # fmt: skip
        told = self._start("pandoc", *command)
        warnings = list(_sentences(told))
        if self._job.format == "pdf":
            told = self._start("typst", target, "out.pdf")
            target = "out.pdf"
            warnings += self._font_warnings(told)
        return Rendered((self._folder / target).read_bytes(), tuple(dict.fromkeys(warnings))[:MOST_WARNINGS])

    def _write_files(self, writer: str) -> None:
        job = self._job
        pictures: dict[str, Any] = {}
        for number, each in enumerate(job.pictures):
            path = f"picture{number}.{_EXTENSIONS.get(each.media_type, 'bin')}"
            (self._folder / path).write_bytes(each.content)
            pictures[each.name] = {"path": path, "mime": each.media_type}
            if writer == "html5":
                pictures[each.name]["base64"] = base64.b64encode(each.content).decode()
        plan = {
            "format": {"html5": "html", "epub3": "epub"}.get(writer, writer),
            "pictures": pictures,
            "notes": dict(job.notes),
            "comments": job.comments,
            "keys": dict.fromkeys((str(each["id"]) for each in job.references), True),
            "date": job.made_at.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "words": dict(job.words),
            "list_headings": dict.fromkeys(LIST_HEADINGS, True),
            "captions": dict.fromkeys(_CAPTION_WORDS, True),
            "prefixes": _PREFIXES,
            "signs": {sign: True for sign in "<@\\$" if sign in job.text},
            "schemes": dict.fromkeys(_SCHEMES, True),
        }
        title = {} if "title" in job.metadata else {"pagetitle": "Document"}
        # Pandoc's template for Typst writes keywords as code, without quotes
        kept = {name: value for name, value in job.metadata.items() if writer != "typst" or name != "keywords"}
        for name, value in (("job", plan), ("metadata", title | kept), ("references", job.references)):
            (self._folder / f"{name}.json").write_text(json.dumps(value, ensure_ascii=False))
        text = with_opening_citations(job.text)
        (self._folder / "style.csl").write_text(job.style)
        (self._folder / "manuscript.md").write_text(text if writer == "latex" else _readable(text), newline="")

    def _start(self, task: str, *arguments: str) -> str:
        """Run a program, and return what it prints. Raises Refused if it fails, or uses too much time or memory."""
        try:
            return confined_program.run(self._folder, self._seconds, task, *arguments)
        except Failed as error:
            name = task.capitalize()
            if self._job.pictures and re.search(r"decode image|load (?:image|file)|unknown image format", error.output):
                raise _BadPicture from error
            if error.killed:
                raise Refused(
                    f"{name} needed more memory or time than allowed, so no file was made. {_SMALLER}",
                    errors={"format": [_SMALLER]},
                ) from error
            if "maximum show rule depth" in error.output:
                raise Refused(
                    "A PDF cannot show quotations or lists that are nested this deeply. Export DOCX or HTML, "
                    "or remove some of the levels."
                ) from error
            raise Refused(
                f"{name} could not write this document. Correct the text, or choose another format: {error.reason}"
            ) from error

    def _font_warnings(self, told: str) -> Iterator[str]:
        fonts = [line.partition("\t")[2] for line in told.splitlines() if line.startswith("FONT\t")]
        job = self._job
        shown = job.text + json.dumps([job.references, dict(job.metadata)], ensure_ascii=False, default=str)
        for name, signs, families in _SCRIPTS:
            if re.search(signs, shown) and not any(re.search(families, font, re.IGNORECASE) for font in fonts):
                yield f"The server has no font for {name}, so the PDF shows boxes in place of these characters."


def _readable(text: str) -> str:
    """Return the document with its LaTeX tables rewritten, so that Pandoc reads all of their cells."""
    if "\\begin" not in text:
        return text
    document = read_blocks(text)
    pieces, at = [], 0
    for block in document.blocks:
        if block.kind == "latex":
            pieces += [text[at : block.start], simplified(text[block.start : block.end])]
            at = block.end
    return "".join((*pieces, text[at:]))


def _sentences(told: str) -> Iterator[str]:
    """Yield each warning in `told`, the output of Pandoc and of our filter, as a sentence for the user."""
    lines = told.splitlines()
    missing: list[str] = []
    for at, line in enumerate(lines):
        if line.startswith("COSCRIBE\t"):
            yield line.partition("\t")[2]
        elif found := re.search(r"Citeproc: citation (\S+) not found", line):
            missing.append(f"@{found[1]}")
        elif line.startswith("[WARNING] Could not convert TeX math"):
            formula = line.removeprefix("[WARNING] Could not convert TeX math").strip() or _next(lines, at)
            formula = formula.removesuffix(", rendering as TeX:")
            yield f"A formula is shown as its LaTeX source, because it can't be converted: {short(formula)}"
        elif line.startswith("[WARNING]") and "Duplicate" not in line and "identifier" not in line:
            yield f"Pandoc says: {short(line.removeprefix('[WARNING]').strip())}"
    missing = list(dict.fromkeys(missing))
    if len(missing) <= FEW:
        yield from (f"The citation {each} has no entry in the references." for each in missing)
    else:
        named = ", ".join(missing[:FEW])
        yield f"{len(missing)} citations have no entry in the references, among them {named}."


def _next(lines: Sequence[str], at: int) -> str:
    return lines[at + 1].strip() if at + 1 < len(lines) else ""
