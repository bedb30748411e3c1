"""Look up DOIs at doi.org, which knows the DOIs of all registration agencies: whether a DOI exists, and its
metadata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import quote

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.payload import (
    csl_texts,
    date_of_parts,
    first,
    items,
    json_object,
    plain,
    text,
    whole,
    within,
    year,
)
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://doi.org"
#: The response codes of the handle system: found (with or without values), and no such handle.
_FOUND, _ABSENT = (1, 200), 100


def handle_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    return Request(service.at(BASE_URL, f"/api/handles/{quote(lookups[0].key, safe='/')}"))


def parse_handle(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    code = whole(json_object(body).get("responseCode"))
    if code == _ABSENT:
        return {lookups[0]: ()}
    if code not in _FOUND:
        raise ProviderMisanswered(f"answered with an unknown code ({code})")
    return {lookups[0]: (Record("handle", doi=lookups[0].key, url=f"https://doi.org/{lookups[0].key}"),)}


def metadata_request(service: Service, lookups: Sequence[Lookup]) -> Request:
    headers = (("Accept", "application/vnd.citationstyles.csl+json"),)
    return Request(service.at(BASE_URL, f"/{quote(lookups[0].key, safe='/')}"), headers=headers)


def parse_metadata(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    work = json_object(body)
    titles = (first(work["title"]),) if isinstance(work.get("title"), list) else (plain(work.get("title"), 1000),)
    dates = within(work, "issued", "date-parts")
    parts = dates[0] if isinstance(dates, list) and dates else None
    published = year(parts[0]) if isinstance(parts, list) and parts else None
    containers = (plain(work.get(name), 500) for name in ("container-title", "publisher"))
    record = Record(
        service="doi",
        titles=tuple(filter(None, titles)),
        people=tuple(_people(work.get("author"))),
        years=(published,) if published else (),
        containers=tuple(filter(None, containers)),
        doi=canonical_doi(text(work.get("DOI"))) or lookups[0].key,
        url=f"https://doi.org/{lookups[0].key}",
        abstract=plain(work.get("abstract")),
        csl=csl_texts(
            type=text(work.get("type"), 50),
            issued=date_of_parts(work.get("issued")),
            container_title=plain(work.get("container-title"), 500),
            publisher=plain(work.get("publisher"), 500),
            **{name: plain(work.get(name), 100) for name in ("volume", "issue", "page")},
        ),
    )
    return {lookups[0]: (record,)}


def _people(authors: Any) -> Iterator[Person]:
    for each in items(authors):
        family, name = plain(each.get("family"), 200), plain(each.get("literal"), 300)
        if family:
            yield Person(family, plain(each.get("given"), 200))
        elif name:
            yield Person(name, whole=True)
