"""Make PDFs of the sample papers in one or two columns, and note the page on which each paragraph begins and ends.

    papers = [made(path) for path in PAPERS]

Typst sets them: justified and hyphenated, with a running head, page numbers and a title. Its wheel (81 MB) is no
dependency of the tests, since only benchmarks set PDFs: `pip install typst`.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import typst

from backend.document.plaintext import plain
from backend.extraction.formats.markdown import work_of

_HEAD = """
#set document(title: {title}, author: "Ann Lee")
#set page(paper: "a4", columns: {columns}, header: [{short} #h(1fr) Lee and Chen],
  footer: context [#h(1fr) #counter(page).display() #h(1fr)])
#set text(size: 10pt, lang: "en")
#set par(justify: true)
#place(top, scope: "parent", float: true)[#align(center)[#text(size: 18pt)[#{title}]]]
"""
_ENDS = "#context [#metadata(query(<{label}>).map(each => each.location().page())) <{label}-pages>]\n"
_HEADING = re.compile(r"\*\*([^*\n]+)\*\*")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as it was set, and the pages (from 1) on which it begins and ends."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PaperPdf:
    """A paper made into a PDF."""

    name: str
    title: str
    content: bytes
    paragraphs: tuple[Paragraph, ...]


def made(path: Path, columns: int = 2) -> PaperPdf:
    """The Markdown paper at `path`, set in so many columns."""
    work = work_of("markdown", path.read_text(encoding="utf-8"), path.name)
    texts = [" ".join(piece.split()) for piece in plain(work["pages"][0][1]).split("\n\n") if piece.strip()]
    head = _HEAD.format(title=_quoted(work["title"]), short="#" + _quoted(path.stem), columns=columns)
    body = "\n\n".join(map(_set, texts))
    source = f"{head}\n{body}\n{_ENDS.format(label='begins')}{_ENDS.format(label='ends')}".encode()
    firsts, lasts = (
        json.loads(typst.query(source, f"<{label}-pages>", field="value", one=True)) for label in ("begins", "ends")
    )
    paragraphs = tuple(map(Paragraph, [_bare(text) for text in texts], firsts, lasts))
    return PaperPdf(path.stem, work["title"], typst.compile(source), paragraphs)


def _set(text: str) -> str:
    """A paragraph or heading between two marks whose pages can be asked for."""
    heading = _HEADING.fullmatch(text)
    shown = f"#heading({_quoted(heading[1])})" if heading else f"#{_quoted(_bare(text))}"
    return f"#metadata(0)<begins>{shown}#metadata(0)<ends>"


def _bare(text: str) -> str:
    return _HEADING.sub(r"\1", text)


def _quoted(text: str) -> str:
    """A string as Typst writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
