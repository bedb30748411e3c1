"""Search Semantic Scholar, a service for papers and their citations: `GET /graph/v1/paper/search`.

With a key, one request a second is allowed; all callers without a key share one limit.
"""

from __future__ import annotations

from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    day,
    json_object,
    link,
    names,
    plain,
    results,
    text,
    texts,
    whole,
    within,
    without_empty,
    year,
)
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://api.semanticscholar.org"
FIELDS = (
    "title,abstract,year,authors,url,externalIds,publicationDate,venue,citationCount,openAccessPdf,publicationTypes"
)


def request(service: Service, query: str, filters: Filters) -> Request:
    """Build the request. Hyphens are replaced by spaces, because this service finds nothing for a word with a
    hyphen.
    """
    params = [("query", query.replace("-", " ")), ("limit", str(min(filters.limit, 100))), ("fields", FIELDS)]
    if filters.after or filters.before:
        first = filters.after.isoformat() if filters.after else ""
        last = filters.before.isoformat() if filters.before else ""
        params.append(("publicationDateOrYear", f"{first}:{last}"))
    headers = (("x-api-key", service.key),) if service.key else ()
    return Request(service.at(BASE_URL, "/graph/v1/paper/search"), tuple(params), headers)


def parse(body: bytes) -> Parsed:
    """Parse the answer. The field `data` is missing if nothing was found."""
    found = json_object(body)
    if found.get("total") == 0 and "data" not in found:
        return Parsed()
    return Parsed(tuple(_source(each) for each in results(body, "data") if text(each.get("paperId"))))


def _source(paper: dict[str, Any]) -> Source:
    identifiers = paper.get("externalIds")
    arxiv = text(within(identifiers, "ArXiv"), 50)
    published = day(paper.get("publicationDate"))
    kinds = texts(paper.get("publicationTypes"))
    return Source(
        title=plain(paper.get("title"), 1000),
        url=link(paper.get("url")) or f"https://www.semanticscholar.org/paper/{text(paper.get('paperId'), 60)}",
        doi=canonical_doi(text(within(identifiers, "DOI"))) or (canonical_doi(f"arXiv:{arxiv}") if arxiv else None),
        authors=names(paper.get("authors"), "name"),
        year=year(paper.get("year")) or year(published),
        content=plain(paper.get("abstract")),
        published_at=published,
        metadata=without_empty(
            arxiv=arxiv,
            pubmed=text(within(identifiers, "PubMed"), 20),
            journal=plain(paper.get("venue"), 500),
            type=kinds[0] if kinds else "",
            cited_by=whole(paper.get("citationCount")),
            pdf_url=link(within(paper, "openAccessPdf", "url")),
        ),
    )
