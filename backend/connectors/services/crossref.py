"""Search Crossref, the registry of most DOIs: `GET /works?query.bibliographic=`.

Crossref gives priority to requests that contain the operator's e-mail address (`mailto`). Abstracts are JATS XML; dates
are lists of numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    first,
    items,
    link,
    number,
    plain,
    results,
    text,
    whole,
    within,
    without_empty,
    year,
)
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://api.crossref.org"
FIELDS = (
    "DOI,URL,title,subtitle,author,issued,published,abstract,container-title,publisher,type,score,"
    "is-referenced-by-count,updated-by"
)
_HEADING = re.compile(r"<jats:title>\s*(?:abstract|summary)\s*[:.]?\s*</jats:title>", re.IGNORECASE)


def request(service: Service, query: str, filters: Filters) -> Request:
    wanted = []
    if filters.after:
        wanted.append(f"from-pub-date:{filters.after.isoformat()}")
    if filters.before:
        wanted.append(f"until-pub-date:{filters.before.isoformat()}")
    params = [("query.bibliographic", query), ("rows", str(min(filters.limit, 100))), ("select", FIELDS)]
    if wanted:
        params.append(("filter", ",".join(wanted)))
    if service.contact:
        params.append(("mailto", service.contact))
    return Request(service.at(BASE_URL, "/works"), tuple(params))


def parse(body: bytes) -> Parsed:
    return Parsed(tuple(_source(each) for each in results(body, "message", "items") if text(each.get("DOI"))))


def _source(work: dict[str, Any]) -> Source:
    title, subtitle = first(work.get("title")), first(work.get("subtitle"))
    published, issued = _date(work)
    doi = text(work.get("DOI"))
    return Source(
        title=f"{title}: {subtitle}" if subtitle and subtitle.lower() not in title.lower() else title,
        url=link(work.get("URL")) or f"https://doi.org/{doi}",
        doi=canonical_doi(doi),
        authors=tuple(_authors(work.get("author"))),
        year=issued,
        content=plain(_HEADING.sub("", text(work.get("abstract"), 100_000))),
        score=number(work.get("score")),
        published_at=published,
        metadata=without_empty(
            journal=first(work.get("container-title")),
            publisher=plain(work.get("publisher"), 500),
            type=text(work.get("type")),
            cited_by=whole(work.get("is-referenced-by-count")),
            is_retracted=_retracted(work, title) or None,
        ),
    )


def _authors(authors: Any) -> Iterator[str]:
    for each in items(authors):
        name = " ".join(part for part in (plain(each.get("given"), 200), plain(each.get("family"), 200)) if part)
        if name or each.get("name"):
            yield name or plain(each.get("name"), 200)


def _date(work: dict[str, Any]) -> tuple[str | None, int | None]:
    """Return the date of publication as YYYY-MM-DD, None if the day is unknown; and its year, None if unknown."""
    for field in ("published", "issued"):
        dates = within(work, field, "date-parts")
        parts = dates[0] if isinstance(dates, list) and dates and isinstance(dates[0], list) else []
        if parts and year(parts[0]) is not None:
            try:
                return date(*parts).isoformat() if len(parts) == 3 else None, parts[0]
            except (ValueError, TypeError, OverflowError):
                return None, parts[0]
    return None, None


def _retracted(work: dict[str, Any], title: str) -> bool:
    """Return True if the work is retracted: its title says so, or the field `updated-by` has a notice of retraction."""
    notices = {text(each.get("type")).lower() for each in items(work.get("updated-by"))}
    return bool(notices & {"retraction", "removal", "withdrawal"}) or bool(
        re.match(r"\W*(?:RETRACTED|WITHDRAWN|Retracted(?: article)?:|Withdrawn:)", title)
    )
