"""Search Tavily, a web search service for language models: `POST /search` with a key."""

from __future__ import annotations

from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import day, link, number, plain, results, text, without_empty, year
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request

BASE_URL = "https://api.tavily.com"
#: Tavily's limits: the characters of a query, and the number of results.
MOST_QUERY, MOST_RESULTS = 400, 20


def request(service: Service, query: str, filters: Filters) -> Request:
    json: dict[str, Any] = {
        "query": _shortened(query),
        "search_depth": "advanced" if filters.thorough else "basic",
        "max_results": min(filters.limit, MOST_RESULTS),
    }
    if filters.domains:
        json["include_domains"] = list(filters.domains)
    if filters.excluded_domains:
        json["exclude_domains"] = list(filters.excluded_domains)
    if filters.after:
        json["start_date"] = filters.after.isoformat()
    if filters.before:
        json["end_date"] = filters.before.isoformat()
    headers = (("Authorization", f"Bearer {service.key}"),) if service.key else ()
    return Request(service.at(BASE_URL, "/search"), headers=headers, json=json)


def parse(body: bytes) -> Parsed:
    return Parsed(tuple(_source(each) for each in results(body, "results") if link(each.get("url"))))


def _source(result: dict[str, Any]) -> Source:
    published = day(result.get("published_date"))
    return Source(
        title=plain(result.get("title"), 1000),
        url=link(result.get("url")),
        year=year(published),
        content=plain(result.get("content")),
        score=number(result.get("score")),
        published_at=published,
        metadata=without_empty(favicon=link(text(result.get("favicon")))),
    )


def _shortened(query: str) -> str:
    """Return a query with at most `MOST_QUERY` characters, cut after a word."""
    query = " ".join(query.split())
    if len(query) <= MOST_QUERY:
        return query
    head = query[: MOST_QUERY + 1]
    return head.rpartition(" ")[0] or query[:MOST_QUERY]
