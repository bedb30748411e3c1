"""List all search services, and select those that the operator has configured.

A new service needs four things: a file with `request(service, query, filters) -> Request` and `parse(body) -> Parsed`,
a line here, its name in the settings, and a recorded answer in tests/connectors/payloads/.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from backend.connectors.connector import Connector, Service
from backend.connectors.pacing import Pacing
from backend.connectors.services import (
    arxiv,
    crossref,
    dblp,
    europepmc,
    linkup,
    openalex,
    searxng,
    semantic_scholar,
    tavily,
    wikipedia,
)

_ACADEMIC = frozenset({"web", "academic", "both"})
_ALL = _ACADEMIC | {"images", "videos"}
_NO_JSON = {
    401: "it needs a password: set SEARXNG_URL to http://user:password@host",
    403: "add json to search.formats in its settings.yml, or allow this machine there",
    429: "its limiter refuses programs; add this machine to botdetection.ip_lists.pass_ip in its limiter.toml",
}
_PLAN = {432: "the plan's limit is used up", 433: "the pay-as-you-go limit is used up"}

CONNECTORS: Mapping[str, Connector] = {
    "searxng": Connector(
        searxng.request, searxng.parse, modes=_ALL, needs="url", dates="recency", hints=_NO_JSON, has_pages=True
    ),
    "tavily": Connector(
        tavily.request, tavily.parse, needs="key", dates="range", hints=_PLAN, searches_thoroughly=True
    ),
    "linkup": Connector(linkup.request, linkup.parse, needs="key", dates="range", searches_thoroughly=True),
    "openalex": Connector(openalex.request, openalex.parse, modes=_ACADEMIC, needs="key", dates="range"),
    "crossref": Connector(crossref.request, crossref.parse, Pacing(at_once=3), modes=_ACADEMIC, dates="range"),
    "arxiv": Connector(
        arxiv.request, arxiv.parse, Pacing(at_once=1, interval=3.0), modes=_ACADEMIC, dates="range", form="xml"
    ),
    "wikipedia": Connector(wikipedia.request, wikipedia.parse),
    "semantic_scholar": Connector(
        semantic_scholar.request,
        semantic_scholar.parse,
        Pacing(at_once=1, interval=1.0),
        modes=_ACADEMIC,
        dates="range",
    ),
    "europepmc": Connector(europepmc.request, europepmc.parse, Pacing(at_once=2), modes=_ACADEMIC, dates="range"),
    # DBLP answers 429 to clients that send several requests per second
    "dblp": Connector(dblp.request, dblp.parse, Pacing(at_once=1, interval=1.0), modes=_ACADEMIC),
}


def configured_services(
    names: Iterable[str], urls: Mapping[str, str], keys: Mapping[str, str], contact: str = ""
) -> tuple[Service, ...]:
    """Return the services in `names` whose required settings are set. `urls` and `keys` have the address and the key
    of each service, by name; `contact` is the operator's e-mail address.
    """
    named = (Service(name, urls.get(name, ""), keys.get(name, ""), contact) for name in dict.fromkeys(names))
    return tuple(each for each in named if CONNECTORS[each.name].is_configured(each))


def registry_services(urls: Mapping[str, str], keys: Mapping[str, str], contact: str) -> tuple[Service, ...]:
    """Return the registries in which sources are looked up, each with its address and key.

    doi.org answers two kinds of requests, so it is listed under two names: `doi` (metadata of a DOI) and `handle`
    (whether a DOI exists). `contact` is the e-mail address that is sent to registries that ask for one.
    """
    names = ("crossref", "openalex", "datacite", "arxiv", "europepmc", "doi")
    made = [Service(name, urls.get(name, ""), keys.get(name, ""), contact) for name in names]
    return (*made, Service("handle", urls.get("doi", ""), "", contact))
