"""What the providers' tests ask with: a request with a schema, and a model whose memory is its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backend.kernel.cancellation import Cancellation
from backend.kernel.events import Event
from backend.kernel.exchange import AnswerSchema, ChatRequest, Turn
from backend.kernel.works import Source
from backend.providers.accepted_request_forms import Dialects
from backend.providers.openai_compatible import OpenAICompatible
from backend.providers.perplexity import Perplexity
from backend.providers.presets import Endpoint
from backend.providers.repeated_calls import Guarded
from tests.sonar_stand_in import SonarStandIn

SCHEMA = AnswerSchema(
    "reply",
    {
        "type": "object",
        "properties": {"message": {"type": "string"}, "sources": {"type": "array", "items": {"type": "string"}}},
        "required": ["message", "sources"],
        "additionalProperties": False,
    },
)
REQUEST = ChatRequest(
    (
        Turn("system", "Answer in JSON."),
        Turn("system", "The document is empty."),
        Turn("user", "earlier"),
        Turn("assistant", "answer"),
        Turn("user", "now"),
    ),
    schema=SCHEMA,
)
GOOD = '{"message": "yes", "sources": []}'


def perplexity(sonar: SonarStandIn, *, timeout: float = 20.0, **settings: Any) -> Perplexity:
    endpoint = Endpoint(**{"base_url": sonar.url, "api_key": sonar.key, "timeout": timeout, **settings})
    return Perplexity(endpoint, dialects=Dialects())


def compatible(server: SonarStandIn, *, dialects: Dialects | None = None, **settings: Any) -> OpenAICompatible:
    given = {"base_url": server.url, "api_key": server.key, "model": "some-model", "timeout": 20.0, **settings}
    return OpenAICompatible(Endpoint(**given), dialects=dialects or Dialects())


def guarded(sonar: SonarStandIn, timeout: float, waits: list[float] | None = None) -> Guarded:
    """A guarded Sonar; with `waits`, waiting is written down and not done."""
    inner = perplexity(sonar, timeout=timeout)
    return Guarded(inner, timeout) if waits is None else Guarded(inner, timeout, sleep=waits.append)


class Listener:
    """An emit that keeps what it hears."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)


class Ear:
    """A ports.Listener that keeps what it hears; with `wish`, it cancels as soon as it hears the first text."""

    def __init__(self, wish: Cancellation | None = None) -> None:
        self.live = True
        self.begins = 0
        self.texts: list[str] = []
        self.thoughts: list[str] = []
        self.found: list[tuple[Source, ...]] = []
        self._wish = wish

    @property
    def whole(self) -> str:
        return "".join(self.texts)

    def begun(self) -> None:
        self.begins += 1

    def text(self, delta: str) -> None:
        self.texts.append(delta)
        if self._wish is not None:
            self._wish.cancel()

    def thought(self, delta: str) -> None:
        self.thoughts.append(delta)

    def sources(self, found: Sequence[Source]) -> None:
        self.found.append(tuple(found))
