"""Define the functions that the yardstick of sources calls: `verify`, with the product's own client, and `support`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import httpx2
import numpy as np

from backend.connectors.connector import Service
from backend.connectors.registry_lookup import MOST_PAGE_BYTES, RegistryLookup
from backend.errors import ProviderMisanswered
from backend.kernel.records import Record
from backend.net.http import PAGE_TYPES, Answer, Http
from backend.net.request import Request
from backend.net.transport import Policy, Transport
from backend.ports import Verification
from backend.providers.wordllama import WordLlamaEmbedder
from backend.services.source_checks.source_check import CheckedSource, check_sources
from backend.sources.identifiers import canonical_doi, canonical_url
from backend.verification.support import support as held

#: Seconds that a check may take that nobody waits for.
SECONDS = 15.0


def verify(answer: Mapping[str, Any], base_urls: Mapping[str, str]) -> list[dict[str, Any]]:
    """Each source of an answer with its status, as the yardstick wants it. Nothing is remembered between answers."""
    http = _http(base_urls["web"])
    names = {"crossref", "openalex", "datacite", "arxiv"}
    services = [Service(name, base_urls[name]) for name in names]
    services += [Service("handle", base_urls["doi"]), Service("doi", base_urls["doi"])]
    registries = RegistryLookup(http, services)
    try:
        checked = check_sources(Verification(registries), answer["sources"], vouched=_vouched(answer), seconds=SECONDS)
    finally:
        registries.close()
    return [_entry(each) for each in checked]


@lru_cache(1)
def _http(pages: str) -> LoopbackHttp:
    """The one client of the process, as a server has it."""
    return LoopbackHttp(pages)


def support(sentence: str, source_text: str) -> float:
    """How well a sentence is backed by its source, with the embedder that needs no network."""
    return held(sentence, source_text, _similarity).score


_EMBEDDER = WordLlamaEmbedder()


@lru_cache(maxsize=20_000)
def _vector(text: str) -> np.ndarray:
    vector: np.ndarray = _EMBEDDER.embed([text])[0]
    return vector


def _similarity(sentence: str, texts: Sequence[str]) -> list[float]:
    return [max(0.0, float(_vector(sentence) @ _vector(each))) for each in texts]


def _entry(checked: CheckedSource) -> dict[str, Any]:
    work = checked.verdict.work
    found = {"id": work.id, "doi": work.doi, "title": work.title} if work else None
    return {"source": checked.text, "status": checked.verdict.status, "work": found, "support": None}


def _vouched(answer: Mapping[str, Any]) -> list[Record]:
    return [
        Record(
            "provider",
            titles=(each["title"],),
            doi=canonical_doi(each["url"]),
            url=canonical_url(each["url"]),
            years=(int(each["date"][:4]),) if each.get("date") else (),
        )
        for each in answer.get("search_results", ())
    ]


class LoopbackHttp(Http):
    """The product's client, which may fetch pages of one server on this machine too."""

    def __init__(self, pages: str) -> None:
        super().__init__()
        self._pages = pages
        self._client.close()
        self._client = httpx2.Client(
            transport=Transport(Policy(operator_url=pages, keep_seconds=5.0)),
            headers={"User-Agent": self.agent},
            trust_env=False,
            timeout=None,
        )

    def page(
        self, url: str, *, seconds: float, most_bytes: int = MOST_PAGE_BYTES, types: tuple[str, ...] = PAGE_TYPES
    ) -> Answer:
        answer = self._send(Request(url), self._pages, seconds, most_bytes, ", ".join(types))
        if answer.media_type and answer.media_type not in types:
            raise ProviderMisanswered(f"is {answer.media_type}, which is not read")
        return answer
