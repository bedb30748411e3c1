"""Search: send all queries to all services at once, merge and sort the results, and read the best pages.

If a service fails, this is recorded in the `Work`, and the other results are used. An error is raised only if the
caller stops everything.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from datetime import date
from typing import Any

from backend.errors import Cancelled, ProviderError
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Emit, Event
from backend.kernel.exchange import ChatReply, Usage
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall, SearchOutcome
from backend.kernel.works import Source
from backend.ports import Listener, ResearchPorts
from backend.ranking.retrieval import Meaning
from backend.research import page_choice, queries
from backend.research.fusion import Fused, K, fuse
from backend.research.inquiry import Depth, Found, Inquiry, Role, Step, StepName
from backend.research.rerank import rerank, text_of
from backend.sources.identifiers import canonical_title, clean_url, source_id

#: Seconds for which a list of results is used again: for most requests, and for a request for recent results.
RESULT_AGE, FRESH_AGE = 3_600.0, 300.0
NO_SERVICE = Failure("search", "no search service is configured (the focus `local` searches your own library)")
NO_READER = Failure("pages", "were not read: this server reads no pages")


@dataclass(slots=True)
class Work:
    """An answer in progress: its steps, failures and cost. If `halt` is cancelled, the search ends, but the answer is
    still written.

    The ids of reported calls begin with `mark`, such as "round-2-", so that calls of different rounds have different
    ids.
    """

    emit: Emit
    halt: Cancellation | None = None
    mark: str = ""
    steps: list[Step] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    spent: list[Usage] = field(default_factory=list)
    #: the name of the model that answered in each role
    ran: dict[Role, str] = field(default_factory=dict)
    shown_location: bool = False
    listen: Listener | None = None

    def send_sources(self, sources: Sequence[Source]) -> None:
        """Send all sources found so far to the listener."""
        if self.listen is not None:
            self.listen.sources(sources)

    def send_text(self, text: str) -> None:
        """Send the next piece of the answer to the listener."""
        if self.listen is not None:
            self.listen.text(text)

    def record_reply(self, reply: ChatReply, role: Role) -> None:
        """Record which model was called, and how many tokens the call used. `role` says what the model was used for."""
        self.spent.append(reply.usage)
        self.ran[role] = reply.model

    @property
    def stop_request(self) -> Cancellation | None:
        """Return the cancellation that ends the search and the models' calls for it."""
        return self.halt or cancellation.current()

    @property
    def halted(self) -> bool:
        return self.halt is not None and self.halt.wanted

    @contextmanager
    def step(self, name: StepName) -> Iterator[dict[str, Any]]:
        """Record a step and its duration, and report it as an event. The caller writes the step's description into the
        dict that this context manager yields.
        """
        self.emit(Event("phase", {"phase": name}))
        told: dict[str, Any] = {"words": ""}
        began = time.perf_counter()
        yield told
        took = round(1000 * (time.perf_counter() - began))
        self.steps.append(Step(name, str(told.pop("words")), took, told))


@dataclass(frozen=True, slots=True)
class LookupRequest:
    """The limits of a search: at most `top` works within `seconds`, from the services in `only` (None: all). `k` is the
    constant with which `fuse` merges the results.

    With `addressed`, only works that have an address are returned.
    """

    filters: Filters
    only: Collection[str] | None
    top: int
    k: int
    seconds: float
    addressed: bool = False


class Lookup:
    """Finds sources for a question: writes queries, sends them to the search services, ranks the results and reads the
    best pages. `parts` has the services, the models and the page reader.
    """

    def __init__(self, parts: ResearchPorts) -> None:
        self._parts = parts

    def gather(self, inquiry: Inquiry, depth: Depth, work: Work, today: date) -> Found:
        """Find sources for a conversation: write queries, search, and read pages. `work` records and reports the
        progress.
        """
        if not self._parts.services.names:
            work.failures.append(NO_SERVICE)
            return Found(failures=(NO_SERVICE,))
        with work.step("queries") as told:
            asked = self._queries(inquiry, work, today)
            told |= {"words": "; ".join(asked), "queries": list(asked)}
        question = queries.question_of(inquiry.turns)
        limits = LookupRequest(
            inquiry.service_filters, inquiry.only, depth.sources, K, depth.search_seconds, inquiry.numbered
        )
        with work.step("search") as told:
            found = self.search(asked, question, work, limits)
            told |= {"words": f"{found.total} different results", "results": found.total}
        if depth.pages and found.sources and not work.halted:
            with work.step("read") as told:
                sources, read = self.read(found.sources, question, depth, work)
                found = replace(found, sources=sources)
                told |= {"words": f"{read} pages read", "pages": read}
        return replace(found, failures=tuple(work.failures))

    def _queries(self, inquiry: Inquiry, work: Work, today: date) -> tuple[str, ...]:
        """Write queries with the system model. If there is no system model, or if it fails, return the keywords of the
        question as the query.
        """
        location = inquiry.reader.location
        if self._parts.system is not None:
            asked = queries.request(inquiry.turns, location, today, inquiry.system_model)
            work.shown_location = bool(location)
            try:
                with cancellation.obeying(work.stop_request):
                    reply = self._parts.system.complete(asked, work.emit)
            except ProviderError as error:
                work.failures.append(
                    Failure(
                        "queries",
                        f"the system model failed ({error.title}), so the question's own words were searched for",
                    )
                )
            except Cancelled:
                cancellation.check()  # raises if everything must stop, not only the search
            else:
                work.record_reply(reply, "system")
                if written := queries.parse(reply.text):
                    return written
        made = queries.extract(inquiry.turns, location)
        work.shown_location |= bool(location) and any(location in each for each in made)
        return made

    def search(self, asked: Sequence[str], question: str, work: Work, limits: LookupRequest) -> Found:
        if not self._parts.services.names:
            return Found(failures=(NO_SERVICE,))
        outcomes = self._outcomes(asked, work, limits)
        noted: tuple[Failure, ...] = ()
        if limits.filters.recency is not None and _are_empty(outcomes) and not work.halted:
            noted = (_too_old(limits.filters),)
            again = replace(work, mark=f"{work.mark}again-")
            outcomes = self._outcomes(asked, again, replace(limits, filters=replace(limits.filters, recency=None)))
        lists = [each for outcome in outcomes for each in outcome.lists]
        failures = tuple(dict.fromkeys((*noted, *(each for outcome in outcomes for each in outcome.failures))))
        work.failures += failures
        fused = fuse([each.sources for each in lists], limits.k, None)
        best = self.ranked(question, fused[: 2 * limits.top], work)[: limits.top]
        known = self._marked([each.source for each in best])
        distinct = {source_id(each): cleaned(each) for each in reversed(known)}
        sources = tuple(each for each in reversed(distinct.values()) if each.url or not limits.addressed)
        answered = tuple(query for query, outcome in zip(asked, outcomes, strict=True) if outcome.lists)
        return Found(sources, len(fused), failures, tuple(asked), answered=answered)

    def _marked(self, sources: Sequence[Source]) -> list[Source]:
        """Return the sources, with a mark on those that a registry has reported as retracted."""
        dois = [each.doi for each in sources if each.doi and not each.is_retracted]
        withdrawn = self._parts.withdrawn(dois) if dois and self._parts.withdrawn is not None else ()
        return [
            replace(each, metadata={**each.metadata, "is_retracted": True}) if each.doi in withdrawn else each
            for each in sources
        ]

    def _outcomes(self, asked: Sequence[str], work: Work, limits: LookupRequest) -> list[SearchOutcome]:
        """Send all queries to the services at once. Returns the results for each query. A recent list in the cache is
        used instead of a new request.
        """
        names = [each for each in self._parts.services.names if limits.only is None or each in limits.only]
        keys = {(query, name): _key(query, name, limits.filters) for query in asked for name in names}
        memory = self._parts.memory
        age = FRESH_AGE if limits.filters.recency in ("hour", "day") else RESULT_AGE
        known = memory.recall(list(keys.values()), age) if memory is not None else {}
        missing = {query: [name for name in names if keys[query, name] not in known] for query in asked}
        fresh = self._asked(missing, work, limits)
        cancellation.check()
        if memory is not None:
            memory.keep(_lasting(missing, fresh, keys))
        outcomes = []
        for query in asked:
            found = {each.connector: each for each in fresh[query].lists}
            found |= {name: known[keys[query, name]] for name in names if keys[query, name] in known}
            lists = tuple(found[name] for name in names if name in found)
            outcomes.append(SearchOutcome(lists, fresh[query].failures))
        return outcomes

    def _asked(self, missing: dict[str, list[str]], work: Work, limits: LookupRequest) -> dict[str, SearchOutcome]:
        stop = work.stop_request

        def ask(number: int, query: str) -> SearchOutcome:
            if not missing[query]:
                return SearchOutcome()
            tell = _SearchEvents(work, number, query)
            tell.begin(missing[query])
            return self._parts.services.search_all(
                SearchCall(
                    query,
                    limits.filters,
                    seconds=limits.seconds,
                    only=missing[query],
                    tell=tell,
                    stop=(lambda: stop.wanted) if stop is not None else None,
                )
            )

        with ThreadPoolExecutor(max(1, len(missing)), thread_name_prefix="coscribe-queries") as pool:
            asked = {query: pool.submit(ask, number, query) for number, query in enumerate(missing)}
            return {query: future.result() for query, future in asked.items()}

    def ranked(self, question: str, fused: Sequence[Fused], work: Work) -> list[Fused]:
        """Sort results by how well their words fit the question and, if there is an embedding model and it answers, by
        meaning.
        """
        if not fused:
            return []
        if self._parts.embedder is None:
            return rerank(question, fused)
        texts = [question, *(text_of(each.source) for each in fused)]
        try:
            rows = self._parts.embedder.embed(texts)
        except ProviderError as error:
            work.failures.append(
                Failure(
                    "ranking",
                    f"the embedding model failed ({error.title}), so results were ranked by their words alone",
                )
            )
            return rerank(question, fused)
        return rerank(question, fused, Meaning(rows[1:], rows[0]))

    def read(
        self, sources: tuple[Source, ...], question: str, depth: Depth, work: Work
    ) -> tuple[tuple[Source, ...], int]:
        """Read the best pages. Returns the sources, with passages of these pages, and how many pages were read."""
        if self._parts.pages is None:
            work.failures.append(NO_READER)
            return sources, 0
        places = page_choice.chosen(sources, depth.pages)
        calls = {place: f"{work.mark}page-{place}" for place in places}
        for place, url in places.items():
            work.emit(_tool("started", calls[place], "read_page", url=url[:200]))
        began = time.perf_counter()
        with cancellation.obeying(work.stop_request):
            pages = self._parts.pages.read(list(places.values()), seconds=depth.read_seconds)
        cancellation.check()
        took = round(1000 * (time.perf_counter() - began))
        made, count = list(sources), 0
        for place, url in places.items():
            page = pages[url]
            if isinstance(page, Failure):
                work.failures.append(page)
                work.emit(
                    _tool("error", calls[place], "read_page", url=url[:200], error=page.reason[:200], took_ms=took)
                )
                continue
            made[place] = page_choice.with_page(made[place], page, question, depth.page_characters)
            count += 1
            work.emit(_tool("success", calls[place], "read_page", url=url[:200], count=len(page), took_ms=took))
        return tuple(made), count


def _are_empty(outcomes: Sequence[SearchOutcome]) -> bool:
    """Return True if at least one service answered, but none found anything."""
    lists = [each for outcome in outcomes for each in outcome.lists]
    return bool(lists) and not any(each.sources for each in lists)


def _too_old(filters: Filters) -> Failure:
    words = "day" if filters.recency == "hour" else filters.recency
    return Failure("search", f"found nothing from the last {words}, so results of any age were searched for")


class _SearchEvents:
    """Reports the services' answers to one query as events."""

    def __init__(self, work: Work, number: int, query: str) -> None:
        self._emit, self._call, self._query = work.emit, f"{work.mark}search-{number}", query[:200]

    def begin(self, names: Sequence[str]) -> None:
        for name in names:
            self._emit(_tool("started", f"{self._call}-{name}", name, query=self._query))

    def __call__(self, outcome: ResultList | Failure) -> None:
        call = f"{self._call}-{outcome.connector}"
        if isinstance(outcome, Failure):
            self._emit(_tool("error", call, outcome.connector, query=self._query, error=outcome.reason[:200]))
        else:
            told = {"query": self._query, "count": len(outcome.sources), "took_ms": outcome.took_ms}
            self._emit(_tool("success", call, outcome.connector, **told))


def cleaned(source: Source) -> Source:
    """Return a source with its canonical address. The original address is kept among its other addresses."""
    clean = clean_url(source.url) if source.url else source.url
    if clean == source.url or source.url is None:
        return source
    also = sorted({*source.metadata.get("also", ()), source.url} - {clean})
    return replace(source, url=clean, metadata={**source.metadata, "also": also})


def as_json(source: Source) -> dict[str, object]:
    """Convert a source to JSON data for the API."""
    about = {**asdict(source), "authors": list(source.authors)}
    return {"id": source_id(source), **about, "retracted": source.is_retracted}


def _tool(state: str, call: str, tool: str, **more: object) -> Event:
    status = "running" if state == "started" else state
    return Event(f"tool_call_{state}", {"tool_call_id": call, "tool": tool, "status": status, **more})


def _key(query: str, name: str, filters: Filters) -> str:
    """Return the key under which a result list is cached. Queries that differ only in case and punctuation have the
    same key.
    """
    wanted = json.dumps([canonical_title(query) or query, name, asdict(filters)], sort_keys=True, default=str)
    return hashlib.sha256(wanted.encode("utf-8", "replace")).hexdigest()


def _lasting(
    missing: dict[str, list[str]], fresh: dict[str, SearchOutcome], keys: dict[tuple[str, str], str]
) -> dict[str, ResultList]:
    """Return the result lists to cache, by cache key: the lists of services that answered, and empty lists for services
    that do not accept this kind of query.

    `missing` maps each query to the services that it was sent to, `fresh` maps it to their answers, and `keys` maps a
    pair of query and service to the cache key.
    """
    kept: dict[str, ResultList] = {}
    for query, names in missing.items():
        found = {each.connector: each for each in fresh[query].lists}
        failed = {each.connector for each in fresh[query].failures}
        kept |= {keys[query, name]: found.get(name, ResultList(name, (), 0)) for name in names if name not in failed}
    return kept
