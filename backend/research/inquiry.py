"""A question to the research engine and what came of it, as values; and how deep each effort goes."""

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
#: Whose model is asked: the one that answers, or the one for internal steps.
Role = Literal["chat", "system"]
StepName = Literal[
    "plan", "queries", "search", "read", "review", "end", "tools", "supervise", "helpers", "synthesise", "related"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Depth:
    """`sources` go to the model, the `pages` best of them are read; `page_characters` of each page are shown.

    `sentences` an answer quotes without a model. Seconds for the search and for reading.
    """

    sources: int
    pages: int
    page_characters: int
    sentences: int
    search_seconds: float
    read_seconds: float


#: Budgets by effort, chosen, not tuned: more effort asks and reads more, within limits of time and money.
DEPTHS: Mapping[Effort, Depth] = MappingProxyType(
    {
        "low": Depth(5, 0, 0, 4, 6.0, 0.0),
        "medium": Depth(10, 3, 3_000, 7, 8.0, 8.0),
        "high": Depth(20, 8, 3_500, 12, 10.0, 15.0),
    }
)


#: Results that each service is asked for at high effort: twice the sources that an answer is written from.
MANY = 40


@dataclass(frozen=True, slots=True)
class Inquiry:
    """`turns`: user and assistant in turn, the last from the user. `rules` are the caller's own instructions.

    `search` of False answers from the conversation alone. `only` names the services to ask, None for all. `numbered`
    cites by the sources' places, `[2]`, instead of by their ids; `related` asks for further questions too.
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
    #: the user's own wish about tone and emphasis, apart from what is known about the reader
    persona: str = ""
    #: plan, search and review in rounds, until enough is known (deep/driver.py)
    deep: bool = False
    #: on whose behalf tools may be called; None: no tools, and no helpers
    use: ToolUse | None = None

    @property
    def sought(self) -> Filters:
        """The filters as services are given them: high effort looks thoroughly, and at more results."""
        if self.effort != "high":
            return self.filters
        return replace(self.filters, thorough=True, limit=max(self.filters.limit, MANY))


@dataclass(frozen=True, slots=True)
class Report:
    """What a helper says in the end, the sources that it has seen, and whether any of its calls brought something.

    `failure` says what kept it from a report; what it had found by then is here all the same.
    """

    task: str
    text: str
    sources: tuple[Source, ...]
    read: bool = True
    failure: str = ""

    @property
    def of_use(self) -> bool:
        """Say whether there is anything to answer from: what a helper says without having looked is nothing."""
        return bool(self.sources or (self.text.strip() and self.read))


@dataclass(frozen=True, slots=True)
class Found:
    """Sources best first, one a work; how many works there were before the list was cut; and what failed.

    `reports` are what helpers wrote about them, where helpers were at work.
    """

    sources: tuple[Source, ...] = ()
    total: int = 0
    failures: tuple[Failure, ...] = ()
    queries: tuple[str, ...] = ()
    reports: tuple[Report, ...] = ()
    #: those of the queries that at least one service answered
    answered: tuple[str, ...] = ()
    #: a part of the question was not looked up: a plain look is due
    lacking: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that was done, in words, and how long it took."""

    name: StepName
    words: str
    took_ms: int
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Findings:
    """An answer. `cited` are ids of `sources`, in the order of their first mark; `removed` counts marks of others.

    `support` is 0 to 100 (citations.support). `used_location` and `used_profile`: a model or a query was given them.
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
    #: the models that answered; a role that nobody asked is left out
    ran: Mapping[Role, str] = field(default_factory=dict)
    used_location: bool = False
    used_profile: bool = False
    #: of a deep research
    course: Course | None = None
    #: False: the answer may be beside the point, and says so
    sure: bool = True
    #: by the id of a cited source what it says to the sentences that cite it (verification/sentence_support.py)
    support_of: Mapping[str, tuple[Mapping[str, Any], ...]] = field(default_factory=dict)
    #: what the answer points to that nothing vouches for, a sentence each
    doubts: tuple[str, ...] = ()


def total(*spent: Usage) -> Usage:
    """Add usages up; what no call counted stays None."""

    def known(name: str) -> Any:
        values = [value for each in spent if (value := getattr(each, name)) is not None]
        return sum(values) if values else None

    return Usage(known("prompt_tokens"), known("completion_tokens"), known("cost"))
