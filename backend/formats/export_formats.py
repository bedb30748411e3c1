"""List the formats of files that a document can be exported to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format for exports. `name` is its name in requests, `extension` is the ending of its files, and `media_type` is
    sent with them.

    If `rendered` is True, Pandoc writes the file; otherwise our code does.
    """

    name: str
    extension: str
    media_type: str
    rendered: bool = True


_WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_ALL = (
    ExportFormat("docx", "docx", _WORD),
    ExportFormat("latex", "tex", "application/x-latex"),
    ExportFormat("pdf", "pdf", "application/pdf"),
    ExportFormat("html", "html", "text/html; charset=utf-8"),
    ExportFormat("jats", "xml", "application/jats+xml"),
    ExportFormat("odt", "odt", "application/vnd.oasis.opendocument.text"),
    ExportFormat("epub", "epub", "application/epub+zip"),
    ExportFormat("md", "md", "text/markdown; charset=utf-8", rendered=False),
    ExportFormat("zip", "zip", "application/zip", rendered=False),
)
FORMATS = {each.name: each for each in _ALL}
