"""Extract the works from an uploaded file: find out its format, and call the reader for it. This runs in the child
process.
"""

from __future__ import annotations

from typing import Any

from backend.extraction.formats import docx, html, kinds, markdown, references
from backend.extraction.pdf import pages
from backend.extraction.pdf.pages import Tell
from backend.extraction.refusal import UnsuitableFile

#: The most characters of all works together, which limits what the child sends.
MOST_TEXT = 10_000_000
MISSING = "this server can read only with the `library` extra: pip install -e '.[library]'"


def works_of(content: bytes, filename: str, tell: Tell) -> list[dict[str, Any]]:
    """Return the works in a file as dicts with the fields of `kernel.works.Work`. `tell` is called with the number of
    pages read so far and the number of all pages. Raises UnsuitableFile, with the reason, if the file cannot be read.
    """
    found = kinds.recognised(content, filename)
    try:
        works = _read(found, content, filename, tell)
    except ImportError as error:
        raise UnsuitableFile(f"is {kinds.WORDS[found.kind]}, which {MISSING}") from error
    except RecursionError as error:
        raise UnsuitableFile("has parts that are nested too deeply: save it as plain text or PDF") from error
    if sum(len(text) for work in works for _, text in work["pages"]) > MOST_TEXT:
        raise UnsuitableFile(f"has more than {MOST_TEXT:,} characters, the limit for one file: divide it")
    return works


def _read(found: kinds.Found, content: bytes, filename: str, tell: Tell) -> list[dict[str, Any]]:
    if found.kind == "pdf":
        return [pages.work_of(content, filename, tell)]
    if found.kind == "docx":
        return [docx.work_of(content, filename)]
    if found.kind == "html":
        return [html.work_of(found.text, filename)]
    if found.kind in ("markdown", "text"):
        return [markdown.work_of(found.kind, found.text, filename)]
    return references.works_of(found.kind, found.text)
