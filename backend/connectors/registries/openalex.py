"""Look up works at OpenAlex: build the requests and parse the answers.

A look-up by DOI is free; a search for the words of a reference needs a key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.openalex import rebuilt
from backend.connectors.services.payload import csl_texts, items, json_object, plain, results, text, within, year
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Notice, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://api.openalex.org"
FIELDS = "id,doi,title,publication_year,authorships,primary_location,is_retracted,abstract_inverted_index"
#: The most works that a search returns; the right one is among the first if OpenAlex has it. Chosen.
FOUND = 10


def request(service: Service, lookups: Sequence[Lookup]) -> Request:
    path = f"/works/doi:{quote(lookups[0].key, safe='/')}"
    return Request(service.at(BASE_URL, path), (("select", FIELDS), *_key(service)))


def parse(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    work = json_object(body)
    if not text(work.get("id")):
        raise ProviderMisanswered("answered without the data of the work")
    return {lookups[0]: (_record(work),)}


def search_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    params = (("search", lookups[0].key), ("per-page", str(FOUND)), ("select", FIELDS), *_key(service))
    return Request(service.at(BASE_URL, "/works"), params)


def parse_search(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    return {lookups[0]: tuple(_record(each) for each in results(body, "results") if text(each.get("id")))}


def _record(work: dict[str, Any]) -> Record:
    published = year(work.get("publication_year"))
    journal = plain(within(work, "primary_location", "source", "display_name"), 500)
    return Record(
        service="openalex",
        titles=tuple(filter(None, [plain(work.get("title") or work.get("display_name"), 1000)])),
        people=tuple(_people(work.get("authorships"))),
        years=(published,) if published else (),
        containers=(journal,) if journal else (),
        doi=canonical_doi(text(work.get("doi"))),
        url=text(work.get("id")),
        abstract=rebuilt(work.get("abstract_inverted_index")),
        notices=(Notice("retraction", "openalex"),) if work.get("is_retracted") is True else (),
        tells_retractions=True,
        csl=csl_texts(container_title=journal),
    )


def _people(authorships: Any) -> Iterator[Person]:
    for each in items(authorships):
        name = plain(each.get("raw_author_name") or within(each, "author", "display_name"), 300)
        if name:
            yield Person(name, whole=True)


def _key(service: Service) -> tuple[tuple[str, str], ...]:
    return (("api_key", service.key),) if service.key else ()
