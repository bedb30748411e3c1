"""Give other packages access to the search services, registries and web pages. The HTTP library is loaded when it is
first used.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from backend.connectors.chromium import Browser
from backend.connectors.connector import Service
from backend.kernel.records import Found, Lookup
from backend.kernel.search_requests import Failure, SearchCall, SearchOutcome

if TYPE_CHECKING:
    from backend.connectors.registry_lookup import RegistryLookup
    from backend.connectors.search import SearchServices
    from backend.net.http import Answer, Http

#: The most bytes of a page that are read: enough for a book as PDF.
MOST_PAGE_BYTES = 10_000_000


class Web:
    """Searches the web and fetches pages (implements `ports.Searcher`). A process has one instance; several threads may
    use it at the same time.
    """

    def __init__(
        self, services: Sequence[Service], contact: str = "", version: str = "0", browser: Browser | None = None
    ) -> None:
        self._services = tuple(services)
        self._registries: tuple[Service, ...] = ()
        self._contact, self._version, self._browser = contact, version, browser
        self._lock = threading.Lock()
        self._made: tuple[Http, SearchServices, RegistryLookup] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self._services)

    def search_all(self, call: SearchCall) -> SearchOutcome:
        """Ask all configured services at the same time (see `SearchServices.search_all`)."""
        return self._open()[1].search_all(call)

    def fetch(self, url: str, seconds: float) -> Answer | Failure:
        """Return a page of the public web, or a Failure. The call takes at most `seconds`. The Failure's reason is the
        rest of a sentence whose subject is the page: "took too long".
        """
        from backend.net.http import attempted

        http = self._open()[0]
        return attempted("pages", lambda: http.page(url, seconds=seconds, most_bytes=MOST_PAGE_BYTES))

    def show(self, page: Answer, seconds: float) -> Answer | Failure:
        """Return a fetched page with the content that its scripts produce, or a Failure with the reason. The call takes
        at most `seconds`.
        """
        from backend.net.http import attempted

        http, browser = self._open()[0], self._browser
        return (
            Failure("pages", "is not configured")
            if browser is None
            else attempted("pages", lambda: browser.show(http, page, seconds))
        )

    def registries(self, services: Sequence[Service]) -> WebRegistries:
        """Return an object that looks up works in these registries (it implements `ports.Registries`)."""
        self._registries = tuple(services)
        return WebRegistries(self, frozenset({*(each.name for each in services), "page"}))

    def look_up(self, lookups: Sequence[Lookup], seconds: float) -> Mapping[Lookup, Found]:
        """Look up works in the registries (connectors/registry_lookup.py). Returns for each look-up the records that
        were found, or a Failure. The whole call takes at most `seconds`.
        """
        return self._open()[2].look_up(lookups, seconds=seconds)

    def close(self) -> None:
        """Close all connections and end all threads. A later call opens new ones."""
        with self._lock:
            made, self._made = self._made, None
        if made is not None:
            made[2].close()
            made[1].close()
            made[0].close()

    def _open(self) -> tuple[Http, SearchServices, RegistryLookup]:
        from backend.connectors.registry_lookup import RegistryLookup
        from backend.connectors.search import SearchServices
        from backend.net.http import Http

        with self._lock:
            if self._made is None:
                http = Http(self._contact, version=self._version)
                self._made = http, SearchServices(http, self._services), RegistryLookup(http, self._registries)
            return self._made


class WebRegistries:
    """Looks up works in registries and on web pages, to check sources (implements `ports.Registries`)."""

    def __init__(self, web: Web, names: frozenset[str]) -> None:
        self._web, self.names = web, names

    def look_up(self, lookups: Sequence[Lookup], *, seconds: float) -> Mapping[Lookup, Found]:
        return self._web.look_up(lookups, seconds)
