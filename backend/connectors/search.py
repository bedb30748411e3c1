"""Search all configured services at the same time, until a deadline. Results that arrive later are ignored. All other
results are filtered by domain and date, because services do not always apply these filters themselves.
"""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from backend.connectors.configured_services import CONNECTORS
from backend.connectors.connector import Connector, Parsed, Service
from backend.connectors.pacing import Gates
from backend.errors import ProviderError, ProviderOverLimit, ProviderTimeout
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall, SearchOutcome, Tell
from backend.kernel.works import Source
from backend.net import address_guard, deadline
from backend.net.deadline import Deadline
from backend.net.http import Http, attempted

#: The longest Retry-After in seconds for which a search waits; after a longer one, the service gets no request until
#: then.
RETRY_CEILING = 3.0
#: The most requests in progress in the whole process. Each ends at its search's deadline, so no thread is lost for
#: longer.
WORKERS = 32
#: Seconds that a service must have had before a missing answer counts as its failure.
PATIENCE = 2.0
#: Maximum seconds that a search waits for the remaining services after the latest answer. For a service whose last
#: request failed, it is the maximum in all.
LAG = 3.0
#: Approximate number of results of one page of a metasearch. If more are requested, the second page is read, too.
PAGE = 20
#: Seconds between two checks whether a waiting search should stop.
STOP_SECONDS = 0.1


#: Marks of a withdrawn work at the beginning of its title. They do not match the title of a notice about such a work.
_WITHDRAWN = re.compile(r"\W*(?:RETRACTED|WITHDRAWN)\b|\W*(?:Retracted|Withdrawn)(?: [Aa]rticle| [Pp]aper)?\s*[:\]]")

_Outcome = tuple[ResultList, tuple[Failure, ...]] | Failure


@dataclass(frozen=True, slots=True)
class _Query:
    """A query that every service gets: the words, the filters, and the deadline for the answer."""

    words: str
    filters: Filters
    bound: Deadline


class SearchServices:
    """The configured search services. A process has one instance; several threads may use it at the same time."""

    def __init__(self, http: Http, services: Sequence[Service], gates: Gates | None = None) -> None:
        self._http = http
        self._gates = gates or Gates()
        self._services = tuple(each for each in services if CONNECTORS[each.name].is_configured(each))
        self._workers = ThreadPoolExecutor(WORKERS, thread_name_prefix="coscribe-search")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names of the configured search services."""
        return tuple(each.name for each in self._services)

    def close(self) -> None:
        self._workers.shutdown(wait=False, cancel_futures=True)

    def search_all(self, call: SearchCall) -> SearchOutcome:
        """Ask the services at the same time, and return the results that arrive before the deadline.

        In academic mode, only scholarly services are asked, if there are any. Images and videos are requested only from
        services that have them. When one service has answered, the others get at most `LAG` more seconds, unless one of
        them makes a thorough search.
        """
        bound, tell, stop = deadline.after(call.seconds), call.tell, call.stop
        query = _Query(call.query, call.filters.dated(datetime.now(UTC).date()), bound)
        named = [each for each in self._services if call.only is None or each.name in call.only]
        asked = _fitting(named, call.filters.mode)
        pending = {self._workers.submit(self._outcome, each, query): each for each in asked}
        done: dict[str, _Outcome] = {}
        waiting: set[Future[_Outcome]] = set(pending)
        reason = f"did not answer within {call.seconds:.3g} s"
        heard: float | None = None
        while waiting and (left := bound.remaining()):
            if stop is not None and stop():
                reason = "had not answered when the search was stopped"
                break
            if heard is not None and not any(_searches_long(pending[each], call.filters) for each in waiting):
                left = min(left, heard + LAG - time.monotonic())
                if left <= 0:
                    reason = f"had not answered {LAG:g} s after the others"
                    break
            ended, waiting = wait(waiting, left if stop is None else min(left, STOP_SECONDS), FIRST_COMPLETED)
            for future in ended:
                outcome = done[pending[future].name] = future.result()
                if not isinstance(outcome, Failure):
                    heard = time.monotonic()
                _tell(tell, outcome)
        for future in waiting:
            future.cancel()
            late = done[pending[future].name] = Failure(pending[future].name, reason)
            _tell(tell, late)
        return _gathered([done[each.name] for each in asked])

    def _outcome(self, service: Service, query: _Query) -> _Outcome:
        return attempted(service.name, lambda: self._searched(service, query))

    def _searched(self, service: Service, query: _Query) -> tuple[ResultList, tuple[Failure, ...]]:
        began = time.monotonic()
        connector = CONNECTORS[service.name]
        filters = query.filters
        parsed = self._asked(connector, service, query)
        if connector.has_pages and filters.limit > PAGE and 0 < len(parsed.sources) < filters.limit:
            parsed = _joined(parsed, self._second_page(connector, service, query))
        found = [
            replace(
                each,
                connector=service.name,
                title=each.title or each.url or each.doi or "",
                metadata=each.metadata | {"is_retracted": True} if _WITHDRAWN.match(each.title) else each.metadata,
            )
            for each in parsed.sources
        ]
        sources = tuple(each for each in found if admitted(each, filters, connector.dates))[: filters.limit]
        took = round((time.monotonic() - began) * 1000)
        complaints = tuple(Failure(service.name, each) for each in parsed.complaints)
        return ResultList(service.name, sources, took), complaints

    def _second_page(self, connector: Connector, service: Service, query: _Query) -> Parsed:
        """Return the results of the second page. If the request fails, return only the reason of the failure, because
        the results of the first page can be used without it.
        """
        try:
            return self._asked(connector, service, replace(query, filters=replace(query.filters, page=2)))
        except ProviderError as error:
            return Parsed(complaints=(f"returned no second page of results: {error.detail}",))

    def _asked(self, connector: Connector, service: Service, query: _Query) -> Parsed:
        """Ask a service. If it asks for a short pause that ends before the deadline, wait and ask again."""
        bound = query.bound
        request = connector.request(service, query.words, query.filters)
        gate = self._gates.to(_host(request.url), connector.pacing)
        for last in (False, True):
            with gate.turn(bound.expires):
                allowed = bound.remaining()
                if gate.is_failing and not _searches_long(service, query.filters):
                    allowed = min(allowed, LAG)
                try:
                    answer = self._http.ask(
                        request, connector.form, seconds=allowed, own=service.base_url, hints=connector.hints
                    )
                    parsed = connector.parse(answer.body)
                except ProviderOverLimit as error:
                    pause = error.retry_after
                    if last or pause is None or pause > RETRY_CEILING or pause >= bound.remaining():
                        gate.limited(pause)
                        raise
                except ProviderError as error:
                    if not isinstance(error, ProviderTimeout) or allowed >= PATIENCE:
                        gate.record(error)
                    raise
                else:
                    gate.succeeded()
                    return parsed
                time.sleep(pause)
        raise ProviderOverLimit("has received too many requests")


def _searches_long(service: Service, filters: Filters) -> bool:
    """Return True if a thorough search was requested, and this service needs more time for one."""
    return filters.thorough and CONNECTORS[service.name].searches_thoroughly


def _joined(first: Parsed, second: Parsed) -> Parsed:
    return Parsed((*first.sources, *second.sources), tuple(dict.fromkeys((*first.complaints, *second.complaints))))


def _fitting(asked: list[Service], mode: str) -> list[Service]:
    fitting = [each for each in asked if mode in CONNECTORS[each.name].modes]
    return fitting or (asked if mode in ("web", "academic") else [])


def _gathered(outcomes: Sequence[_Outcome]) -> SearchOutcome:
    lists = tuple(each[0] for each in outcomes if not isinstance(each, Failure))
    failures = [each for each in outcomes if isinstance(each, Failure)]
    failures += [failure for each in outcomes if not isinstance(each, Failure) for failure in each[1]]
    return SearchOutcome(lists, tuple(failures))


def _tell(tell: Tell | None, outcome: _Outcome) -> None:
    if tell is not None:
        tell(outcome if isinstance(outcome, Failure) else outcome[0])


def _host(url: str) -> str:
    found = address_guard.host_and_port(url)
    return f"{found[0]}:{found[1]}" if found else url


def admitted(source: Source, filters: Filters, dates: str = "none") -> bool:
    """Return True if a result matches the filters. A known date must be in the range. An unknown date is accepted only
    if the service has applied every requested limit on dates. `dates` says which of these limits the service has
    applied (see `Connector.dates`).
    """
    return _in_domains(source, filters) and _in_range(source, filters, dates)


def _in_domains(source: Source, filters: Filters) -> bool:
    if not filters.domains and not filters.excluded_domains:
        return True
    hosts = [_domain(source.url)] if source.url else []
    if source.doi:
        hosts.append("doi.org")
    if any(_under(host, domain) for host in hosts[:1] for domain in filters.excluded_domains):
        return False
    return not filters.domains or any(_under(host, domain) for host in hosts for domain in filters.domains)


def _in_range(source: Source, filters: Filters, dates: str) -> bool:
    after, before = filters.after, filters.before
    if after is None and before is None:
        return True
    if source.published_at:
        day = source.published_at[:10]
        return (after is None or day >= after.isoformat()) and (before is None or day <= before.isoformat())
    if source.year is not None:
        return (after is None or source.year >= after.year) and (before is None or source.year <= before.year)
    return dates == "range" or (dates == "recency" and filters.recency is not None and before is None)


def _domain(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _under(host: str, domain: str) -> bool:
    bare = domain.lower().strip().strip(".").removeprefix("www.")
    return bool(bare) and (host == bare or host.endswith("." + bare))
