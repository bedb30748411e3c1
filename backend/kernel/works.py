"""Define works: as a library's file describes them, as a service confirms them, as an answer cites them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

#: What the library reads, by the name that the API gives it.
KINDS = ("pdf", "markdown", "text", "html", "docx", "bibtex", "ris", "csl-json")
#: Those that hold many works.
LISTS = frozenset({"bibtex", "ris", "csl-json"})
#: What stands behind the title of a work that was retracted, for models and readers.
RETRACTED = " (retracted)"


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page, counted from 1; `number` is None for formats without pages."""

    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Work:
    """A work as a file describes it. A work in a reference list has its abstract as its only page, or no page."""

    kind: str
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    doi: str | None = None
    pages: tuple[PageText, ...] = ()
    url: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Source:
    """A work or page that a service or the library confirms, independent of the model."""

    title: str = ""
    url: str | None = None
    doi: str | None = None
    authors: tuple[str, ...] = ()
    year: int | None = None
    content: str = ""
    score: float | None = None
    connector: str = ""
    published_at: str | None = None
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def is_retracted(self) -> bool:
        """Return True if a service reported that the work was retracted."""
        return self.metadata.get("is_retracted") is True


CitationStatus = Literal["resolved", "unresolved", "mismatch", "retracted", "unchecked"]


@dataclass(frozen=True, slots=True)
class Citation:
    """A model's source string, and the work that it means."""

    id: str
    title: str
    url: str | None
    doi: str | None
    status: CitationStatus
    #: of a work of the library which it is, who wrote it and when, the pages that were shown, and the one that is
    #: meant; the `key` by which the text cites it; the `csl` item that an imported file brought along
    metadata: dict[str, Any] = field(default_factory=dict)
    #: the number by which the marks of the answer cite it
    n: int | None = None

    def to_source(self) -> Source:
        """Return the work that the citation means."""
        about = dict(self.metadata)
        authors, year = about.pop("authors", ()), about.pop("year", None)
        return Source(self.title, self.url, self.doi, tuple(authors), year, metadata=about)

    def to_json(self) -> dict[str, Any]:
        """Return the citation as the API shows it."""
        about = self.metadata
        return {
            **asdict(self),
            "authors": list(about.get("authors") or ()),
            "year": about.get("year"),
            "container": about.get("container") or about.get("journal"),
            "notices": list(about.get("notices") or ()),
            "checked_at": about.get("checked_at"),
            "reason": about.get("reason"),
            "support": about.get("support"),
            "support_of": list(about.get("support_of") or ()),
        }
