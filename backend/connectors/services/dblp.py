"""Search DBLP, the bibliography of computer science: `GET /search/publ/api?format=json`. DBLP has no abstracts.

If several people have the same name, DBLP adds four digits to it. A list with one item is sent as the item itself,
without a list.
"""

from __future__ import annotations

import re
from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    items,
    json_object,
    link,
    plain,
    text,
    texts,
    within,
    without_empty,
    year,
)
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://dblp.org"
#: The most results that are requested. DBLP would return up to 1,000.
MOST_RESULTS = 100
_HOMONYM = re.compile(r"\s\d{4}$")
#: The punctuation with a meaning in DBLP's queries: `$` ends a word, `|` means or, `-word` excludes a word.
_SYNTAX = re.compile(r"[$|:\"]+|(?<!\w)-")


def request(service: Service, query: str, filters: Filters) -> Request:
    """Build the request. DBLP finds a work if each word of the query is the beginning of a word of its title, people,
    venue or year.
    """
    words = " ".join(_SYNTAX.sub(" ", query).split())
    params = (("q", words), ("format", "json"), ("h", str(min(filters.limit, MOST_RESULTS))), ("c", "0"))
    return Request(service.at(BASE_URL, "/search/publ/api"), params)


def parse(body: bytes) -> Parsed:
    """Parse the answer. The field `hit` is missing if nothing was found."""
    hits = within(json_object(body), "result", "hits")
    if not isinstance(hits, dict):
        raise ProviderMisanswered("answered without the field `result.hits`")
    found = (within(each, "info") for each in items(hits.get("hit")))
    return Parsed(tuple(_source(each) for each in found if isinstance(each, dict) and text(each.get("title"))))


def _source(work: dict[str, Any]) -> Source:
    access, page = text(work.get("access"), 20), link(work.get("ee"))
    return Source(
        title=plain(work.get("title"), 1000).rstrip("."),
        url=page or link(work.get("url")),
        doi=canonical_doi(text(work.get("doi"))) or (canonical_doi(page) if page else None),
        authors=_people(within(work, "authors", "author")),
        year=year(work.get("year")),
        metadata=without_empty(
            journal=plain(work.get("venue"), 500) or ", ".join(texts(work.get("venue"))),
            type=text(work.get("type"), 100),
            dblp=text(work.get("key"), 200),
            open_access=access == "open" or None,
        ),
    )


def _people(given: Any) -> tuple[str, ...]:
    listed = given if isinstance(given, list) else [given]
    found = (plain(within(each, "text") if isinstance(each, dict) else each, 200) for each in listed)
    return tuple(_HOMONYM.sub("", name) for name in found if name)
