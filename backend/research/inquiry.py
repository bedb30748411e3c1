"""Define a question to the research engine, its answer, and how much the engine may search and read at each effort."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from backend.kernel.exchange import NOBODY, AnswerSchema, Reader, Turn, Usage
from backend.kernel.search_requests import ANYTHING, Failure, Filters
from backend.kernel.tool_calls import ToolUse
from backend.kernel.works import Source
from backend.research.deep.rounds import Course

Effort = Literal["low", "medium", "high"]
#: The purpose for which a model is called: "chat" writes the answer, "system" does internal steps.
Role = Literal["chat", "system"]
StepName = Literal[
    "plan", "queries", "search", "read", "review", "end", "tools", "supervise", "helpers", "synthesise", "related"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Depth:
    """The limits of an effort: how many `sources` the model gets, how many of the best `pages` are read, and how many
    characters are taken from each (`page_characters`).

    `sentences` is the number of sentences in an answer that is written without a model. The times for searching and
    reading are in seconds.
    """

    sources: int
    pages: int
    page_characters: int
    sentences: int
    search_seconds: float
    read_seconds: float


#: Budgets by effort. Chosen, not tuned: higher effort asks and reads more, within limits of time and money.
DEPTHS: Mapping[Effort, Depth] = MappingProxyType(
    {
        "low": Depth(5, 0, 0, 4, 6.0, 0.0),
        "medium": Depth(10, 3, 3_000, 7, 8.0, 8.0),
        "high": Depth(20, 8, 3_500, 12, 10.0, 15.0),
    }
)


#: Maximum number of results that each service is asked for at high effort: twice the number of sources from which an
#: answer is written.
MANY = 40


@dataclass(frozen=True, slots=True)
class Inquiry:
    """A question to the engine.

    - `turns`: alternate between user and assistant; the last one is the user's
    - `rules`: the caller's own instructions
    - `search`: False if only the conversation is used
    - `only`: the names of the services to ask; None means all
    - `chat_model`, `system_model`: replace the configured models for the answer and for planning
    - `max_tokens`: limits the answer
    - `numbered`: True if sources are cited by numbers such as `[2]` instead of ids
    - `related`: True if the answer has related questions, too
    """

    turns: tuple[Turn, ...]
    rules: str = ""
    effort: Effort = "medium"
    search: bool = True
    filters: Filters = ANYTHING
    only: frozenset[str] | None = None
    reader: Reader = NOBODY
    schema: AnswerSchema | None = None
    chat_model: str | None = None
    system_model: str | None = None
    max_tokens: int | None = None
    temperature: float | None = None
    numbered: bool = False
    related: bool = False
    #: the user's prompt about tone and emphasis; what is known about the reader is in `reader`
    persona: str = ""
    #: plan, search and review in rounds, until enough is known (deep/driver.py)
    deep: bool = False
    #: the rights with which tools may be called. If it is None, no tools are called and no agents are used.
    use: ToolUse | None = None

    @property
    def service_filters(self) -> Filters:
        """Return the filters for the search services. High effort asks for a thorough search and more results."""
        if self.effort != "high":
            return self.filters
        return replace(self.filters, thorough=True, limit=max(self.filters.limit, MANY))


@dataclass(frozen=True, slots=True)
class Report:
    """An agent's report and the sources that the agent got. `read` is True if any of the agent's tool calls found
    something.

    `failure` says why there is no report; the sources that the agent had found until then are included.
    """

    task: str
    text: str
    sources: tuple[Source, ...]
    read: bool = True
    failure: str = ""

    @property
    def of_use(self) -> bool:
        """Return True if the report can be used: the agent has found sources, or has read something and written a
        text.
        """
        return bool(self.sources or (self.text.strip() and self.read))


@dataclass(frozen=True, slots=True)
class Found:
    """The sources that were found, best first, one for each work. `total` is the number of works before the list was
    cut.

    `reports` are the agents' texts, if agents searched.
    """

    sources: tuple[Source, ...] = ()
    total: int = 0
    failures: tuple[Failure, ...] = ()
    queries: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()
    #: the queries that at least one service answered
    answered: tuple[str, ...] = ()
    #: True if a part of the question was not searched for, so that a plain search must follow
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the work: its name, a sentence about it, its facts, and its duration in milliseconds."""

    name: StepName
    words: str
    took_ms: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Findings:
    """An answer, with everything that the API returns about it.

    - `cited`: ids of `sources`, in the order of their first mark
    - `removed`: the number of marks with unknown ids
    - `support`: 0 to 100 (see `citations.support`)
    - `provider`, `model`: who wrote the answer
    - `finish_reason`: why it ended: "stop", or "length" if it was cut off
    - `related`: related questions
    - `used_location`, `used_profile`: whether a prompt or query had the user's location or profile
    """

    text: str
    sources: tuple[Source, ...]
    cited: tuple[str, ...]
    removed: int
    support: int
    found: Found
    provider: str
    model: str
    usage: Usage
    finish_reason: str | None
    steps: tuple[Step, ...]
    related: tuple[str, ...] = ()
    #: the name of the model that answered in each role; roles without a call are left out
    ran: Mapping[Role, str] = field(default_factory=dict)
    used_location: bool = False
    used_profile: bool = False
    #: how a deep research went; None for any other
    course: Course | None = None
    #: False if the answer may miss the question; the answer then says so
    sure: bool = True
    #: by the id of a cited source: the verdicts on the sentences that cite it (verification/sentence_support.py)
    support_of: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    #: warnings about addresses, numbers and DOIs in the answer that no source confirms
    doubts: tuple[str, ...] = ()


def total(*spent: Usage) -> Usage:
    """Return the sum of these usages. In the sum, a value is None if no call reported it."""

    def known(name: str) -> Any:
        values = [value for each in spent if (value := getattr(each, name)) is not None]
        return sum(values) if values else None

    return Usage(known("prompt_tokens"), known("completion_tokens"), known("cost"))
