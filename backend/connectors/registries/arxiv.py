"""Look up preprints at arXiv by their ids: build the requests and parse the answers. A request can contain many ids;
arXiv allows one request every three seconds.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.arxiv import ARXIV, ATOM, BASE_URL, ID, entries_of, text_of
from backend.connectors.services.payload import csl_texts, day, year
from backend.kernel.records import Lookup, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi


def request(service: Service, lookups: Sequence[Lookup]) -> Request:
    ids = ",".join(each.key for each in lookups)
    return Request(service.at(BASE_URL, "/api/query"), (("id_list", ids), ("max_results", str(len(lookups)))))


def parse(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    entries = entries_of(body, "the arXiv ids")
    found = {_id(each): _record(each) for each in entries if text_of(each, f"{ATOM}title")}
    return {each: (found[each.key.lower()],) if each.key.lower() in found else () for each in lookups}


def _record(entry: Element) -> Record:
    identifier = _id(entry)
    # arXiv's own citations have the year of the last version
    years = (year(day(text_of(entry, f"{ATOM}{name}"))) for name in ("published", "updated"))
    version = canonical_doi(text_of(entry, f"{ARXIV}doi"))
    journal = text_of(entry, f"{ARXIV}journal_ref")
    names = [text_of(each, f"{ATOM}name") for each in entry.findall(f"{ATOM}author")]
    own = f"10.48550/arxiv.{identifier}"
    return Record(
        service="arxiv",
        titles=(text_of(entry, f"{ATOM}title"),),
        people=tuple(Person(each, whole=True) for each in names if each),
        years=tuple(dict.fromkeys(each for each in years if each)),
        containers=("arXiv", *([journal] if journal else [])),
        doi=version or own,
        url=f"https://arxiv.org/abs/{identifier}",
        abstract=text_of(entry, f"{ATOM}summary"),
        versions=(own,) if version else (),
        csl=csl_texts(
            type="article",
            publisher="arXiv",
            arxiv=identifier,
            number=f"arXiv:{identifier}",
            issued=day(text_of(entry, f"{ATOM}published")),
        ),
    )


def _id(entry: Element) -> str:
    found = ID.search(text_of(entry, f"{ATOM}id"))
    return found[1].lower() if found else ""
