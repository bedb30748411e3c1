"""Search LinkUp, a web search service for language models: `POST /v1/search` with a key. Results come without
scores.
"""

from __future__ import annotations

from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import day, link, plain, results, year
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request

BASE_URL = "https://api.linkup.so"


def request(service: Service, query: str, filters: Filters) -> Request:
    json: dict[str, Any] = {
        "q": query,
        "depth": "deep" if filters.thorough else "standard",
        "outputType": "searchResults",
        "includeImages": False,
        "maxResults": filters.limit,
    }
    if filters.domains:
        json["includeDomains"] = list(filters.domains)
    if filters.excluded_domains:
        json["excludeDomains"] = list(filters.excluded_domains)
    if filters.after:
        json["fromDate"] = filters.after.isoformat()
    if filters.before:
        json["toDate"] = filters.before.isoformat()
    headers = (("Authorization", f"Bearer {service.key}"),) if service.key else ()
    return Request(service.at(BASE_URL, "/v1/search"), headers=headers, json=json)


def parse(body: bytes) -> Parsed:
    found = [each for each in results(body, "results") if each.get("type", "text") == "text"]
    return Parsed(tuple(_source(each) for each in found if link(each.get("url"))))


def _source(result: dict[str, Any]) -> Source:
    published = day(result.get("date"))
    return Source(
        title=plain(result.get("name"), 1000),
        url=link(result.get("url")),
        year=year(published),
        content=plain(result.get("content")),
        published_at=published,
    )
