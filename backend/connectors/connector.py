"""Define a connector: a function that builds the request to a search service, a function that parses the answer, and
facts about the service.
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
    """A search service or registry with the operator's settings for it. A `base_url` of "" means the service's public
    address.
    """

    name: str
    base_url: str = ""
    key: str = field(default="", repr=False)
    #: the operator's e-mail address, for services that ask for one
    contact: str = ""

    def at(self, default: str, path: str) -> str:
        """Return the address of `path` at this service. `default` is the base URL that is used if the operator has set
        none.

        If the base URL already ends with the beginning of the path, this part is not repeated: `https://a.org/api` and
        `api/query` give `https://a.org/api/query`.
        """
        base = (self.base_url or default).rstrip("/")
        steps = path.strip("/").split("/")
        have = urlsplit(base).path.split("/")[1:]
        known = next((n for n in range(len(steps), 0, -1) if have[-n:] == steps[:n]), 0)
        return "/".join([base, *steps[known:]])


@dataclass(frozen=True, slots=True)
class Parsed:
    """The results in an answer, best first, and the failures that the service itself reports in the answer
    (`complaints`).
    """

    sources: tuple[Source, ...] = ()
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """How one search service is used.

    - `request`: a pure function that builds the request
    - `parse`: a pure function that parses the answer's body; raises ProviderMisanswered if the body is invalid
    - `pacing`: limits how often the service is asked
    - `modes`: the search modes in which it is asked
    - `needs`: what the operator must set, an address or a key
    - `dates`: the limits on dates that the service can apply: any range, only periods such as "week", or none
    - `form`: the format of the answer's body
    - `hints`: maps an HTTP status to advice for the operator
    - `has_pages`: True if the second page is requested when the first has too few results
    - `searches_thoroughly`: True if the service offers a more thorough search, which gets more time
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
    searches_thoroughly: bool = False

    def is_configured(self, service: Service) -> bool:
        """Return True if the operator has set what the service needs. A service at the operator's own address may need
        no key.
        """
        if self.needs == "url":
            return bool(service.base_url)
        return not self.needs or bool(service.key or service.base_url)
