"""Look up works at DataCite, the registry for DOIs of data, software and preprints: build the requests and parse the
answers.

A work is looked up by its DOI or by the words of a reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.payload import (
    csl_texts,
    items,
    json_object,
    link,
    plain,
    results,
    text,
    within,
    year,
)
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://api.datacite.org"
#: The most works that a search returns; the right one is among the first if DataCite has it. Chosen.
FOUND = 10


def request(service: Service, lookups: Sequence[Lookup]) -> Request:
    return Request(service.at(BASE_URL, f"/dois/{quote(lookups[0].key, safe='/')}"))


def parse(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    work = within(json_object(body), "data", "attributes")
    if not isinstance(work, dict) or not text(work.get("doi")):
        raise ProviderMisanswered("answered without the data of the work")
    return {lookups[0]: (_record(work),)}


def search_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    # most punctuation has a meaning in DataCite's query language
    words = " ".join(re.findall(r"\w+", lookups[0].key))
    return Request(service.at(BASE_URL, "/dois"), (("query", words), ("page[size]", str(FOUND))))


def parse_search(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    found = (within(each, "attributes") for each in results(body, "data"))
    return {lookups[0]: tuple(_record(each) for each in found if isinstance(each, dict) and text(each.get("doi")))}


def _record(work: dict[str, Any]) -> Record:
    published = year(work.get("publicationYear"))
    publisher = work.get("publisher")
    name = plain(within(publisher, "name") if isinstance(publisher, dict) else publisher, 500)
    container = plain(within(work, "container", "title"), 500)
    described = next(
        (each for each in items(work.get("descriptions")) if each.get("descriptionType") == "Abstract"), {}
    )
    issued = (each for each in items(work.get("dates")) if each.get("dateType") == "Issued")
    pages = (text(within(work, "container", name), 100) for name in ("firstPage", "lastPage"))
    return Record(
        service="datacite",
        titles=tuple(found for each in items(work.get("titles")) if (found := plain(each.get("title"), 1000))),
        people=tuple(_people(work.get("creators"))),
        years=(published,) if published else (),
        containers=tuple(filter(None, (container, name))),
        doi=canonical_doi(text(work.get("doi"))) or text(work.get("doi")).lower(),
        url=link(work.get("url")),
        abstract=plain(described.get("description")),
        versions=tuple(_versions(work)),
        csl=csl_texts(
            type=text(within(work, "types", "citeproc"), 50),
            issued=next((text(each.get("date"), 10) for each in issued), ""),
            volume=text(within(work, "container", "volume"), 100),
            issue=text(within(work, "container", "issue"), 100),
            page="-".join(filter(None, pages)),
            publisher=name,
            container_title=container,
            version=text(work.get("version"), 100),
        ),
    )


def _people(creators: Any) -> Iterator[Person]:
    for each in items(creators):
        family, given, name = (plain(each.get(key), 300) for key in ("familyName", "givenName", "name"))
        before, comma, behind = name.partition(",")
        if family:
            yield Person(family, given)
        elif comma and text(each.get("nameType")) != "Organizational":
            yield Person(before.strip(), behind.strip())
        elif name:
            yield Person(name, whole=True)


def _versions(work: dict[str, Any]) -> Iterator[str]:
    for each in items(work.get("relatedIdentifiers")):
        published = text(each.get("relationType")) in ("IsPreprintOf", "IsPreviousVersionOf", "IsVersionOf")
        doi = canonical_doi(text(each.get("relatedIdentifier")))
        if doi and published and text(each.get("relatedIdentifierType")) == "DOI":
            yield doi
