"""Match each of a model's source strings with a result of its search, a work of the user's library, or none.

What nothing vouches for is `unresolved`, with a warning, and so is what may mean several works; where there was nothing
to look in, it is `unchecked`. An identifier beside a title that is clearly another work's is a `mismatch`. A page that
the model was not shown is never taken over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.kernel.works import Citation, CitationStatus, Source
from backend.sources import titles
from backend.sources.identifiers import (
    canonical_doi,
    canonical_title,
    canonical_url,
    described,
    identifiers,
    library_key,
    source_id,
    urls,
)
from backend.sources.titles import Fit, Name

_MARK = re.compile(r"\s*(?:\[(\d{1,3})\]|\((\d{1,3})\)|(\d{1,3})[.)]?)\s*")
_ID = re.compile(r"\bsx_[0-9a-f]{8}\b")
_BULLET = re.compile(r"^\s*(?:[-*•]|\[\d{1,3}\]|\d{1,3}[.)])\s+")
#: Characters of a string that a warning repeats, and of a title.
_SAID = 200
#: Pages that a warning lists.
_LISTED = 10


@dataclass(frozen=True, slots=True)
class Matched:
    """Citations in the order of the source strings, one each, and a sentence for all that is doubtful about them."""

    citations: tuple[Citation, ...]
    warnings: tuple[str, ...]


def match(
    said: Sequence[str],
    results: Sequence[Source],
    shelf: Sequence[Source] = (),
    earlier: Mapping[str, Citation] | None = None,
) -> Matched:
    """Say of each source string which result it means, or which work of the user's own library (`shelf`).

    A string with a DOI, a link or an id means the source with the same one, or none: a real title beside an invented
    link proves nothing. A bare `[n]` means the n-th result; other words must be a result's whole title, or name a work
    of the library (sources/titles.py). `earlier` maps the source strings of the content that is revised to their
    citations, so that they are known here too.
    """
    sure = {text: each for text, each in (earlier or {}).items() if each.status == "resolved"}
    doubted = {text: each.status for text, each in (earlier or {}).items() if each.status in ("unresolved", "mismatch")}
    known = _Sources(results, shelf, sure, doubted)
    known.expect({text: each for text, each in (earlier or {}).items() if each.status == "unchecked"})
    found = [known.cite(text) for text in said]
    return Matched(
        tuple(citation for citation, _ in found), tuple(dict.fromkeys(warning for _, warning in found if warning))
    )


def unconfirmed(title: str) -> str:
    """The warning about a source that nothing vouches for."""
    return f"No search result or attached source confirms: {title[:_SAID]}"


class _Sources:
    """All that vouches for the sources of one answer."""

    def __init__(
        self,
        results: Sequence[Source],
        shelf: Sequence[Source],
        earlier: Mapping[str, Citation],
        doubted: Mapping[str, CitationStatus],
    ) -> None:
        held = [_source(each) for each in earlier.values()]
        works = _joined([*shelf, *(each for each in held if library_key(each))])
        self._results, self._earlier = results, earlier
        #: where there was nothing to look in, nobody has looked
        self._doubted = doubted
        self._unknown: CitationStatus = "unresolved" if results or shelf else "unchecked"
        self._names = [(work, titles.of(work)) for work in works]
        self._owned: dict[str, Source] = {}
        for work in works:
            for key in (*_keys(work), *identifiers(work.title)):
                self._owned.setdefault(key, work)
        self._found: dict[str, Source] = {}
        for result in (*results, *(each for each in held if not library_key(each))):
            for key in (*_keys(result), *_titles(result)):
                self._found.setdefault(key, result)

    def expect(self, unchecked: Mapping[str, Citation]) -> None:
        """Take these source strings as known though nothing was looked up: nobody needs to be warned of them."""
        self._unchecked = {canonical_title(text): each for text, each in unchecked.items()}

    def cite(self, text: str) -> tuple[Citation, str | None]:
        """The citation, and what is doubtful about it."""
        work, several = self._work(text)
        if work is not None:
            return _mismatched(text, work) or _of_library(text, work)
        found = None if several else self._result(text)
        if found is not None:
            if mismatched := _mismatched(text, found):
                return mismatched
            return Citation(source_id(found), found.title or text, found.url, found.doi, "resolved"), None
        if not several and text in self._earlier:
            return self._earlier[text], None
        if not several and canonical_title(text) in self._unchecked:
            return self._unchecked[canonical_title(text)], None
        stated = described(text)
        status = self._doubted.get(text, self._unknown)
        unknown = Citation(source_id(stated), stated.title, stated.url, stated.doi, status)
        if several:
            return unknown, f"More than one work of the library may be meant by: {stated.title[:_SAID]}"
        return unknown, unconfirmed(stated.title)

    def _work(self, text: str) -> tuple[Source | None, bool]:
        """The work of the library that a string means, or whether it may mean more than one."""
        if not self._names or _MARK.fullmatch(text):
            return None, False
        if keys := _said_keys(text):
            return next((self._owned[key] for key in keys if key in self._owned), None), False
        fits = [(_rank(text, work, name, fit), work) for work, name in self._names if (fit := titles.fit(text, name))]
        best = max((rank for rank, _ in fits), default=None)
        meant = [work for rank, work in fits if rank == best]
        return (meant[0], False) if len(meant) == 1 else (None, bool(meant))

    def _result(self, text: str) -> Source | None:
        number = _MARK.fullmatch(text)
        if number is not None:
            position = int(number[1] or number[2] or number[3])
            return self._results[position - 1] if 0 < position <= len(self._results) else None
        if keys := _said_keys(text):
            return next((self._found[key] for key in keys if key in self._found), None)
        spellings = (canonical_title(each) for each in (text, _BULLET.sub("", text)))
        return next((self._found[f"title:{each}"] for each in spellings if f"title:{each}" in self._found), None)


def _mismatched(text: str, work: Source) -> tuple[Citation, str] | None:
    """The citation of a string whose identifier is this work's while its title is clearly another's."""
    if not _said_keys(text):
        return None
    said = " ".join(_ID.sub(" ", " ".join(_unlinked(text))).split())
    if not titles.contradicts(said, titles.of(work), work.title):
        return None
    stated = described(text)
    cited = Citation(source_id(stated), stated.title, stated.url, stated.doi, "mismatch")
    return cited, f"The identifier in “{stated.title[:_SAID]}” belongs to another work: “{work.title[:_SAID]}”."


def _rank(text: str, work: Source, name: Name, fit: Fit) -> tuple[int, bool, bool, bool]:
    """The longest title is meant, then the work of which author, year or a page that was shown are named too."""
    return fit.letters, fit.author, fit.year, not _pages(work).isdisjoint(titles.pages(text, name))


def _of_library(text: str, work: Source) -> tuple[Citation, str | None]:
    """The citation of a work of the library, with the page that the string names where it was shown."""
    told = {"authors": list(work.authors)} if work.authors else {}
    about: dict[str, Any] = {**work.metadata, **told, **({"year": work.year} if work.year else {})}
    shown = _pages(work)
    without_links = text if not identifiers(text) else " ".join(_unlinked(text))
    named = titles.pages(without_links, titles.of(work))
    strange = [page for page in named if page not in shown]
    if named:
        about.pop("page", None)
        about |= next(({"page": page} for page in named if page in shown), {})
    cited = Citation(source_id(work), work.title, work.url, work.doi, "resolved", about)
    return cited, _unshown(work, strange, shown) if strange else None


def _unshown(work: Source, strange: Sequence[int], shown: frozenset[int]) -> str:
    """Return the warning that a page is named which the model was not given."""
    title, most = work.title[:_SAID], work.metadata.get("page_count")
    named = ", ".join(map(str, strange[:_LISTED]))
    if isinstance(most, int) and min(strange) > most:
        return f"Page {named} does not exist: “{title}” has {most} pages."
    if not shown:
        return f"Page {named} of “{title}” is not confirmed: the work was shown without pages."
    given = ", ".join(map(str, sorted(shown)[:_LISTED]))
    return f"Page {named} of “{title}” is not confirmed: the passages that were shown stand on page {given}."


def _pages(work: Source) -> frozenset[int]:
    """The pages of a work that were shown; of an entry in a list of references those that it stands on."""
    pages = work.metadata.get("pages") or ()
    if not isinstance(pages, str):
        return frozenset(pages)
    ends = [int(each) for each in re.findall(r"\d{1,5}", pages)]
    whole = range(ends[0], ends[1] + 1) if len(ends) == 2 and ends[1] - ends[0] < 1_000 else ends
    return frozenset(whole)


def _joined(works: Iterable[Source]) -> list[Source]:
    """Every work once, with all the pages that were shown of it."""
    found: dict[str, Source] = {}
    for work in works:
        known = found.setdefault(source_id(work), work)
        pages, more = (each.metadata.get("pages") or [] for each in (known, work))
        if known is not work and more and not isinstance(more, str) and not isinstance(pages, str):
            told = {**known.metadata, "pages": sorted({*pages, *more})}
            found[source_id(work)] = replace(known, metadata=told)
    return list(found.values())


def _source(citation: Citation) -> Source:
    """Return the source that an earlier citation was resolved to."""
    about = dict(citation.metadata)
    authors, year = about.pop("authors", ()), about.pop("year", None)
    return Source(citation.title, citation.url, citation.doi, tuple(authors), year, metadata=about)


def _said_keys(text: str) -> list[str]:
    return [f"id:{each}" for each in _ID.findall(text)] or identifiers(text)


def _keys(source: Source) -> list[str]:
    where = " ".join(part for part in (source.url, source.doi) if part)
    return [f"id:{source_id(source)}", *identifiers(where)]


def _titles(source: Source) -> list[str]:
    title = canonical_title(source.title)
    return [f"title:{title}"] if title else []


def _unlinked(text: str) -> list[str]:
    """The words of a string that are no link and no DOI, which may seem to name pages."""
    return [word for word in text.split() if not (urls(word) or canonical_doi(word) or canonical_url(word))]
