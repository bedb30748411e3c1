"""Look up preprints at arXiv by their ids: build the requests and parse the answers. A request can contain many ids;
arXiv allows one request every three seconds.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.payload import csl_texts, day, plain, text, xml_root, year
from backend.errors import ProviderMisanswered
from backend.kernel.records import Lookup, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://export.arxiv.org"
ATOM, ARXIV = "{http://www.w3.org/2005/Atom}", "{http://arxiv.org/schemas/atom}"
_ID = re.compile(r"arxiv\.org/abs/(.+?)(?:v\d+)?$")


def request(service: Service, lookups: Sequence[Lookup]) -> Request:
    ids = ",".join(each.key for each in lookups)
    return Request(service.at(BASE_URL, "/api/query"), (("id_list", ids), ("max_results", str(len(lookups)))))


def parse(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    root = xml_root(body)
    if root.tag != f"{ATOM}feed":
        raise ProviderMisanswered("answered with XML that is not an Atom feed")
    entries = root.findall(f"{ATOM}entry")
    if any("/api/errors" in _text(each, f"{ATOM}id") for each in entries):
        raise ProviderMisanswered("refused the arXiv ids as invalid")
    found = {_id(each): _record(each) for each in entries if _text(each, f"{ATOM}title")}
    return {each: (found[each.key.lower()],) if each.key.lower() in found else () for each in lookups}


def _record(entry: Element) -> Record:
    identifier, published = _id(entry), year(day(_text(entry, f"{ATOM}published")))
    version = canonical_doi(_text(entry, f"{ARXIV}doi"))
    journal = _text(entry, f"{ARXIV}journal_ref")
    names = [_text(each, f"{ATOM}name") for each in entry.findall(f"{ATOM}author")]
    own = f"10.48550/arxiv.{identifier}"
    return Record(
        service="arxiv",
        titles=(_text(entry, f"{ATOM}title"),),
        people=tuple(Person(each, whole=True) for each in names if each),
        years=(published,) if published else (),
        containers=("arXiv", *([journal] if journal else [])),
        doi=version or own,
        url=f"https://arxiv.org/abs/{identifier}",
        abstract=_text(entry, f"{ATOM}summary"),
        versions=(own,) if version else (),
        csl=csl_texts(
            type="article",
            publisher="arXiv",
            arxiv=identifier,
            number=f"arXiv:{identifier}",
            issued=day(_text(entry, f"{ATOM}published")),
        ),
    )


def _id(entry: Element) -> str:
    found = _ID.search(_text(entry, f"{ATOM}id"))
    return found[1].lower() if found else ""


def _text(element: Element, tag: str) -> str:
    return plain(text(element.findtext(tag), 100_000))
