"""What a file of the researcher's library says: its works, and their text page by page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

#: What the library reads, by the name that the API gives it.
KINDS = ("pdf", "markdown", "text", "html", "docx", "bibtex", "ris", "csl-json")


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page, counted from 1; `number` is None where the format has no pages."""

    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Work:
    """A work as a file tells of it. A list of references has works whose only page is their abstract, or is empty."""

    kind: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    pages: tuple[PageText, ...] = ()
    url: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
