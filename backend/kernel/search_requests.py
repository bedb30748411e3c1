"""Define search requests and their results, independent of any service."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Literal

from backend.kernel.works import Source

#: `academic`: scholarly services alone; `both`: these and the web, and of a metasearch its scholarly engines too.
SearchMode = Literal["web", "academic", "both", "images", "videos"]
Recency = Literal["hour", "day", "week", "month", "year"]

#: Days back from today that each word means. No service counts hours, so an hour is asked for as a day.
RECENCY_DAYS: dict[Recency, int] = {"hour": 1, "day": 1, "week": 7, "month": 31, "year": 366}


#: Why a deep research ended: enough is known; the reviewer thinks so; the rounds are over; a budget is spent; there is
#: nothing that was not searched for; the caller stopped the searching; nothing can be searched at all.
Ended = Literal["confident", "finalized", "rounds", "budget", "exhausted", "stopped", "unsearchable"]

#: Who decided: a model, rules because there is none, or rules because the model's answer was of no use.
Judge = Literal["model", "rules", "default"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Limits on results. `after` and `before` are the first and last day; `domains` (bare host names, including
    subdomains) are the only ones allowed, if any; `language` has two letters (ISO 639-1); `limit` is the number of
    results per service, `page` the page of them. `thorough` asks services for a longer search if they support it.
    """

    mode: SearchMode = "web"
    domains: tuple[str, ...] = ()
    excluded_domains: tuple[str, ...] = ()
    after: date | None = None
    before: date | None = None
    recency: Recency | None = None
    language: str = ""
    limit: int = 20
    page: int = 1
    thorough: bool = False

    def dated(self, today: date) -> Filters:
        """Return the same limits as dates and as a recency, because each service accepts only one of them.

        `after` becomes the later of itself and the recency's first day; `recency` the shortest that covers it.
        """
        after = self.after
        if self.recency is not None:
            first = today - timedelta(days=RECENCY_DAYS[self.recency])
            after = max(after, first) if after else first
        if after is None:
            return self
        age = (today - after).days
        covering: list[Recency] = [name for name, days in RECENCY_DAYS.items() if name != "hour" and age <= days]
        return replace(self, after=after, recency=covering[0] if covering else None)


ANYTHING = Filters()


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """The search options of one request.

    `domains` are all included, or all excluded if they begin with "-". `after` and `before` are the first and the last
    day of publication. `context` is how much of the pages a provider reads. An empty field keeps the provider's
    setting.
    """

    mode: Literal["web", "academic", "both", "sec"] | None = None
    domains: tuple[str, ...] = ()
    recency: Recency | None = None
    context: Literal["low", "medium", "high"] | None = None
    after: date | None = None
    before: date | None = None

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> SearchOptions:
        """Build the options from a stored JSON object; unknown names are ignored."""
        known = {name: stored[name] for name in ("mode", "recency", "context") if name in stored}
        days: dict[str, Any] = {
            name: date.fromisoformat(stored[name]) for name in ("after", "before") if stored.get(name)
        }
        return cls(**known, **days, domains=tuple(stored.get("domains") or ()))

    def to_json(self) -> dict[str, Any]:
        """Return the options in the form that `from_json` reads."""
        days = {name: day.isoformat() for name in ("after", "before") if (day := getattr(self, name)) is not None}
        return {"mode": self.mode, "domains": self.domains, "recency": self.recency, "context": self.context, **days}

    def filters(self) -> Filters:
        """Return the same limits for our own search services; mode `sec` becomes the domain sec.gov."""
        wanted = tuple(domain for domain in self.domains if not domain.startswith("-"))
        return Filters(
            mode=self.mode if self.mode in ("academic", "both") else "web",
            domains=wanted or (("sec.gov",) if self.mode == "sec" else ()),
            excluded_domains=tuple(domain[1:] for domain in self.domains if domain.startswith("-")),
            after=self.after,
            before=self.before,
            recency=self.recency,
            thorough=self.context == "high",
        )


AS_SET_UP = SearchOptions()


@dataclass(frozen=True, slots=True)
class Failure:
    """A service that returned nothing, or less than it should, and the reason, which contains no secret."""

    connector: str
    reason: str
    #: the HTTP status that fits where nothing but this service could have answered
    status: int = field(default=502, compare=False)


@dataclass(frozen=True, slots=True)
class ResultList:
    """The results of one service, best first, and the time that they took."""

    connector: str
    sources: tuple[Source, ...]
    took_ms: int


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The results of all services, in the order of the services."""

    lists: tuple[ResultList, ...] = ()
    failures: tuple[Failure, ...] = ()


#: Told of each list and failure as it comes.
Tell = Callable[[ResultList | Failure], None]


@dataclass(frozen=True, slots=True)
class SearchCall:
    """A query to all services at once, or to those in `only`, within `seconds`.

    `tell` gets each list or failure as it comes; waiting ends when `stop` says so.
    """

    query: str
    filters: Filters = Filters()
    _: KW_ONLY
    seconds: float
    only: Collection[str] | None = None
    tell: Tell | None = None
    stop: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on the searches of one deep research; None means no limit.

    `seconds` limit planning, searching and reviewing; the answer is written after them. `tokens` and `cost` (US
    dollars) count what providers report; unknown amounts limit nothing. `searches` are queries sent to the services,
    `sources` are different works. At `confidence` (0 to 100) enough is known.
    """

    seconds: float = 180.0
    tokens: int | None = 200_000
    searches: int = 20
    sources: int = 80
    cost: float | None = None
    rounds: int = 5
    confidence: int = 75


USUAL = Limits()
