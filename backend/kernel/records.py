"""Define records of works in registries, the look-ups that fetch them, and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from backend.kernel.search_requests import Failure

NoticeKind = Literal["retraction", "concern", "correction"]
#: The registries, the resolver of DOIs ("handle": does it exist; "doi": its metadata), and pages of the web.
ServiceName = Literal["crossref", "openalex", "datacite", "arxiv", "europepmc", "handle", "doi", "page"]


@dataclass(frozen=True, slots=True)
class Person:
    """An author. `family` is the whole name if the registry does not divide it: then `whole` is set."""

    family: str
    given: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A published notice about a work: who reports it, its DOI, and its date."""

    kind: NoticeKind
    source: str
    doi: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One service's record of a work or page.

    `titles` are all its titles, the usual one first; `url` is a page's final address. `tells_retractions`: the service
    knows of retractions, so that empty `notices` mean that there are none. `versions` are DOIs of the published version
    of a preprint. `is_notice`: the record is itself a retraction notice or correction. `csl` has further CSL variables
    as texts, which no check compares: type, volume, page, issued; an editor is "Family, Given".
    """

    service: str
    titles: tuple[str, ...] = ()
    people: tuple[Person, ...] = ()
    years: tuple[int, ...] = ()
    containers: tuple[str, ...] = ()
    doi: str | None = None
    url: str | None = None
    abstract: str = ""
    notices: tuple[Notice, ...] = ()
    tells_retractions: bool = False
    versions: tuple[str, ...] = ()
    is_notice: bool = False
    csl: tuple[tuple[str, str], ...] = ()

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Record:
        """Build a record from the object that `dataclasses.asdict` made."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in told.items()
        }
        fields["people"] = tuple(Person(**each) for each in told.get("people", ()))
        fields["notices"] = tuple(Notice(**each) for each in told.get("notices", ()))
        fields["csl"] = tuple((name, value) for name, value in told.get("csl", ()))
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question to one service: the record of an identifier, or the records that a reference may mean.

    `key` is a DOI, an arXiv or PubMed id or an address; for a search it is the reference's text.
    """

    service: ServiceName
    key: str
    search: bool = False


#: What became of each look-up: the records found (none: the service has no such work), or why it could not be asked.
Found = tuple[Record, ...] | Failure
