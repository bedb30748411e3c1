"""Look up works at Crossref: build the requests and parse the answers. A request contains up to fifty DOIs, one DOI, an
ISBN, or the words of a reference.

In Crossref's record of a work, `updated-by` has the retractions and corrections of the work. `update-to` is in the
record of a retraction notice, and names the work that the notice retracts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.payload import (
    csl_texts,
    date_of_parts,
    first,
    items,
    json_object,
    link,
    plain,
    results,
    text,
    texts,
    within,
    year,
)
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Notice, NoticeKind, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://api.crossref.org"
FIELDS = (
    "DOI,URL,title,subtitle,short-title,original-title,author,editor,issued,published,published-print,published-online,"
    "abstract,container-title,short-container-title,publisher,publisher-location,type,volume,issue,page,article-number,"
    "ISBN,ISSN,updated-by,update-to,relation"
)
#: CSL's names of types, by Crossref's names.
_TYPES = {
    "journal-article": "article-journal", "proceedings-article": "paper-conference", "book-chapter": "chapter",
    "book-section": "chapter", "book-part": "chapter", "reference-entry": "entry-encyclopedia",
    "book": "book", "monograph": "book", "edited-book": "book", "reference-book": "book", "proceedings": "book",
    "posted-content": "article", "dissertation": "thesis", "report": "report", "dataset": "dataset",
    "peer-review": "review", "standard": "standard", "database": "dataset",
}  # fmt: skip
#: The types that have an ISBN of their own; a chapter has the ISBN of its book.
_WHOLE_BOOKS = ("book", "monograph", "edited-book", "reference-book", "proceedings", "report", "dissertation")
ISBN = "isbn:"
#: The most works that a search returns; the right one is rarely later in the list.
FOUND = 10
#: The kinds of notices, by Crossref's names for them.
NOTICES: dict[str, NoticeKind] = {
    "retraction": "retraction", "withdrawal": "retraction", "removal": "retraction",
    "expression_of_concern": "concern",
    "correction": "correction", "erratum": "correction", "corrigendum": "correction", "addendum": "correction",
    "clarification": "correction", "partial_retraction": "correction",
}  # fmt: skip


def batch_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    wanted = ",".join(f"doi:{each.key}" for each in lookups)
    params = (("filter", wanted), ("rows", str(2 * len(lookups))), ("select", FIELDS))
    return Request(service.at(BASE_URL, "/works"), params + _contact(service))


def parse_batch(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    found: dict[str, list[Record]] = {}
    for record in _listed(body):
        found.setdefault(record.doi or "", []).append(record)
    return {each: tuple(found.get(each.key, ())) for each in lookups}


def single_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    return Request(service.at(BASE_URL, f"/works/{quote(lookups[0].key, safe='')}"), _contact(service))


def parse_single(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    work = within(json_object(body), "message")
    if not isinstance(work, dict) or not text(work.get("DOI")):
        raise ProviderMisanswered("answered without the data of the work")
    return {lookups[0]: (_record(work),)}


def isbn_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    types = ",".join(f"type:{each}" for each in _WHOLE_BOOKS)
    params = (("filter", f"{lookups[0].key},{types}"), ("rows", str(FOUND)), ("select", FIELDS))
    return Request(service.at(BASE_URL, "/works"), params + _contact(service))


def parse_isbn(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    return {lookups[0]: tuple(_listed(body))[:1]}


def search_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    params = (("query.bibliographic", lookups[0].key), ("rows", str(FOUND)), ("select", FIELDS))
    return Request(service.at(BASE_URL, "/works"), params + _contact(service))


def parse_search(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    return {lookups[0]: tuple(_listed(body))}


def _listed(body: bytes) -> Iterator[Record]:
    return (_record(each) for each in results(body, "message", "items") if text(each.get("DOI")))


def _record(work: dict[str, Any]) -> Record:
    doi = canonical_doi(text(work.get("DOI"))) or text(work.get("DOI")).lower()
    dates = (
        within(work, name, "date-parts") for name in ("issued", "published", "published-print", "published-online")
    )
    years = [found for each in dates if (found := _year(each)) is not None]
    containers = (*texts(work.get("container-title")), *texts(work.get("short-container-title")))
    return Record(
        service="crossref",
        titles=tuple(dict.fromkeys(_titles(work))),
        people=tuple(_people(work.get("author")) or _people(work.get("editor"))),
        years=tuple(dict.fromkeys(years)),
        containers=tuple(filter(None, (*containers, plain(work.get("publisher"), 500)))),
        doi=doi,
        url=link(work.get("URL")) or f"https://doi.org/{doi}",
        abstract=plain(work.get("abstract")),
        notices=tuple(_notices(work)),
        tells_retractions=True,
        versions=tuple(_versions(work)),
        is_notice=bool(list(items(work.get("update-to")))),
        csl=_csl(work),
    )


def _csl(work: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    kind = _TYPES.get(text(work.get("type")), "")
    dates = (date_of_parts(work.get(name)) for name in ("published-print", "issued", "published", "published-online"))
    variables = csl_texts(
        type=kind,
        issued=next(filter(None, dates), ""),
        volume=plain(work.get("volume"), 100),
        issue=plain(work.get("issue"), 100),
        page=plain(work.get("page"), 100) or plain(work.get("article-number"), 100),
        publisher=plain(work.get("publisher"), 500),
        publisher_place=plain(work.get("publisher-location"), 500),
        container_title=first(work.get("container-title")),
        ISSN=first(work.get("ISSN")),
        ISBN=first(work.get("ISBN")) if kind in ("book", "chapter", "paper-conference") else "",
    )
    if not work.get("author"):  # without authors, the editors are already in `people`
        return variables
    editors = (", ".join(filter(None, (each.family, each.given))) for each in _people(work.get("editor")))
    return (*variables, *(("editor", each) for each in editors))


def _titles(work: dict[str, Any]) -> Iterator[str]:
    title, subtitle = first(work.get("title")), first(work.get("subtitle"))
    if title and subtitle and subtitle.lower() not in title.lower():
        yield f"{title}: {subtitle}"
    if title:
        yield title
    yield from texts(work.get("original-title"))


def _people(authors: Any) -> list[Person]:
    made = []
    for each in items(authors):
        family, given = plain(each.get("family"), 200), plain(each.get("given"), 200)
        name = plain(each.get("name"), 300)
        if family:
            made.append(Person(family, given))
        elif name or given:
            made.append(Person(name or given, whole=True))
    return made


def _notices(work: dict[str, Any]) -> Iterator[Notice]:
    for each in items(work.get("updated-by")):
        kind = NOTICES.get(text(each.get("type")).lower().replace("-", "_").replace(" ", "_"))
        if kind is None:
            continue
        parts = within(each, "updated", "date-parts")
        day = parts[0] if isinstance(parts, list) and parts and isinstance(parts[0], list) else []
        numbers = [part for part in day if isinstance(part, int)]
        date = "-".join(f"{part:02d}" for part in numbers) or None
        yield Notice(kind, text(each.get("source")) or "crossref", canonical_doi(text(each.get("DOI"))), date)


def _versions(work: dict[str, Any]) -> Iterator[str]:
    for each in items(within(work, "relation", "is-preprint-of")):
        doi = canonical_doi(text(each.get("id")))
        if doi:
            yield doi


def _year(parts: Any) -> int | None:
    inner = parts[0] if isinstance(parts, list) and parts else None
    return year(inner[0]) if isinstance(inner, list) and inner else None


def _contact(service: Service) -> tuple[tuple[str, str], ...]:
    return (("mailto", service.contact),) if service.contact else ()
