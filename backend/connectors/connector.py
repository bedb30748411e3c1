"""Define a connector: two pure functions that build a search service's request and parse its answer, and a
few facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import urlsplit

from backend.connectors.pacing import Pacing
from backend.kernel.search_requests import Filters
from backend.kernel.works import Source
from backend.net.request import Request


@dataclass(frozen=True, slots=True)
class Service:
    """A search service with the operator's settings. Without a `base_url` its public address is used."""

    name: str
    base_url: str = ""
    key: str = field(default="", repr=False)
    #: an e-mail address, for services that want to know whom to write to
    contact: str = ""

    def at(self, default: str, path: str) -> str:
        """Return the address of `path` at this service. A base URL that already ends with the path, or its beginning,
        is accepted.
        """
        base = (self.base_url or default).rstrip("/")
        steps = path.strip("/").split("/")
        have = urlsplit(base).path.split("/")[1:]
        known = next((n for n in range(len(steps), 0, -1) if have[-n:] == steps[:n]), 0)
        return "/".join([base, *steps[known:]])


@dataclass(frozen=True, slots=True)
class Parsed:
    """The results in an answer, best first, and the failures that the service reports."""

    sources: tuple[Source, ...] = ()
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """An entry in the table of search services.

    `request` and `parse` are pure; `parse` raises ProviderMisanswered if the body has invalid contents. `needs` names
    the settings that the operator must have set. `dates` says which limits on dates the service itself obeys: any
    range, only the named recencies, or none. `hints` maps a status to an explanation that an operator can act on.
    `has_pages`: the second page is requested if the first has too few results. `digs`: a thorough search takes the
    service long.
    """

    request: Callable[[Service, str, Filters], Request]
    parse: Callable[[bytes], Parsed]
    pacing: Pacing = field(default_factory=Pacing)
    modes: frozenset[str] = frozenset({"web", "both"})
    needs: Literal["", "url", "key"] = ""
    dates: Literal["range", "recency", "none"] = "none"
    form: Literal["json", "xml"] = "json"
    hints: Mapping[int, str] = field(default_factory=dict)
    has_pages: bool = False
    digs: bool = False

    def is_configured(self, service: Service) -> bool:
        """Return True if the service can be asked. An operator's own server may need no key."""
        if self.needs == "url":
            return bool(service.base_url)
        return not self.needs or bool(service.key or service.base_url)
