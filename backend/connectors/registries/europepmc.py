"""Look up works at Europe PMC: build the requests and parse the answers. Europe PMC has PubMed's marks of retractions.

Works are looked up by DOI (many at a time), PubMed id or PMC id.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from backend.connectors.connector import Service
from backend.connectors.registries.registry import Answers
from backend.connectors.services.payload import csl_texts, day, items, plain, results, text, texts, within, year
from backend.kernel.records import Lookup, Notice, Person, Record
from backend.net.request import Request
from backend.sources.identifiers import canonical_doi

BASE_URL = "https://www.ebi.ac.uk"
PATH = "/europepmc/webservices/rest/search"


def request(service: Service, lookups: Sequence[Lookup]) -> Request:
    query = " OR ".join(_asked(each.key) for each in lookups)
    params = (("query", query), ("format", "json"), ("resultType", "core"), ("pageSize", str(2 * len(lookups))))
    return Request(service.at(BASE_URL, PATH), params)


def parse(body: bytes, lookups: Sequence[Lookup]) -> Answers:
    found = results(body, "resultList", "result")
    return {each: tuple(_record(work) for work in found if each.key.casefold() in _keys(work)) for each in lookups}


def _asked(key: str) -> str:
    if re.fullmatch(r"\d+", key):
        return f"(EXT_ID:{key} AND SRC:MED)"
    if re.fullmatch(r"PMC\d+", key):
        return f"PMCID:{key}"
    return f'DOI:"{key.replace(chr(34), "")}"'


def _keys(work: Mapping[str, Any]) -> set[str]:
    return {text(work.get(name)).casefold() for name in ("pmid", "pmcid", "doi")} - {""}


def _record(work: dict[str, Any]) -> Record:
    kinds = [each.casefold() for each in texts(within(work, "pubTypeList", "pubType"))]
    marked = "retracted publication" in kinds
    published = year(work.get("pubYear"))
    journal = plain(within(work, "journalInfo", "journal", "title"), 500)
    return Record(
        service="europepmc",
        titles=tuple(filter(None, [plain(work.get("title"), 1000).rstrip(".")])),
        people=tuple(_people(within(work, "authorList", "author"))),
        years=(published,) if published else (),
        containers=(journal,) if journal else (),
        doi=canonical_doi(text(work.get("doi"))),
        url=f"https://europepmc.org/article/{text(work.get('source')) or 'MED'}/{text(work.get('id'))}",
        abstract=plain(work.get("abstractText")),
        notices=(Notice("retraction", "pubmed"),) if marked else (),
        tells_retractions=True,
        is_notice="retraction of publication" in kinds,
        csl=csl_texts(
            type="article-journal" if journal else "",
            issued=day(work.get("firstPublicationDate")),
            container_title=journal,
            volume=text(within(work, "journalInfo", "volume"), 100),
            issue=text(within(work, "journalInfo", "issue"), 100),
            page=text(work.get("pageInfo"), 100),
            ISSN=text(within(work, "journalInfo", "journal", "issn"), 20),
            PMID=text(work.get("pmid"), 20),
            PMCID=text(work.get("pmcid"), 20),
        ),
    )


def _people(authors: Any) -> Iterator[Person]:
    for each in items(authors):
        family, name = plain(each.get("lastName"), 200), plain(each.get("collectiveName"), 300)
        if family:
            yield Person(family, plain(each.get("firstName") or each.get("initials"), 200))
        elif name:
            yield Person(name, whole=True)
