"""Find retracted works in the library: by their titles and, if the operator allows it, by asking the registries.

The result is stored with the work, so that every list, search, citation and prompt shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from backend.ports import Ports
from backend.services.source_checks.source_check import CheckedSource, check_sources
from backend.sources.withdrawn_titles import is_marked_withdrawn
from backend.storage import library_works
from backend.storage.db import reading, transaction
from backend.storage.library_works import Entry, StoredWork
from backend.verification.works import told_once

#: Seconds that a check may take for each work, in addition to its base time; and the maximum of these seconds for one
#: file.
_SECONDS_EACH, _MOST_SECONDS = 0.2, 60.0


@dataclass(frozen=True, slots=True)
class LibraryNews:
    """A library file (`work`), and the works in it about which something new was found (`news`): a retraction or
    another notice.
    """

    work: StoredWork
    news: tuple[Entry, ...]


def with_retractions(ports: Ports, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the works of a file, with a mark on each retracted one. A work with a DOI is looked up in the registries;
    a work without one is recognized by a title such as “RETRACTED: …”.
    """
    marked = [_marked(each) for each in entries]
    places = [place for place, each in enumerate(marked) if each.doi]
    if ports.verification is None or not places:
        return tuple(marked)
    seconds = min(_MOST_SECONDS, ports.verification.longest + _SECONDS_EACH * len(places))
    found = check_sources(ports.verification, [f"doi:{marked[place].doi}" for place in places], seconds=seconds)
    for place, checked in zip(places, found, strict=True):
        marked[place] = _with_verdict(marked[place], checked)
    return tuple(marked)


def recheck(ports: Ports, user_id: str | None) -> Iterator[LibraryNews]:
    """Look for new retractions and notices about the library works of a user (None: of all users), and store them.
    Yields each file for which something new was found.
    """
    with reading():
        numbers = library_works.ready(user_id)
    for owner, work_id in numbers:
        with reading():
            work = library_works.find(owner, work_id)
        if work is None:
            continue
        entries = with_retractions(ports, work.entries)
        if entries == work.entries:
            continue
        news = tuple(now for now, before in zip(entries, work.entries, strict=True) if _notices(now) - _notices(before))
        with transaction():
            library_works.change_entries(work.number, entries)
        if news:
            yield LibraryNews(work, news)


def warnings_of(work: StoredWork) -> list[str]:
    """Return a warning for each retracted work in a file."""
    return [f"“{each.title}” was retracted." for each in work.entries if is_retracted(each)]


def is_retracted(entry: Entry) -> bool:
    return (entry.metadata or {}).get("is_retracted") is True


def _marked(entry: Entry) -> Entry:
    if is_retracted(entry) or not is_marked_withdrawn(entry.title):
        return entry
    return replace(entry, metadata={**(entry.metadata or {}), "is_retracted": True})


def _with_verdict(entry: Entry, checked: CheckedSource) -> Entry:
    """Return a work with the retraction and notices that the registries have found. Those that are already known stay
    if the look-up fails.
    """
    verdict = checked.verdict
    about: dict[str, Any] = dict(entry.metadata or {})
    if notices := [asdict(each) for each in told_once(verdict.notices)]:
        about["notices"] = notices
    if verdict.status == "retracted":
        about["is_retracted"] = True
    return replace(entry, metadata=about or None)


def _notices(entry: Entry) -> set[tuple[str, str]]:
    about = entry.metadata or {}
    told = {(str(each["kind"]), str(each.get("doi"))) for each in about.get("notices") or ()}
    return told | ({("retraction", "")} if is_retracted(entry) else set())
