"""Search SearXNG, a metasearch server that the operator runs: `GET /search?format=json`.

SearXNG asks many search engines. If some of them fail, the answer names them but has status 200. A work may occur under
several addresses, and a result may have no address.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    day,
    first,
    items,
    json_object,
    link,
    number,
    plain,
    text,
    texts,
    within,
    without_empty,
    year,
)
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters, SearchMode
from backend.kernel.works import Source
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

_CATEGORIES: dict[SearchMode, str] = {
    "web": "general",
    "academic": "science",
    "both": "general,science",
    "images": "images",
    "videos": "videos",
}


def request(service: Service, query: str, filters: Filters) -> Request:
    """Build the request. Limits on domains are written as `site:`, which most engines understand. A range of dates is
    not sent, because SearXNG does not support it.
    """
    sites = " OR ".join(f"site:{domain}" for domain in filters.domains[:5])
    words = [query, sites, *(f"-site:{domain}" for domain in filters.excluded_domains[:5])]
    params = [("q", " ".join(word for word in words if word)), ("format", "json")]
    params.append(("categories", _CATEGORIES[filters.mode]))
    if filters.language:
        params.append(("language", filters.language))
    if filters.recency:
        params.append(("time_range", "day" if filters.recency == "hour" else filters.recency))
    if filters.page > 1:
        params.append(("pageno", str(filters.page)))
    headers = (("Authorization", f"Bearer {service.key}"),) if service.key else ()
    return Request(service.at("", "/search"), tuple(params), headers)


def parse(body: bytes) -> Parsed:
    found = json_object(body)
    if not isinstance(found.get("results"), list):
        raise ProviderMisanswered("answered without the list `results`")
    return Parsed(
        tuple(_source(each) for each in items(found["results"]) if link(each.get("url")) or each.get("doi")),
        tuple(_complaints(found.get("unresponsive_engines"))),
    )


def _source(result: dict[str, Any]) -> Source:
    published = day(result.get("publishedDate"))
    engines = texts(result.get("engines"))
    return Source(
        title=plain(result.get("title"), 1000),
        url=link(result.get("url")),
        doi=canonical_doi(text(result.get("doi"))),
        authors=texts(result.get("authors")),
        year=year(published),
        content=plain(result.get("content")),
        score=number(result.get("score")),
        published_at=published,
        metadata=without_empty(
            engines=list(engines) or [name for name in [text(result.get("engine"))] if name],
            journal=plain(result.get("journal"), 500),
            publisher=plain(result.get("publisher"), 500),
            pdf_url=link(result.get("pdf_url")),
            image_url=link(result.get("img_src")),
            thumbnail_url=link(result.get("thumbnail_src")) or link(result.get("thumbnail")),
            resolution=text(result.get("resolution"), 50),
            length=text(result.get("length"), 50),
            type=first(result.get("type")) or text(result.get("type"), 100),
            comments=plain(result.get("comments"), 500) or first(result.get("comments")),
        ),
    )


def _complaints(unresponsive: Any) -> Iterator[str]:
    for each in unresponsive if isinstance(unresponsive, list) else ():
        name, reason = [*each, "", ""][:2] if isinstance(each, list) else (within(each, "engine"), "")
        if text(name):
            yield f"got no results from its engine {text(name, 100)}: {text(reason, 200) or 'no reason given'}"
