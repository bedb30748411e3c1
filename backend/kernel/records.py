"""Define what registries such as Crossref return about works: a record of a work, the look-up that asks for it, and the
answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from backend.kernel.search_requests import Failure

NoticeKind = Literal["retraction", "concern", "correction"]
#: The services that are asked about a work: registries, the resolver of DOIs ("handle" says whether a DOI exists, "doi"
#: returns its metadata), and web pages ("page").
ServiceName = Literal["crossref", "openalex", "datacite", "arxiv", "europepmc", "handle", "doi", "page"]


@dataclass(frozen=True, slots=True)
class Person:
    """An author. If the registry does not separate family name and given name, `family` has the whole name and `whole`
    is True.
    """

    family: str
    given: str = ""
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """A published notice about a work, such as a retraction: the service that reports it (`source`), the notice's DOI,
    and its date.
    """

    kind: NoticeKind
    source: str
    doi: str | None = None
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """One service's record of a work or page.

    `titles` are all titles of the work, the main title first; `years` are the years of its publication, online and in
    print. `containers` are the names of the journal or book. `url` is the address of a page after all redirects. If
    `tells_retractions` is True, the service reports retractions, so empty `notices` mean that the work was not
    retracted. `versions` are the DOIs under which a preprint was published later. If `is_notice` is True, the record
    itself is a retraction notice or a correction. `csl` has further CSL variables as pairs of name and text (type,
    volume, page, issued; an editor is "Family, Given"); they are not compared with anything.
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
    def from_json(cls, data: Mapping[str, Any]) -> Record:
        """Build a record from a JSON object that `dataclasses.asdict` made of a record."""
        fields: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        fields["people"] = tuple(Person(**each) for each in data.get("people", ()))
        fields["notices"] = tuple(Notice(**each) for each in data.get("notices", ()))
        fields["csl"] = tuple((name, value) for name, value in data.get("csl", ()))
        return cls(**fields)


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question to one service. Without `search`, `key` is an identifier (a DOI, an arXiv id, a PubMed id or an
    address), and the answer is its record. With `search`, `key` is the text of a reference, and the answer is the
    records of works that the reference may mean.
    """

    service: ServiceName
    key: str
    search: bool = False


#: The result of a look-up: the records found (empty if the service has no such work), or why the service did not
#: answer.
Found = tuple[Record, ...] | Failure
