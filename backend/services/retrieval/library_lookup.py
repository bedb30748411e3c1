"""Look up the DOI of a library file in the registries, and use their data if the file has the title that they give for
this DOI.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from backend.errors import CoscribeError
from backend.formats.csl_items import named, person, spoken_name, year_of
from backend.kernel.events import Emit, Event
from backend.kernel.works import Work
from backend.ports import Ports
from backend.services.reference_lookup import FoundWork, find_work
from backend.sources.identifiers import canonical_title
from backend.storage.library_works import Entry

#: Numbers of pages and of characters at the beginning of a file. The title that the registries have for a DOI must
#: stand there.
FIRST_PAGES, FIRST_CHARACTERS = 2, 5_000


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The text of a file that contains a single work, and the work's bibliographic data."""

    work: Work
    entry: Entry


def looked_up(ports: Ports, read: ReadFile, emit: Emit) -> Entry:
    """Return the work in a file (`read`) with the registries' data for its DOI. The work is returned unchanged if it
    has no DOI, or if no registry is asked, answers or knows the DOI.

    If the registries' title is not on the first pages of a PDF, the DOI is dropped, because pages also print the DOIs
    of other works.
    """
    entry = read.entry
    if ports.verification is None or entry.doi is None:
        return entry
    call = {"tool_call_id": "doi", "tool": "registries", "query": entry.doi}
    emit(Event("tool_call_started", {**call, "status": "running"}))
    try:
        found = find_work(ports, f"doi:{entry.doi}")
    except CoscribeError as error:
        emit(Event("tool_call_error", {**call, "status": "error", "error": error.detail[:200]}))
        return entry
    emit(Event("tool_call_success", {**call, "status": "success", "count": 1}))
    if canonical_title(str(found.item["title"])) in canonical_title(_beginning(read)):
        return _confirmed(entry, found)
    return replace(entry, doi=None) if read.work.kind == "pdf" else entry


def _beginning(read: ReadFile) -> str:
    pages = " ".join(each.text for each in read.work.pages[:FIRST_PAGES])
    return f"{read.entry.title} {pages[:FIRST_CHARACTERS]}"


def _confirmed(entry: Entry, found: FoundWork) -> Entry:
    """Return the work with the values that the registries have (`found`). Fields that the registries lack keep the
    work's own values.
    """
    item = {name: value for name, value in found.item.items() if name != "abstract"}
    if entry.authors:
        item.setdefault("author", [person(each) for each in entry.authors])
    if entry.year:
        item.setdefault("issued", {"date-parts": [[entry.year]]})
    known = {"journal": item.get("container-title"), "publisher": item.get("publisher"), "csl": item}
    return Entry(
        title=str(item["title"]),
        authors=tuple(map(spoken_name, named(item.get("author") or ()))),
        year=year_of(item),
        doi=entry.doi,
        url=entry.url,
        metadata={**(entry.metadata or {}), **{name: value for name, value in known.items() if value}},
    )
