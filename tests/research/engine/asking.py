"""What the engine is asked in these tests, and models that answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from backend.kernel.exchange import ChatReply, ChatRequest, Turn, Usage
from backend.kernel.works import Source
from backend.research.engine import SelfHostedSonar
from backend.research.inquiry import Inquiry
from backend.sources.identifiers import source_id
from tests.canned import CannedServices, research_ports

QUESTION = "Why do mangroves flood?"


TIDES = Source("Tides", "https://a.example/tides", content="The tides flood mangroves twice a day.")


STORMS = Source("Storms", "https://b.example/storms", "10.1234/storms", content="Storms flood mangroves now and then.")


FOUND = (TIDES, STORMS)


A, B = source_id(TIDES), source_id(STORMS)


SAID = f"The tides do [{A}], as some say [sx_00000000]. So do storms [{B}][{A}]."


SHOWN = f"The tides do [{A}], as some say. So do storms [{B}][{A}]."


class Speaking:
    """A model that says its answer in pieces, tells of sources of its own, and fails at the end where it is told to."""

    name, model, searches = "speaking", "speaking-1", False

    def __init__(self, pieces: Sequence[str], fails: type[Exception] | None = None) -> None:
        self.pieces, self.fails = pieces, fails
        self.requests: list[ChatRequest] = []

    def complete(self, request: ChatRequest, emit: Any, listen: Any = None) -> ChatReply:
        self.requests.append(request)
        text = "".join(self.pieces)
        if listen is not None:
            listen.begun()
            listen.sources([Source("The model's own", "https://c.example")])
            for piece in self.pieces:
                listen.text(piece)
        if self.fails is not None:
            error = self.fails("It broke off.")
            error.partial = ChatReply(text, self.name, self.model)  # type: ignore[attr-defined]
            raise error
        return ChatReply(text, self.name, self.model, Usage(10, 5), finish_reason="stop")


class Hearing:
    """What a caller hears, in order."""

    def __init__(self, live: bool = True) -> None:
        self.live = live
        self.heard: list[tuple[str, Any]] = []

    def begun(self) -> None:
        self.heard.append(("begun", None))

    def text(self, delta: str) -> None:
        self.heard.append(("text", delta))

    def thought(self, delta: str) -> None:
        self.heard.append(("thought", delta))

    def sources(self, found: Sequence[Source]) -> None:
        self.heard.append(("sources", tuple(found)))

    def all(self, name: str) -> list[Any]:
        return [value for each, value in self.heard if each == name]


def sonar(
    chat: Any = None, system: Any = None, pages: Any = None, services: CannedServices | None = None, **parts: Any
) -> SelfHostedSonar:
    made = research_ports(services or CannedServices(searxng=FOUND), pages, chat, system)
    return SelfHostedSonar(replace(made, **parts), today=lambda: date(2026, 11, 20))


def inquiry(question: str = QUESTION, **more: Any) -> Inquiry:
    return Inquiry((Turn("user", question),), **{"effort": "low"} | more)
