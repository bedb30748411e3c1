"""A connector: how one search service is asked and how its answer is read, as two pure functions and a few facts."""

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
    """A search service as the operator set it up. Without a `base_url` it is the public one of that name."""

    name: str
    base_url: str = ""
    key: str = field(default="", repr=False)
    #: an e-mail address, for services that want to know whom to write to
    contact: str = ""

    def at(self, default: str, path: str) -> str:
        """The address of `path` at this service; a base URL that ends with the path or its beginning is understood."""
        base = (self.base_url or default).rstrip("/")
        steps = path.strip("/").split("/")
        have = urlsplit(base).path.split("/")[1:]
        known = next((n for n in range(len(steps), 0, -1) if have[-n:] == steps[:n]), 0)
        return "/".join([base, *steps[known:]])


@dataclass(frozen=True, slots=True)
class Parsed:
    """The results in a body, best first, and what the service itself says went wrong behind it."""

    sources: tuple[Source, ...] = ()
    complaints: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Connector:
    """A search service in the table of services.

    `request` and `parse` are pure; `parse` raises ProviderMisanswered where the body is not what it should be. `needs`
    is what the operator must have set; `dates` says which wishes about time the service itself obeys: any range,
    the named recencies only, or none. `hints` puts a status into words an operator can act on. `has_pages`: where
    more is wanted than one page holds, the second is asked for. `digs`: a thorough search takes it long.
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
        """Say whether it can be asked at all. A server of the operator's own may do without a key."""
        if self.needs == "url":
            return bool(service.base_url)
        return not self.needs or bool(service.key or service.base_url)
