"""Define search requests and their results, independent of any service."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import date, timedelta
from typing import Any, Literal

from backend.kernel.works import Source

#: The kinds of search. `academic` asks scholarly services only; `both` asks them and the web, and includes the
#: scholarly engines of a metasearch service.
SearchMode = Literal["web", "academic", "both", "images", "videos"]
Recency = Literal["hour", "day", "week", "month", "year"]

#: The number of days before today that each word means. No service filters by hours, so "hour" is asked for as a day.
RECENCY_DAYS: dict[Recency, int] = {"hour": 1, "day": 1, "week": 7, "month": 31, "year": 366}


#: Why a deep research stopped searching: the findings suffice ("confident"); the reviewing model says so ("finalized");
#: all rounds are done; a budget is spent; no new query is left ("exhausted"); the caller stopped it; no service can be
#: searched.
Ended = Literal["confident", "finalized", "rounds", "budget", "exhausted", "stopped", "unsearchable"]

#: Who made a decision: a model, rules because no model is configured, or rules because the model's answer was unusable.
Judge = Literal["model", "rules", "default"]


@dataclass(frozen=True, slots=True)
class Filters:
    """Limits on search results.

    `after` and `before` are the first and the last day of publication; `recency` is a period that ends today, such as
    "week". `domains` are host names such as "nature.com", which include their subdomains; if there are any, results
    from other hosts are excluded. `language` has two letters (ISO 639-1). `limit` is the number of results per service,
    and `page` (from 1) selects the page of results. `thorough` asks for a longer search if a service supports this.
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
        """Return the same limits with both `after` (a date) and `recency` (a period that ends `today`) set, because
        each service reads only one of the two. If neither was set, nothing changes.

        If both were set, the stricter one decides: `after` becomes the later of the two dates. `recency` becomes the
        shortest period that includes `after`, or None if none does.
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

    Either only the `domains` are searched, or each of them begins with "-" and is excluded from the search. `after` and
    `before` are the first and the last day of publication. `context` says how much of each page a provider reads. An
    empty field keeps the provider's setting.
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
        """Return the options as a JSON object that `from_json` reads."""
        days = {name: day.isoformat() for name in ("after", "before") if (day := getattr(self, name)) is not None}
        return {"mode": self.mode, "domains": self.domains, "recency": self.recency, "context": self.context, **days}

    def filters(self) -> Filters:
        """Return these options in the form that our own search services accept. If `mode` is "sec", the domain sec.gov
        is searched, unless the options name other domains.
        """
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
    """A service that failed, or returned less than it should, and the reason. The reason contains no passwords or
    keys.
    """

    connector: str
    reason: str
    #: the HTTP status of the answer if no other service could have helped
    status: int = field(default=502, compare=False)


@dataclass(frozen=True, slots=True)
class ResultList:
    """The results of one service, best first, and the time in milliseconds that the service took."""

    connector: str
    sources: tuple[Source, ...]
    took_ms: int


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The results of all services that answered and the failures of the others, both in the order of the services."""

    lists: tuple[ResultList, ...] = ()
    failures: tuple[Failure, ...] = ()


#: A function that is called with each service's results or failure as soon as they arrive.
Tell = Callable[[ResultList | Failure], None]


@dataclass(frozen=True, slots=True)
class SearchCall:
    """A search query to all services at once, or to those named in `only`. They must answer within `seconds`.

    `tell` is called with each service's results or failure. The wait for answers also ends as soon as `stop` returns
    True.
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

    `seconds` limits planning, searching and reviewing together; writing the answer comes afterwards. `tokens` and
    `cost` (in US dollars) limit what providers report; what a provider does not report is not counted. `searches`
    limits the queries sent to services, and `sources` the different works found. `rounds` limits the repetitions of
    planning and searching. The search also ends when the reviewing model's `confidence` in the findings (0 to 100) is
    reached.
    """

    seconds: float = 180.0
    tokens: int | None = 200_000
    searches: int = 20
    sources: int = 80
    cost: float | None = None
    rounds: int = 5
    confidence: int = 75


USUAL = Limits()
