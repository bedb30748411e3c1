"""Implement the tools that search: the web by all search services, images and videos, and the user's own library."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from backend.errors import NotFound, ProviderUnreachable
from backend.kernel import cancellation
from backend.kernel.events import silent
from backend.kernel.search_requests import Failure, Filters, SearchCall
from backend.kernel.tool_calls import ToolResult, ToolSpec, ToolUse
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research.fusion import K
from backend.research.source_search import Lookup, LookupRequest, Work
from backend.research.synthesis import listed
from backend.tools.tool import takes

#: Maximum number of results of one search, and of characters of each that the model sees.
RESULTS, CHARACTERS = 8, 600
#: Maximum seconds of a search; fewer if the request has less time left.
PATIENCE = 8.0

_ABOUT = {"images": "pictures, photographs, diagrams and figures", "videos": "videos, talks and lectures"}

#: Maximum number of passages of one search, and of characters of each that the model sees.
PASSAGES, PASSAGE_CHARACTERS = 8, 1_200


class FileSearchTool:
    """Searches the library works that the user has selected for this request. The model cannot select others."""

    spec = ToolSpec(
        "file_search",
        "Search the researcher's own library of papers for passages. Technical terms find more than sentences.",
        takes({"query": "what the passages should be about"}),
        about="query",
    )

    def is_ready(self, use: ToolUse) -> bool:
        return use.files is not None

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        if use.files is None:
            raise NotFound("This request may not search the library: the user has selected no works for it.")
        found = tuple(use.files(arguments["query"], PASSAGES))
        return ToolResult(listed(found, PASSAGE_CHARACTERS) if found else "Nothing was found.", found, len(found))


class WebSearch:
    """Searches the web (`web_search`)."""

    def __init__(self, parts: ResearchPorts) -> None:
        self._parts, self._lookup = parts, Lookup(parts)
        self.spec = ToolSpec(
            "web_search",
            "Search the web and scholarly services for pages and papers. Keywords and names find more than sentences.",
            takes({"query": "what to search for, at most 12 words"}),
            about="query",
        )

    def is_ready(self, use: ToolUse) -> bool:
        return bool(self._parts.services.names)

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        """Search the web for pages. Raises ProviderUnreachable if no service answered."""
        work = Work(silent, cancellation.current())
        limits = LookupRequest(use.filters, None, RESULTS, K, min(PATIENCE, use.seconds))
        found = self._lookup.search((arguments["query"],), use.question, work, limits)
        if not found.sources and found.failures:
            raise ProviderUnreachable(_told(found.failures))
        return _result(found.sources, found.failures)


class MediaSearch:
    """Searches for images or videos (`image_search`, `video_search`) with the services that can do this."""

    def __init__(self, parts: ResearchPorts, kind: Literal["images", "videos"]) -> None:
        self._services, self._kind = parts.services, kind
        self.spec = ToolSpec(
            f"{kind.removesuffix('s')}_search",
            f"Search for {_ABOUT[kind]}.",
            takes({"query": "what the results should show, at most 12 words"}),
            about="query",
        )

    def is_ready(self, use: ToolUse) -> bool:
        return bool(self._services.names)

    def call(self, arguments: Mapping[str, Any], use: ToolUse) -> ToolResult:
        """Search for images or videos. Raises ProviderUnreachable if no service answered."""
        outcome = self._services.search_all(
            SearchCall(
                arguments["query"],
                Filters(mode=self._kind, limit=RESULTS),
                seconds=min(PATIENCE, use.seconds),
                stop=_stop(),
            )
        )
        cancellation.check()
        sources = tuple(each for found in outcome.lists for each in found.sources)[:RESULTS]
        if not outcome.lists:
            raise ProviderUnreachable(_told(outcome.failures) or f"No service here searches for {self._kind}.")
        return _result(sources, outcome.failures)


def _stop() -> Any:
    stop_request = cancellation.current()
    return None if stop_request is None else lambda: stop_request.wanted


def _result(sources: tuple[Source, ...], failures: tuple[Failure, ...]) -> ToolResult:
    text = listed(sources, CHARACTERS) if sources else "Nothing was found."
    return ToolResult("\n\n".join(part for part in (text, _told(failures)) if part), sources, len(sources))


def _told(failures: tuple[Failure, ...]) -> str:
    return " ".join(f"{each.connector} {each.reason}." for each in failures)
