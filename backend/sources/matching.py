"""Match each source that a model names with the search result or library work that it means.

A source string that means no result or work, or may mean several, gets the status `unresolved` and a warning. If there
were no results and works to compare with, its status is `unchecked`. If its identifier belongs to one work, but the
title beside the identifier clearly belongs to another, its status is `mismatch`. A page number that the model was not
shown is left out of the citation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from backend.kernel.works import RETRACTED, Citation, CitationStatus, Source
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
#: Maximum characters of a source string or a title that a warning repeats.
_SAID = 200
#: Maximum number of pages that a warning lists.
_LISTED = 10


@dataclass(frozen=True, slots=True)
class Matched:
    """A citation for each source string, in the same order, and the warnings."""

    citations: tuple[Citation, ...]
    warnings: tuple[str, ...]


def match(
    source_strings: Sequence[str],
    results: Sequence[Source],
    shelf: Sequence[Source] = (),
    earlier: Mapping[str, Citation] | None = None,
) -> Matched:
    """Find the search result (`results`) or library work (`shelf`) that each source string means.

    A string with a DOI or link means only the source with this DOI or link, because a real title beside an invented
    link proves nothing. A bare `[n]` means the n-th result. Any other string must contain the whole title of a result,
    or name a library work. If a draft is revised, `earlier` maps its source strings to their citations.
    """
    sure = {text: each for text, each in (earlier or {}).items() if each.status == "resolved"}
    doubted = {text: each.status for text, each in (earlier or {}).items() if each.status in ("unresolved", "mismatch")}
    known = _Sources(results, shelf, sure, doubted)
    known.expect({text: each for text, each in (earlier or {}).items() if each.status == "unchecked"})
    found = [known.cite(text) for text in source_strings]
    return Matched(
        tuple(citation for citation, _ in found), tuple(dict.fromkeys(warning for _, warning in found if warning))
    )


def unconfirmed(title: str) -> str:
    """Return the warning that neither a search result nor an attached text confirms a source."""
    return f"No search result or attached source confirms this source: {title[:_SAID]}"


class _Sources:
    """The search results and library works with which the source strings of one answer are compared."""

    def __init__(
        self,
        results: Sequence[Source],
        shelf: Sequence[Source],
        earlier: Mapping[str, Citation],
        doubted: Mapping[str, CitationStatus],
    ) -> None:
        held = [each.to_source() for each in earlier.values()]
        works = _joined([*shelf, *(each for each in held if library_key(each))])
        self._results, self._earlier = results, earlier
        #: if there was nothing to search in, sources are "unchecked" instead of "unresolved"
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
        """Accept the source strings of an earlier version that could not be looked up. Each gets its earlier citation
        again, without a warning; `unchecked` maps the strings to these citations.
        """
        self._unchecked = {canonical_title(text): each for text, each in unchecked.items()}

    def cite(self, text: str) -> tuple[Citation, str | None]:
        """Return the citation of a source string, and a warning (None if there is nothing to warn about)."""
        work, several = self._work(text)
        if work is not None:
            return _mismatched(text, work) or _of_library(text, work)
        found = None if several else self._result(text)
        if not several and text in self._earlier and found not in self._results:
            return self._earlier[text], None
        if found is not None:
            if mismatched := _mismatched(text, found):
                return mismatched
            return Citation(source_id(found), found.title or text, found.url, found.doi, "resolved"), None
        if not several and canonical_title(text) in self._unchecked:
            return self._unchecked[canonical_title(text)], None
        stated = described(text)
        status = self._doubted.get(text, self._unknown)
        unknown = Citation(source_id(stated), stated.title, stated.url, stated.doi, status)
        if several:
            unclear = f"“{stated.title[:_SAID]}” may name several works of the library, so it is not confirmed."
            return unknown, f"{unclear} Add an author or a year."
        return unknown, unconfirmed(stated.title)

    def _work(self, text: str) -> tuple[Source | None, bool]:
        """Return the library work that a string means, or None; and True if the string may mean several works."""
        if not self._names or _MARK.fullmatch(text):
            return None, False
        if keys := _said_keys(text):
            return next((self._owned[key] for key in keys if key in self._owned), None), False
        fits = [(_rank(text, work, name, fit), work) for work, name in self._names if (fit := titles.fit(text, name))]
        best = max((rank for rank, _ in fits), default=None)
        meant = [work for rank, work in fits if rank == best]
        meant = meant or [work for work, name in self._names if titles.names_people(text, name)]
        return (meant[0], False) if len(meant) == 1 else (None, bool(meant))

    def _result(self, text: str) -> Source | None:
        number = _MARK.fullmatch(text)
        if number is not None:
            position = int(number[1] or number[2] or number[3])
            return self._results[position - 1] if 0 < position <= len(self._results) else None
        if keys := _said_keys(text):
            return next((self._found[key] for key in keys if key in self._found), None)
        spellings = (canonical_title(each.replace(RETRACTED, "")) for each in (text, _BULLET.sub("", text)))
        return next((self._found[f"title:{each}"] for each in spellings if f"title:{each}" in self._found), None)


def _mismatched(text: str, work: Source) -> tuple[Citation, str] | None:
    """Return the citation and the warning for a string with this work's identifier and clearly another title. Returns
    None for any other string.
    """
    if not _said_keys(text):
        return None
    said = " ".join(_ID.sub(" ", " ".join(_unlinked(text))).split())
    if not titles.contradicts(said, titles.of(work), work.title):
        return None
    stated = described(text)
    cited = Citation(source_id(stated), stated.title, stated.url, stated.doi, "mismatch")
    return cited, f"The identifier in “{stated.title[:_SAID]}” belongs to another work: “{work.title[:_SAID]}”."


def _rank(text: str, work: Source, name: Name, fit: Fit) -> tuple[int, bool, bool, bool]:
    """Return a sort key for a work that the string `text` may name; the best match has the greatest key. The key is the
    number of letters of the title in the string, and then whether the string names an author, the year, and a page
    number of the library file that the model was shown. `name` has the work's title, and `fit` says what the string has
    of the work.
    """
    return fit.letters, fit.author, fit.year, not _pages(work).isdisjoint(titles.pages(text, name))


def _of_library(text: str, work: Source) -> tuple[Citation, str | None]:
    """Return the citation of a library work, with the page that the string names if this page was shown; and a warning
    if another page was named.
    """
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
    """Return the warning about a citation that names pages which the model was not shown (`strange`). `shown` are the
    pages that the model was shown.
    """
    title, most = work.title[:_SAID], work.metadata.get("page_count")
    named = ", ".join(map(str, strange[:_LISTED]))
    if isinstance(most, int) and min(strange) > most:
        return f"Page {named} does not exist: “{title}” has {most} pages."
    cited = f"The citation gives {'pages' if len(strange) > 1 else 'page'} {named} of “{title}”"
    if shown and isinstance(pages := work.metadata.get("pages"), str):
        return f"{cited}, but the work's entry gives the pages {pages}. Check the page."
    if not shown:
        return f"{cited}, but the text that the model was shown has no page numbers. Check the page."
    given = ", ".join(map(str, sorted(shown)[:_LISTED]))
    return f"{cited}, but the model was shown only {'pages' if len(shown) > 1 else 'page'} {given}. Check the page."


def _pages(work: Source) -> frozenset[int]:
    """Return the page numbers of a work that the model was shown. For an entry of a reference list, return the pages of
    the entry.
    """
    pages = work.metadata.get("pages") or ()
    if not isinstance(pages, str):
        return frozenset(pages)
    ends = [int(each) for each in re.findall(r"\d{1,5}", pages)]
    whole = range(ends[0], ends[1] + 1) if len(ends) == 2 and ends[1] - ends[0] < 1_000 else ends
    return frozenset(whole)


def _joined(works: Iterable[Source]) -> list[Source]:
    """Return each work once, with all of its pages that the model was shown."""
    found: dict[str, Source] = {}
    for work in works:
        known = found.setdefault(source_id(work), work)
        pages, more = (each.metadata.get("pages") or [] for each in (known, work))
        if known is not work and more and not isinstance(more, str) and not isinstance(pages, str):
            told = {**known.metadata, "pages": sorted({*pages, *more})}
            found[source_id(work)] = replace(known, metadata=told)
    return list(found.values())


def _said_keys(text: str) -> list[str]:
    return [f"id:{each}" for each in _ID.findall(text)] or identifiers(text)


def _keys(source: Source) -> list[str]:
    where = " ".join(part for part in (source.url, source.doi) if part)
    return [f"id:{source_id(source)}", *identifiers(where)]


def _titles(source: Source) -> list[str]:
    title = canonical_title(source.title)
    return [f"title:{title}"] if title else []


def _unlinked(text: str) -> list[str]:
    """Return the words of a string without links and DOIs, because numbers in these may look like page numbers."""
    return [word for word in text.split() if not (urls(word) or canonical_doi(word) or canonical_url(word))]
