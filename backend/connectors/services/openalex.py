"""Search OpenAlex, an open catalog of scholarly works: `GET /works?search=` with a free key.

OpenAlex gives an abstract as an inverted index (each word with its positions), and the text is rebuilt from this index.
"""

from __future__ import annotations

import re
from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    MOST_CONTENT,
    day,
    link,
    names,
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

BASE_URL = "https://api.openalex.org"
FIELDS = (
    "id,doi,title,publication_year,publication_date,language,type,authorships,primary_location,best_oa_location,"
    "cited_by_count,is_retracted,abstract_inverted_index,relevance_score"
)
#: The most words of an abstract. A forged index may name position 10^9.
MOST_WORDS = 5_000


def request(service: Service, query: str, filters: Filters) -> Request:
    wanted = []
    if filters.after:
        wanted.append(f"from_publication_date:{filters.after.isoformat()}")
    if filters.before:
        wanted.append(f"to_publication_date:{filters.before.isoformat()}")
    if re.fullmatch(r"[a-z]{2}", filters.language):
        wanted.append(f"language:{filters.language}")
    params = [("search", query), ("per-page", str(min(filters.limit, 100))), ("select", FIELDS)]
    if wanted:
        params.append(("filter", ",".join(wanted)))
    if service.key:
        params.append(("api_key", service.key))
    return Request(service.at(BASE_URL, "/works"), tuple(params))


def parse(body: bytes) -> Parsed:
    return Parsed(tuple(_source(each) for each in results(body, "results") if text(each.get("id"))))


def _source(work: dict[str, Any]) -> Source:
    published = day(work.get("publication_date"))
    return Source(
        title=plain(work.get("title") or work.get("display_name"), 1000),
        url=link(within(work, "primary_location", "landing_page_url")) or link(work.get("doi")) or link(work.get("id")),
        doi=canonical_doi(text(work.get("doi"))),
        authors=names(work.get("authorships"), "author", "display_name"),
        year=year(work.get("publication_year")) or year(published),
        content=rebuilt(work.get("abstract_inverted_index")),
        score=number(work.get("relevance_score")),
        published_at=published,
        metadata=without_empty(
            openalex=text(work.get("id")),
            journal=plain(within(work, "primary_location", "source", "display_name"), 500),
            type=text(work.get("type")),
            language=text(work.get("language")),
            cited_by=whole(work.get("cited_by_count")),
            is_retracted=work.get("is_retracted") if isinstance(work.get("is_retracted"), bool) else None,
            pdf_url=link(within(work, "best_oa_location", "pdf_url")),
        ),
    )


def rebuilt(index: Any) -> str:
    """Return the text of an abstract, given as an index of the form `{word: [positions]}`. Malformed parts are left
    out.
    """
    placed: dict[int, str] = {}
    for word, places in index.items() if isinstance(index, dict) else ():
        for place in places if isinstance(places, list) else ():
            if whole(place) is not None and 0 <= place < MOST_WORDS:
                placed[place] = word
    words = plain(" ".join(placed[place] for place in sorted(placed)), MOST_CONTENT)
    return re.sub(r"^(?:Abstract|ABSTRACT)[\s:.]+(?=[A-Z])", "", words)
