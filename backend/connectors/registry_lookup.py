"""Look up many works in the registries at the same time, with the limits of each registry and one deadline for all."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from itertools import islice

from backend.connectors.connector import Service
from backend.connectors.pacing import Gates, Pacing
from backend.connectors.rates import Rate, RateLimit
from backend.connectors.registries import arxiv, crossref, datacite, doi_resolver, europepmc, openalex, pages
from backend.connectors.registries.registry import Answers, LookupMethod
from backend.errors import ProviderError, ProviderMisanswered, ProviderOverLimit
from backend.kernel.records import Found, Lookup, Record
from backend.kernel.search_requests import Failure
from backend.net import deadline
from backend.net.deadline import Deadline
from backend.net.http import Http, attempted

#: The longest Retry-After in seconds for which a look-up waits.
RETRY_CEILING = 2.0
#: Seconds for the answer to one request, and for a page.
REQUEST_SECONDS, PAGE_SECONDS = 5.0, 6.0
#: The most requests in progress in the whole process.
WORKERS = 32
#: Maximum number of requests for pages to one host at the same time.
_PAGES = Pacing(at_once=2)
#: The most bytes of a page that are read: its head, and enough text to compare sentences with.
MOST_PAGE_BYTES = 1_500_000

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


class RegistryLookup:
    """The configured registries. A process has one instance; several threads may use it at the same time."""

    def __init__(self, http: Http, services: Sequence[Service], gates: Gates | None = None) -> None:
        self._http = http
        self._services = {each.name: each for each in services}
        self._gates = gates or Gates()
        self._rates = {each.pool or name: RateLimit(each.rate) for name, each in LOOKUP_METHODS.items() if each.rate}
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="coscribe-registry")

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the configured registries, and "page" for web pages, which need no setting."""
        return frozenset({*self._services, "page"})

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)

    def look_up(self, lookups: Sequence[Lookup], *, seconds: float) -> dict[Lookup, Found]:
        """Ask the registries about all look-ups at the same time, several in one request if the registry allows it.
        Returns for each look-up the records that were found. If its registry fails or does not answer within `seconds`,
        returns a Failure for it.
        """
        bound = deadline.after(seconds)
        pending: dict[Future[Mapping[Lookup, Found]], list[Lookup]] = {}
        for name, asked in _by_method(lookups).items():
            for batch in _batches(asked, 1 if name == "page" else LOOKUP_METHODS[name].most):
                pending[self._workers.submit(self._outcome, name, batch, bound)] = batch
        wait(pending, bound.remaining())
        found: dict[Lookup, Found] = {}
        for future, batch in pending.items():
            if future.done():
                found.update(future.result())
            else:
                future.cancel()
                found.update(dict.fromkeys(batch, Failure(batch[0].service, "did not answer in time", 504)))
        return found

    def _outcome(self, name: str, batch: Sequence[Lookup], bound: Deadline) -> Mapping[Lookup, Found]:
        service = batch[0].service
        answers = attempted(service, lambda: self._asked(name, batch, bound))
        return dict.fromkeys(batch, answers) if isinstance(answers, Failure) else answers

    def _asked(self, name: str, batch: Sequence[Lookup], bound: Deadline) -> Answers:
        if name == "page":
            return {batch[0]: self._page(batch[0], bound)}
        method, service = LOOKUP_METHODS[name], self._services[batch[0].service]
        gate = self._gates.to(service.name, method.pacing)
        for last in (False, True):
            rate = self._rates.get(method.pool or name)
            with gate.turn(bound.expires):
                if rate is not None:
                    rate.take(bound.expires)
                try:
                    return self._answered(method, service, batch, bound)
                except ProviderOverLimit as error:
                    pause = error.retry_after
                    if last or pause is None or pause > RETRY_CEILING or pause >= bound.remaining():
                        gate.limited(pause)
                        raise
                except ProviderError as error:
                    if error.answered in method.absent and len(batch) == 1:
                        gate.succeeded()
                        return {batch[0]: ()}
                    gate.record(error)
                    if last or error.answered is None or error.answered < 500:
                        raise
                    pause = 0.0
            time.sleep(pause)
        raise ProviderOverLimit("has received too many requests")

    def _answered(self, method: LookupMethod, service: Service, batch: Sequence[Lookup], bound: Deadline) -> Answers:
        request = method.request(service, batch)
        seconds = min(REQUEST_SECONDS, bound.remaining())
        answer = self._http.ask(request, method.form, seconds=seconds, own=service.base_url)
        answers = method.parse(answer.body, batch)
        gate = self._gates.to(service.name, method.pacing)
        gate.succeeded()
        if rate := self._rates.get(method.pool):
            rate.obey(answer.headers)
        return answers

    def _page(self, lookup: Lookup, bound: Deadline) -> tuple[Record, ...]:
        """Return the record of the web page whose address is the `key` of `lookup`; () if the page does not exist.
        `bound` is the deadline. Raises a ProviderError if the page cannot be read.
        """
        with self._gates.to(f"page {lookup.key.split('/')[2]}", _PAGES).turn(bound.expires):
            try:
                seconds = min(PAGE_SECONDS, bound.remaining())
                answer = self._http.page(lookup.key, seconds=seconds, most_bytes=MOST_PAGE_BYTES)
            except ProviderError as error:
                if error.answered in (404, 410):
                    return ()
                raise
        if not answer.body:
            raise ProviderMisanswered("sent an empty page")
        is_html = answer.media_type in ("", "text/html", "application/xhtml+xml")
        record = pages.read(answer.url, answer.text if answer.media_type != "application/pdf" else "", is_html)
        return () if pages.is_missing(record) else (record,)


def _by_method(lookups: Sequence[Lookup]) -> dict[str, list[Lookup]]:
    found: dict[str, list[Lookup]] = {}
    for each in lookups:
        found.setdefault("page" if each.service == "page" else lookup_method_of(each), []).append(each)
    return found


def _batches(lookups: Sequence[Lookup], most: int) -> Iterator[list[Lookup]]:
    rest = iter(lookups)
    while batch := list(islice(rest, most)):
        yield batch


def lookup_method_of(lookup: Lookup) -> str:
    """Return the name of the kind of request that looks up this work: its key in `LOOKUP_METHODS`. A DOI with a comma
    gets a request of its own, because commas separate the DOIs in a request to Crossref.
    """
    if lookup.search:
        return f"{lookup.service} search"
    if lookup.service == "crossref" and lookup.key.startswith(crossref.ISBN):
        return "crossref isbn"
    return "crossref one" if lookup.service == "crossref" and "," in lookup.key else lookup.service
