"""Define works in three forms: as a library file has them, as a service describes them, and as an answer cites them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

#: The formats of library files, by their names in the API.
KINDS = ("pdf", "markdown", "text", "html", "docx", "bibtex", "ris", "csl-json")
#: The formats of files that list many works.
LISTS = frozenset({"bibtex", "ris", "csl-json"})
#: The words after the title of a retracted work, wherever models and people see the title.
RETRACTED = " (retracted)"


@dataclass(frozen=True, slots=True)
class PageText:
    """The text of one page. Pages are counted from 1; `number` is None for formats without pages."""

    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Work:
    """A work (title, authors, year, DOI) as a library file describes it. `kind` is the format of the file, such as
    "pdf". A work from a reference list has at most one page, which contains its abstract.
    """

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
    """A work or page (title, authors, DOI, year and day of publication) as a search service or the user's library
    describes it. A model never writes any part of it.

    `content` is a snippet or passage. `score` says how well it fits the search, as the service or ranker rated it.
    `connector` is the service's name.
    """

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
    """A source as a model named it (`id`), and the work that this name means.

    `status` says whether the work was found, and whether it is the one that the name describes.
    """

    id: str
    title: str
    url: str | None
    doi: str | None
    status: CitationStatus
    #: further facts: for a library work its id, authors, year, the pages that the model saw and the page that is meant;
    #: the `key` by which the text cites the work; the `csl` item from an imported file
    metadata: dict[str, Any] = field(default_factory=dict)
    #: the number of the answer's citation marks that mean this work; None if no mark does
    n: int | None = None

    def to_source(self) -> Source:
        """Return the cited work as a Source."""
        about = dict(self.metadata)
        authors, year = about.pop("authors", ()), about.pop("year", None)
        return Source(self.title, self.url, self.doi, tuple(authors), year, metadata=about)

    def fields(self) -> dict[str, Any]:
        """Return the citation as a JSON object for the database. The object shares its metadata with the citation,
        because copying the metadata, as `asdict` does, took a thirtieth of a chat's time.
        """
        return {
            "id": self.id,
            "title": self.title,
            "url": self.url,
            "doi": self.doi,
            "status": self.status,
            "metadata": self.metadata,
            "n": self.n,
        }

    def to_json(self) -> dict[str, Any]:
        """Return the citation as a JSON object in the form of the API."""
        about = self.metadata
        return {
            **self.fields(),
            "authors": list(about.get("authors") or ()),
            "year": about.get("year"),
            "container": about.get("container") or about.get("journal"),
            "notices": list(about.get("notices") or ()),
            "checked_at": about.get("checked_at"),
            "reason": about.get("reason"),
            "support": about.get("support"),
            "support_of": list(about.get("support_of") or ()),
        }
