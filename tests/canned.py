"""Provide doubles for the research engine's adapters: search services and pages with prepared answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall, SearchOutcome
from backend.kernel.works import Source
from backend.ports import ChatModel, PageReader, ResearchPorts
from backend.providers import chat_model, quote
from tests.fakes import HashEmbedder


class CannedServices:
    """Answers every query with the sources of each service; a Failure is given as one. It remembers what was asked."""

    def __init__(self, **results: Sequence[Source] | Failure) -> None:
        self.results = results
        self.asked: list[tuple[str, Filters]] = []

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.results)

    def search_all(self, call: SearchCall) -> SearchOutcome:
        self.asked.append((call.query, call.filters))
        names = [name for name in self.results if call.only is None or name in call.only]
        made: list[Any] = []
        for name in names:
            found = self.results[name]
            made.append(
                found
                if isinstance(found, Failure)
                else ResultList(name, tuple(replace(each, connector=name) for each in found), 1)
            )
            if call.tell is not None:
                call.tell(made[-1])
        failures = tuple(each for each in made if isinstance(each, Failure))
        return SearchOutcome(tuple(each for each in made if isinstance(each, ResultList)), failures)


class CannedPages:
    """Pages by their addresses; others can't be had."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        self.pages = pages
        self.asked: list[str] = []

    def read(self, urls: Sequence[str], *, seconds: float) -> dict[str, str | Failure]:
        self.asked += urls
        return {url: self.pages.get(url) or Failure("pages", f"{url} was not there") for url in urls}


def research_ports(
    services: CannedServices | None = None,
    pages: PageReader | None = None,
    chat: ChatModel | None = None,
    system: ChatModel | None = None,
) -> ResearchPorts:
    """The engine's ports around these doubles; the keyless writer and the ranker are the real ones."""
    return ResearchPorts(
        services=services or CannedServices(),
        pages=pages,
        chat=chat,
        system=system,
        keyless=chat_model("extractive"),
        quote=quote,
        embedder=HashEmbedder(),
    )
