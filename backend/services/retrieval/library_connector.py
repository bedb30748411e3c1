"""Make the user's library available as a search service, alone or together with the search services of the web.

Its results belong to one user, so they are not stored in the result cache that all users share.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextvars import copy_context
from dataclasses import dataclass, replace

from backend.errors import CoscribeError
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall, SearchOutcome
from backend.kernel.tool_calls import FileSearch
from backend.kernel.wanted import Selection
from backend.kernel.works import Source
from backend.ports import Ports, ResearchPorts, ResultMemory, Searcher
from backend.services.retrieval import library_search

#: The library's name among the search services, in reports and in sources.
NAME = "library"
#: Maximum number of passages that one query returns.
PASSAGES = 24


def parts(ports: Ports, user_id: str, selection: Selection | None) -> ResearchPorts:
    """Return what the research engine needs for this user's questions. If the user has selected works, the library is
    one of its search services.
    """
    if selection is None:
        return ports.research
    memory = ports.research.memory
    return replace(
        ports.research,
        services=LibrarySearcher(ports, user_id, selection),
        memory=None if memory is None else SharedMemory(memory),
    )


def files(ports: Ports, user_id: str, selection: Selection | None) -> FileSearch | None:
    """Return the function that the tool `file_search` calls, from any thread; None if no works are selected."""
    if selection is None:
        return None
    context = copy_context()

    def search(query: str, most: int) -> Sequence[Source]:
        hits, _ = context.copy().run(library_search.search, ports, user_id, query, selection, most)
        return library_search.sources(hits)

    return search


class LibrarySearcher:
    """The search services of one request; the user's library is the first. Create it inside the Flask application
    context. It can be used from any thread.
    """

    def __init__(self, ports: Ports, user_id: str, selection: Selection) -> None:
        self._ports, self._user_id, self._selection = ports, user_id, selection
        self._web: Searcher = ports.research.services
        self._context = copy_context()

    @property
    def names(self) -> tuple[str, ...]:
        return (NAME, *self._web.names)

    def search_all(self, call: SearchCall) -> SearchOutcome:
        """Search the library first, which takes milliseconds, and then the other services in the time that is left."""
        began = time.monotonic()
        lists: tuple[ResultList, ...] = ()
        failures: tuple[Failure, ...] = ()
        if call.only is None or NAME in call.only:
            found = self._own(call.query, call.filters)
            lists, failures = ((found,), ()) if isinstance(found, ResultList) else ((), (found,))
            if call.tell is not None:
                call.tell(found)
        named = [each for each in self._web.names if call.only is None or each in call.only]
        if not named:
            return SearchOutcome(lists, failures)
        left = max(0.0, call.seconds - (time.monotonic() - began))
        web = self._web.search_all(replace(call, seconds=left, only=named))
        return SearchOutcome((*lists, *web.lists), (*failures, *web.failures))

    def _own(self, query: str, filters: Filters) -> ResultList | Failure:
        began = time.monotonic()
        arguments = (self._ports, self._user_id, query, self._selection, PASSAGES)
        try:
            hits, _ = self._context.copy().run(library_search.search, *arguments)
        except CoscribeError as error:
            return Failure(NAME, error.detail)
        found = tuple(_whole(each) for each in library_search.sources(hits) if _admitted(each, filters))
        return ResultList(NAME, found[: filters.limit], round(1000 * (time.monotonic() - began)))


@dataclass(frozen=True, slots=True)
class SharedMemory:
    """The cache of search results that all users share. Results of a user's library are not stored in it."""

    memory: ResultMemory

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]:
        return self.memory.recall(keys, age)

    def keep(self, lists: Mapping[str, ResultList]) -> None:
        self.memory.keep({key: each for key, each in lists.items() if each.connector != NAME})


def _whole(source: Source) -> Source:
    """Return the source with a mark that it was read completely, so that its page is not fetched. Its content already
    has all passages that were found.
    """
    return replace(source, metadata={**source.metadata, "read": True})


def _admitted(source: Source, filters: Filters) -> bool:
    """Return True if a library work matches the filters. A work without a year matches all dates. A filter of web
    domains matches no library work.
    """
    early = filters.after is not None and source.year is not None and source.year < filters.after.year
    late = filters.before is not None and source.year is not None and source.year > filters.before.year
    return not (filters.domains or early or late)
