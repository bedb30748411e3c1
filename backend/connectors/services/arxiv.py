"""Search arXiv, which has preprints: `GET /api/query` returns an Atom feed. arXiv allows one request every three
seconds.
"""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

from backend.connectors.connector import Parsed, Service
from backend.connectors.services.payload import day, link, plain, text, without_empty, xml_root, year
from backend.errors import ProviderMisanswered
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://export.arxiv.org"
ATOM, ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
#: Up to this number of words, a paper must have all words of a query. With more words, a paper needs any of them, and
#: the papers with most of them come first.
ALL_WORDS = 4
#: Words of questions that say nothing about a subject; they are left out of queries.
_EMPTY = frozenset(
    "a about an and are as at be by can did do does for from has have how in into is it its of on or that the their "
    "there these this those to was were what when where which who why will with".split()
)
ID = re.compile(r"arxiv\.org/abs/(.+?)(?:v\d+)?$")


def request(service: Service, query: str, filters: Filters) -> Request:
    search = _search(query)
    if filters.after or filters.before:
        after = filters.after.strftime("%Y%m%d0000") if filters.after else "199101010000"
        before = filters.before.strftime("%Y%m%d2359") if filters.before else "299912312359"
        search = f"({search}) AND submittedDate:[{after} TO {before}]"
    params = (("search_query", search), ("start", "0"), ("max_results", str(min(filters.limit, 100))))
    return Request(service.at(BASE_URL, "/api/query"), (*params, ("sortBy", "relevance"), ("sortOrder", "descending")))


def parse(body: bytes) -> Parsed:
    return Parsed(tuple(_source(entry) for entry in entries_of(body, "the query") if text_of(entry, f"{ATOM}id")))


def entries_of(body: bytes, asked: str) -> list[Element]:
    """Return the entries of an Atom feed. Raises ProviderMisanswered if the body is no feed, or if arXiv refused the
    request; the message then names what was refused (`asked`, such as "the query").
    """
    root = xml_root(body)
    if root.tag != f"{ATOM}feed":
        raise ProviderMisanswered("answered with XML that is not an Atom feed")
    entries = root.findall(f"{ATOM}entry")
    if any("/api/errors" in text_of(each, f"{ATOM}id") for each in entries):
        raise ProviderMisanswered(f"refused {asked} as invalid")
    return entries


def _source(entry: Element) -> Source:
    address = text_of(entry, f"{ATOM}id").replace("http://", "https://", 1)
    identifier = ID.search(address)
    published = day(text_of(entry, f"{ATOM}published"))
    pdf = next((each.get("href") for each in entry.findall(f"{ATOM}link") if each.get("title") == "pdf"), None)
    category = entry.find(f"{ARXIV}primary_category")
    return Source(
        title=text_of(entry, f"{ATOM}title"),
        url=link(address),
        doi=canonical_doi(text_of(entry, f"{ARXIV}doi")) or canonical_doi(address),
        authors=tuple(name for each in entry.findall(f"{ATOM}author") if (name := text_of(each, f"{ATOM}name"))),
        year=year(published),
        content=text_of(entry, f"{ATOM}summary"),
        published_at=published,
        metadata=without_empty(
            arxiv=identifier[1] if identifier else "",
            journal=text_of(entry, f"{ARXIV}journal_ref"),
            comments=text_of(entry, f"{ARXIV}comment"),
            category=category.get("term") if category is not None else None,
            type="preprint",
            pdf_url=link(pdf),
        ),
    )


def _search(query: str) -> str:
    """Return the query in arXiv's syntax. Quoted phrases are kept together, and words such as "the" are left out."""
    phrases = [" ".join(re.findall(r"[\w-]+", phrase)) for phrase in re.findall(r'"([^"]+)"', query)]
    words = re.findall(r"\w[\w.'+-]*\w|\w", re.sub(r'"[^"]*"', " ", query))
    telling = [word for word in words if word.lower() not in _EMPTY] or words
    terms = [f"all:{_quoted(term)}" for term in dict.fromkeys([*filter(None, phrases), *telling])]
    return (" AND " if len(terms) <= ALL_WORDS else " OR ").join(terms[:20]) or query


def _quoted(term: str) -> str:
    return f'"{term}"' if re.search(r"\W", term) else term


def text_of(element: Element, tag: str) -> str:
    return plain(text(element.findtext(tag), 100_000))
