"""Search Europe PMC, which has PubMed, PubMed Central and preprints of the life sciences.

`GET …/rest/search?resultType=core` also tells which publications PubMed marks as retracted. Queries are in Lucene's
syntax, so characters with a meaning in this syntax are removed from the words.
"""

from __future__ import annotations

import re
from typing import Any

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import (
    day,
    items,
    link,
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

BASE_URL = "https://www.ebi.ac.uk"
PATH = "/europepmc/webservices/rest/search"
#: The most results of one page.
MOST_RESULTS = 100
_SYNTAX = re.compile(r"[+\-!(){}\[\]^\"~*?:\\/&|<>=]+")
_OPERATOR = re.compile(r"\b(?:AND|OR|NOT)\b")


def request(service: Service, query: str, filters: Filters) -> Request:
    """Build the request. Results must contain all words of the query. Limits on dates apply to the first
    publication.
    """
    words = " ".join(_OPERATOR.sub(lambda found: found[0].lower(), _SYNTAX.sub(" ", query)).split())
    after = filters.after.isoformat() if filters.after else "1500-01-01"
    before = filters.before.isoformat() if filters.before else "3000-12-31"
    dated = f" AND (FIRST_PDATE:[{after} TO {before}])" if filters.after or filters.before else ""
    params = (
        ("query", f"({words}){dated}" if dated else words),
        ("format", "json"),
        ("resultType", "core"),
        ("pageSize", str(min(filters.limit, MOST_RESULTS))),
    )
    return Request(service.at(BASE_URL, PATH), params)


def parse(body: bytes) -> Parsed:
    return Parsed(tuple(_source(each) for each in results(body, "resultList", "result") if text(each.get("id"))))


def _source(work: dict[str, Any]) -> Source:
    kinds = texts(within(work, "pubTypeList", "pubType"))
    marked = any(each.casefold() == "retracted publication" for each in kinds)
    published = day(work.get("firstPublicationDate"))
    authors = items(within(work, "authorList", "author"))
    pdfs = items(within(work, "fullTextUrlList", "fullTextUrl"))
    return Source(
        title=plain(work.get("title"), 1000).rstrip("."),
        url=f"https://europepmc.org/article/{text(work.get('source'), 10) or 'MED'}/{text(work.get('id'), 60)}",
        doi=canonical_doi(text(work.get("doi"))),
        authors=tuple(name for each in authors if (name := _name(each))),
        year=year(work.get("pubYear")) or year(published),
        content=plain(work.get("abstractText")),
        published_at=published,
        metadata=without_empty(
            pubmed=text(work.get("pmid"), 20),
            pmc=text(work.get("pmcid"), 20),
            journal=plain(within(work, "journalInfo", "journal", "title"), 500),
            type=kinds[0] if kinds else "",
            cited_by=whole(work.get("citedByCount")),
            is_retracted=marked or None,
            pdf_url=next((link(each.get("url")) for each in pdfs if _is_open_pdf(each)), None),
        ),
    )


def _name(author: dict[str, Any]) -> str:
    """Return an author's name as "Given Family". The name of a group is returned as it is."""
    family = plain(author.get("lastName"), 200)
    given = plain(author.get("firstName") or author.get("initials"), 200)
    return " ".join(filter(None, [given, family])) if family else plain(author.get("collectiveName"), 300)


def _is_open_pdf(place: dict[str, Any]) -> bool:
    return place.get("documentStyle") == "pdf" and place.get("availabilityCode") in ("OA", "F")
