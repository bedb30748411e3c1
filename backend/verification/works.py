"""Merge the records that several services have of one work."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from backend.kernel.records import Notice, Person, Record
from backend.sources.withdrawn_titles import bare, is_marked_withdrawn

_Value = TypeVar("_Value")

#: The services, ordered by how much their titles and authors are preferred. Services that get divided names from the
#: publisher come first.
_ORDER = ("crossref", "datacite", "arxiv", "europepmc", "doi", "openalex", "provider", "page", "handle")


@dataclass(frozen=True, slots=True)
class Work:
    """A work or web page that exists, as the services describe it that know it.

    - `id`: its DOI or, if it has none, its address
    - `titles`, `years`: all under which services know it
    - `containers`: the names of its journal or book
    - `sure_people`: True if the authors come from a service that divides names into family and given names; only then
      is it certain that the work has no other authors
    - `asked`: the services that answered and would know of a retraction
    - `versions`: of a preprint, the DOIs under which it was published later
    """

    id: str
    titles: tuple[str, ...]
    people: tuple[Person, ...]
    years: tuple[int, ...]
    containers: tuple[str, ...]
    doi: str | None
    url: str | None
    abstract: str
    notices: tuple[Notice, ...]
    sure_people: bool
    asked: tuple[str, ...]
    versions: tuple[str, ...] = ()
    #: further CSL variables as texts, each from the first service that has it
    csl: tuple[tuple[str, str], ...] = ()

    @property
    def title(self) -> str:
        return self.titles[0] if self.titles else ""

    @property
    def retracted(self) -> bool:
        return any(each.kind == "retraction" for each in self.notices)


def merged(records: Iterable[Record]) -> Work | None:
    """Return the work that all these records describe; None if there are no records."""
    ordered = sorted(records, key=lambda each: _ORDER.index(each.service) if each.service in _ORDER else len(_ORDER))
    if not ordered:
        return None
    known = next((each for each in ordered if each.people), ordered[0])
    withdrawn = [
        Notice("retraction", each.service) for each in ordered for title in each.titles if _marked(title, each)
    ]
    doi = next((each.doi for each in ordered if each.doi), None)
    url = next((each.url for each in ordered if each.url), None)
    return Work(
        id=doi or url or next((title for each in ordered for title in each.titles), ""),
        titles=_distinct(bare(title) for each in ordered for title in each.titles if title),
        people=known.people,
        years=_distinct(year for each in ordered for year in each.years),
        containers=_distinct(name for each in ordered for name in each.containers if name),
        doi=doi,
        url=url,
        abstract=max((each.abstract for each in ordered), key=len),
        notices=_distinct([notice for each in ordered for notice in each.notices] + withdrawn),
        sure_people=known.service in ("crossref", "datacite", "doi"),
        asked=_distinct(each.service for each in ordered if each.tells_retractions),
        versions=_distinct(version for each in ordered for version in each.versions if version != doi),
        csl=tuple(_joined(ordered)),
    )


def _joined(records: Iterable[Record]) -> Iterator[tuple[str, str]]:
    told: set[str] = set()
    for record in records:
        new = [(name, value) for name, value in record.csl if name not in told]
        yield from new
        told.update(name for name, _ in new)


def _marked(title: str, record: Record) -> bool:
    return not record.is_notice and is_marked_withdrawn(title)


def _distinct(values: Iterable[_Value]) -> tuple[_Value, ...]:
    return tuple(dict.fromkeys(values))


def notices_of(works: Sequence[Work]) -> tuple[Notice, ...]:
    """Return the notices about any of these works, which are versions of one work."""
    return _distinct(notice for work in works for notice in work.notices)


def told_once(notices: Sequence[Notice]) -> tuple[Notice, ...]:
    """Return the notices without duplicates. Several registries may report the same notice, and not all of them know
    its DOI.
    """
    located = {(each.kind, each.doi): each for each in reversed(notices) if each.doi}
    kinds = {kind for kind, _ in located}
    unlocated = {each.kind: each for each in reversed(notices) if each.kind not in kinds}
    kept = [*located.values(), *unlocated.values()]
    return tuple(each for each in notices if any(each is one for one in kept))
