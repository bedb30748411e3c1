"""Imitate a server-sent "ask" endpoint on loopback, as strict about requests as our contract for it.

with AskStandIn() as server:
    server.answer = Snapshots((event, event))
    ... call server.url with server.key ...
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import available_timezones

from tests.sonar_rules import Recorded
from tests.sonar_stand_in import SonarStandIn, _Handler, sse

PATH = "/rest/sse/perplexity_ask"


def markdown(chunks: Sequence[Any], offset: int | None = None, usage: str = "ask_text_0_markdown", **more: Any) -> Any:
    """One block of an event."""
    placed = {} if offset is None else {"chunk_starting_offset": offset}
    return {"intended_usage": usage, "markdown_block": {"chunks": list(chunks), **placed, **more}}


def web(*urls: str) -> Any:
    results = [{"name": f"On {url}", "url": url, "snippet": "Words.", "timestamp": "2024-05-01"} for url in urls]
    return {"intended_usage": "web_results", "web_result_block": {"web_results": results}}


@dataclass(frozen=True, slots=True)
class Snapshots:
    """A stream of these events; the rest as `Streamed` has it."""

    events: Sequence[Any]
    upto: int | None = None
    then: str = "end"
    pause: float = 0.0
    closing: bytes = field(default=b"event: end_of_stream\ndata: {}\n\n")

    def __call__(self, handler: _Handler) -> None:
        handler.stream(self.frames(), self.upto, self.then, self.pause)

    def frames(self) -> list[bytes]:
        return [*(each if isinstance(each, bytes) else sse(each, "message") for each in self.events), self.closing]


def told(text: str, *urls: str, size: int = 5) -> Snapshots:
    """A plausible whole stream: sources first, then the text piece by piece, then everything once more."""
    chunks = [text[start : start + size] for start in range(0, len(text), size)]
    pieces = [
        {"status": "PENDING", "blocks": [markdown([chunk], number, progress="IN_PROGRESS")]}
        for number, chunk in enumerate(chunks)
    ]
    last = {
        "status": "COMPLETED",
        "final": True,
        "display_model": "some-model",
        "backend_uuid": "b-1",
        "blocks": [markdown(chunks, 0, progress="DONE", answer=text), web(*urls)],
    }
    return Snapshots([{"status": "PENDING", "blocks": [web(*urls)]}, *pieces, last])


class AskStandIn(SonarStandIn):
    """Refuses requests that are not of the protocol, or that would be kept in somebody's history."""

    def __init__(self, key: str = "ask-test-token") -> None:
        super().__init__(key=key)
        self.answer = told("Reefs grow.", "https://example.org/survey")

    def broken(self, recorded: Recorded) -> list[str]:
        params = recorded.body.get("params") or {}
        rules = {
            f"no such path {recorded.path}": recorded.path in (PATH, "/own/path"),
            "invalid key": recorded.headers.get("authorization") == f"Bearer {self.key}",
            "unknown fields": set(recorded.body) == {"query_str", "params"},
            "no query": bool(recorded.body.get("query_str")),
            "not incognito": params.get("is_incognito") is True,
            "no time zone": params.get("timezone") in available_timezones(),
            "no stream accepted": "text/event-stream" in recorded.headers.get("accept", ""),
        }
        return [rule for rule, kept in rules.items() if not kept]
