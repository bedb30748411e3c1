"""Models that plan and review as a test says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event
from backend.kernel.exchange import ChatReply, ChatRequest, Quoted, Turn, Usage
from backend.kernel.search_requests import Limits
from backend.kernel.works import Source
from backend.ports import ResearchPorts
from backend.research.deep.driver import DeepResearch
from backend.research.inquiry import DEPTHS, Inquiry
from backend.research.source_search import Lookup, Work
from tests.fakes import CannedServices, HashEmbedder, ScriptedModel

QUESTION = "How does ocean acidification affect coral reefs and their fish?"


TALK = (Turn("user", QUESTION),)


PLAN = json.dumps(
    {
        "thought": "Corals and fish are two things.",
        "queries": [
            {"query": "coral calcification pH", "purpose": "mechanism", "expected": "rates"},
            {"query": "reef fish behaviour CO2", "purpose": "fish", "expected": "experiments"},
            {"query": "acidification meta-analysis", "purpose": "the whole", "expected": "effect sizes"},
        ],
        "gaps": ["adaptation"],
        "confidence": 55,
    }
)


def reviewed(confidence: int = 40, action: str = "refine_strategy", *queries: str, **more: Any) -> str:
    return json.dumps(
        {"critique": "Thin.", "confidence": confidence, "next_action": action, "queries": list(queries)} | more
    )


def works(query: str) -> list[Source]:
    """Three works that only this query finds, and one that every query does."""
    own = [
        Source(f"{query} {n}", f"https://example.org/{query.replace(' ', '-')}/{n}", content=f"On {query}.")
        for n in range(3)
    ]
    return [*own, Source("The one", doi="10.1000/one", content="Known everywhere.")]


class Costing(ScriptedModel):
    """A scripted model whose provider tells what a call costs, and that says the last thing for ever."""

    usage = Usage(100, 20, 0.01)

    def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
        if len(self.answers) == 1:
            self.answers.append(self.answers[0])
        return replace(super().complete(request, *rest), usage=self.usage)


class Hanging(ScriptedModel):
    """Says nothing until it is cancelled, as every provider's wait is."""

    def complete(self, request: ChatRequest, *rest: Any) -> ChatReply:
        self.requests.append(request)
        cancellation.pause(60)
        raise AssertionError("nobody cancelled it")


def parts(system: Any = None, chat: Any = None, services: Any = None, **limits: Any) -> ResearchPorts:
    return ResearchPorts(
        services=services or CannedServices(works),
        pages=None,
        chat=chat,
        system=system,
        keyless=ScriptedModel(),
        quote=lambda question, sources, most: Quoted(tuple((n, each.content) for n, each in enumerate(sources))[:most]),
        embedder=HashEmbedder(),
        limits=Limits(**limits),
    )


class Ran:
    """A research that was run: what was found, how, and what was told."""

    def __init__(self, ports: ResearchPorts, halt: Cancellation | None = None, **inquiry: Any) -> None:
        self.events: list[Event] = []
        self.heard: list[Sequence[Source]] = []
        self.work = Work(self.events.append, halt, listen=self)
        deep = DeepResearch(ports, Lookup(ports))
        asked = Inquiry(TALK, effort="low", deep=True, **inquiry)
        self.found, self.course = deep.gather(asked, DEPTHS["low"], self.work, date(2026, 1, 2))

    def sources(self, found: Sequence[Source]) -> None:
        self.heard.append(tuple(found))

    @property
    def state(self) -> Any:
        return self.course.state

    def told(self, name: str) -> list[Any]:
        return [each.data for each in self.events if each.name == name]

    def failed(self) -> dict[str, str]:
        return {each.connector: each.reason for each in self.work.failures}
