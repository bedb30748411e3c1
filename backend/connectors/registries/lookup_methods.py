"""List all kinds of requests to registries. To add a registry, write a file with its functions, and add lines to the
list here.
"""

from __future__ import annotations

from collections.abc import Mapping

from backend.connectors.pacing import Pacing
from backend.connectors.rates import Rate
from backend.connectors.registries import arxiv, crossref, datacite, doi_resolver, europepmc, openalex
from backend.connectors.registries.registry import LookupMethod
from backend.kernel.records import Lookup

# Crossref's rules of December 2025 for clients with a mail address: 3 lists and 10 single works per second, three at a
# time; headers of its answers tell the present rules. OpenAlex allows 100 requests per second in all, DataCite 1,000 in
# five minutes with an address.
_LISTS, _SINGLES = Rate(3, 1.0), Rate(10, 1.0)
_DATACITE = Rate(1_000, 300.0)

LOOKUP_METHODS: Mapping[str, LookupMethod] = {
    "crossref": LookupMethod(
        crossref.batch_request, crossref.parse_batch, most=50, absent=frozenset(),
        pacing=Pacing(at_once=3), rate=_LISTS, pool="lists",
    ),
    "crossref one": LookupMethod(
        crossref.single_request, crossref.parse_single, pacing=Pacing(at_once=3), rate=_SINGLES, pool="singles"
    ),
    "crossref isbn": LookupMethod(
        crossref.isbn_request, crossref.parse_isbn, absent=frozenset(),
        pacing=Pacing(at_once=3), rate=_LISTS, pool="lists",
    ),
    "crossref search": LookupMethod(
        crossref.search_request, crossref.parse_search, absent=frozenset(),
        pacing=Pacing(at_once=3), rate=_LISTS, pool="lists",
    ),
    "openalex": LookupMethod(openalex.request, openalex.parse, pacing=Pacing(at_once=8), rate=Rate(50, 1.0)),
    "openalex search": LookupMethod(
        openalex.search_request, openalex.parse_search, absent=frozenset(), pacing=Pacing(at_once=4), rate=Rate(10, 1.0)
    ),
    "datacite": LookupMethod(datacite.request, datacite.parse, pacing=Pacing(at_once=6), rate=_DATACITE),
    "datacite search": LookupMethod(
        datacite.search_request, datacite.parse_search, absent=frozenset(), pacing=Pacing(at_once=6), rate=_DATACITE
    ),
    "arxiv": LookupMethod(
        arxiv.request, arxiv.parse, most=100, form="xml", absent=frozenset(), pacing=Pacing(at_once=1, interval=3.0)
    ),
    "europepmc": LookupMethod(
        europepmc.request, europepmc.parse, most=20, absent=frozenset(), pacing=Pacing(at_once=2), rate=Rate(10, 1.0)
    ),
    "handle": LookupMethod(
        doi_resolver.handle_request, doi_resolver.parse_handle, pacing=Pacing(at_once=6), rate=Rate(20, 1.0)
    ),
    "doi": LookupMethod(
        doi_resolver.metadata_request, doi_resolver.parse_metadata, pacing=Pacing(at_once=6), rate=Rate(10, 1.0)
    ),
}  # fmt: skip


def lookup_method_of(lookup: Lookup) -> str:
    """Return the name of the kind of request that looks up this work: its key in `LOOKUP_METHODS`.

    In a request to Crossref for several DOIs, commas separate the DOIs. So a DOI that contains a comma gets a request
    of its own.
    """
    if lookup.search:
        return f"{lookup.service} search"
    if lookup.service == "crossref" and lookup.key.startswith(crossref.ISBN):
        return "crossref isbn"
    return "crossref one" if lookup.service == "crossref" and "," in lookup.key else lookup.service
