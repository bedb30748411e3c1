"""Looking up: what is remembered and for how long, what is told of, what failed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.kernel.events import Event, silent
from backend.kernel.exchange import Turn, Usage
from backend.kernel.records import Notice
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall, SearchOutcome
from backend.kernel.works import Source
from backend.research.inquiry import DEPTHS, Inquiry
from backend.research.source_search import (
    FRESH_AGE,
    NO_SERVICE,
    RESULT_AGE,
    Lookup,
    LookupRequest,
    Work,
    as_json,
    cleaned,
)
from backend.sources.identifiers import source_id
from tests.canned import CannedPages, CannedServices, research_ports
from tests.fakes import ScriptedModel

TODAY = date(2026, 11, 20)
TIDES = Source("Tides", "https://a.example/tides", content="The tides flood mangroves twice a day.")
STORMS = Source("Storms", "https://b.example/storms", content="Storms flood mangroves now and then.")
WISH = LookupRequest(Filters(), None, 20, 60, 5.0)
AWAY = Failure("arxiv", "was away")


class Memory:
    """Remembers result lists, and their ages by a clock that the test turns."""

    def __init__(self) -> None:
        self.now = 0.0
        self.kept: dict[str, tuple[float, ResultList]] = {}

    def recall(self, keys: Sequence[str], age: float) -> Mapping[str, ResultList]:
        return {k: self.kept[k][1] for k in keys if k in self.kept and self.now - self.kept[k][0] <= age}

    def keep(self, lists: Mapping[str, ResultList]) -> None:
        self.kept |= {key: (self.now, each) for key, each in lists.items()}


def lookup(services: CannedServices, memory: Memory | None = None, **parts: Any) -> Lookup:
    return Lookup(replace(research_ports(services, **parts), memory=memory))


def look(made: Lookup, query: str = "mangrove tides", wish: LookupRequest = WISH, work: Work | None = None) -> Any:
    return made.search((query,), query, work or Work(silent), wish)


def found_by(services: CannedServices, made: Lookup, **wish: Any) -> int:
    """How many services were asked for one look."""
    before = len(services.asked)
    assert look(made, wish=replace(WISH, **wish)).sources
    return len(services.asked) - before


# --- what is remembered -----------------------------------------------------------------------------


def test_the_same_search_is_put_to_a_service_once_until_it_is_too_old() -> None:
    services, memory = CannedServices(searxng=[TIDES, STORMS]), Memory()
    made = lookup(services, memory)
    first = look(made)
    assert look(made, "Mangrove  TIDES") == replace(first, queries=("Mangrove  TIDES",), answered=("Mangrove  TIDES",))
    assert len(services.asked) == 1
    memory.now = RESULT_AGE
    assert found_by(services, made) == 0
    memory.now = RESULT_AGE + 1
    assert found_by(services, made) == 1
    assert found_by(services, made) == 0, "and is remembered anew"


def test_who_wants_what_is_new_gets_nothing_old() -> None:
    services, memory = CannedServices(searxng=[TIDES]), Memory()
    made = lookup(services, memory)
    recent = Filters(recency="day")
    assert [found_by(services, made, filters=recent), found_by(services, made, filters=recent)] == [1, 0]
    memory.now = FRESH_AGE + 1
    assert found_by(services, made, filters=recent) == 1


def test_a_recency_that_leaves_nothing_is_left_out_and_that_is_said() -> None:
    class Aged(CannedServices):
        def search_all(self, call: SearchCall) -> SearchOutcome:
            self.results = {"searxng": [] if call.filters.recency else [TIDES]}
            return super().search_all(call)

    services, told = Aged(searxng=[]), []
    wish = replace(WISH, filters=Filters(recency="week"))
    found = look(lookup(services), wish=wish, work=Work(told.append))
    assert [each.title for each in found.sources] == ["Tides"]
    assert [each.recency for _, each in services.asked] == ["week", None]
    assert found.failures == (
        Failure("search", "found nothing from the last week, so results of any age were searched for"),
    )
    away = CannedServices(searxng=AWAY)
    assert look(lookup(away), wish=wish).failures == (AWAY,) and len(away.asked) == 1, "a failure is not a lack"


@pytest.mark.parametrize("other", [Filters(mode="academic"), Filters(domains=("a.example",)), Filters(limit=50)])
def test_another_wish_is_another_search(other: Filters) -> None:
    services = CannedServices(searxng=[TIDES])
    made = lookup(services, Memory())
    assert [found_by(services, made), found_by(services, made, filters=other)] == [1, 1]


def test_a_failure_is_not_remembered_and_only_who_failed_is_asked_again() -> None:
    services = Named(searxng=[TIDES], arxiv=AWAY)
    made = lookup(services, Memory())
    assert look(made).failures == (AWAY,)
    services.results["arxiv"] = [STORMS]
    found = look(made)
    assert services.only == [["searxng", "arxiv"], ["arxiv"]]
    assert {source_id(each) for each in found.sources} == {source_id(TIDES), source_id(STORMS)} and not found.failures


def test_a_list_that_came_with_a_complaint_is_used_and_not_remembered() -> None:
    class Complaining(CannedServices):
        def search_all(self, call: SearchCall) -> SearchOutcome:
            return replace(super().search_all(call), failures=(Failure("searxng", "engine x failed"),))

    services = Complaining(searxng=[TIDES])
    made = lookup(services, Memory())
    assert look(made).failures == (Failure("searxng", "engine x failed"),)
    assert found_by(services, made) == 1


def test_finding_nothing_is_remembered_too() -> None:
    services = CannedServices(searxng=[])
    made = lookup(services, Memory())
    assert look(made).sources == look(made).sources == () and len(services.asked) == 1


class Named(CannedServices):
    """Remembers which services were meant."""

    def __init__(self, **results: Any) -> None:
        super().__init__(**results)
        self.only: list[list[str]] = []

    def search_all(self, call: SearchCall) -> SearchOutcome:
        self.only.append(list(call.only or ()))
        return super().search_all(call)


# --- what is found ----------------------------------------------------------------------------------


@given(st.lists(st.lists(st.integers(0, 6), max_size=8), min_size=1, max_size=3), st.integers(1, 9), st.integers(1, 3))
def test_every_work_comes_once_the_best_of_them_and_none_is_invented(
    lists: list[list[int]], top: int, queries: int
) -> None:
    results = {
        f"s{n}": [Source(f"Work {i}", f"https://a.example/{i}?utm_source=s{n}", content=f"Tides {i}") for i in each]
        for n, each in enumerate(lists)
    }
    asked = [f"tides {n}" for n in range(queries)]
    found = lookup(CannedServices(**results)).search(asked, "tides", Work(silent), replace(WISH, top=top))
    works = {i for each in lists for i in each}
    assert (found.total, len(found.sources)) == (len(works), min(top, len(works)))
    assert len({source_id(each) for each in found.sources}) == len(found.sources)
    assert {each.title for each in found.sources} <= {f"Work {i}" for i in works}
    scores = [each.score or 0 for each in found.sources]
    assert scores == sorted(scores, reverse=True)


def test_only_what_has_an_address_where_addresses_are_shown() -> None:
    made = lookup(CannedServices(searxng=[TIDES, Source("A book")]))
    assert len(look(made).sources) == 2
    assert [each.title for each in look(made, wish=replace(WISH, addressed=True)).sources] == ["Tides"]


def test_only_the_services_that_were_named() -> None:
    services = Named(searxng=[TIDES], arxiv=[STORMS])
    found = look(lookup(services), wish=replace(WISH, only=["arxiv"]))
    assert [each.title for each in found.sources] == ["Storms"] and services.only == [["arxiv"]]


def test_without_a_service_that_is_said() -> None:
    work = Work(silent)
    made = lookup(CannedServices())
    assert look(made).failures == (NO_SERVICE,)
    assert made.gather(Inquiry((Turn("user", "Why?"),)), DEPTHS["high"], work, TODAY).failures == (NO_SERVICE,)
    assert work.failures == [NO_SERVICE] and "focus `local`" in NO_SERVICE.reason, "there is a way without one"


# --- a whole look -----------------------------------------------------------------------------------


def gather(made: Lookup, work: Work, question: str = "Why do mangroves flood?") -> Any:
    return made.gather(Inquiry((Turn("user", question),)), DEPTHS["medium"], work, TODAY)


def test_every_call_that_is_told_of_begins_and_ends_once() -> None:
    services = CannedServices(searxng=[TIDES, STORMS], arxiv=AWAY)
    pages = CannedPages({TIDES.url or "": "The moon pulls the water, and it floods the mangroves every day. " * 3})
    system = ScriptedModel('["mangrove tides", "mangrove storms"]')
    events: list[Event] = []
    work = Work(events.append)
    gather(lookup(services, pages=pages, system=system), work)
    told = [each for each in events if each.name.startswith("tool_call_")]
    started = [each.data["tool_call_id"] for each in told if each.name == "tool_call_started"]
    ended = [each for each in told if each.name != "tool_call_started"]
    assert len(started) == len(set(started)) == 6
    assert sorted(started) == sorted(each.data["tool_call_id"] for each in ended)
    wrong = {each.data["tool"]: each.data["error"] for each in ended if each.name == "tool_call_error"}
    assert wrong["arxiv"] == "was away" and str(STORMS.url) in wrong["read_page"]
    assert [each.name for each in work.steps] == ["queries", "search", "read"]
    assert [each.reason for each in work.failures] == ["was away", f"{STORMS.url} was not there"]


def test_what_is_read_takes_the_place_of_the_snippet_and_keeps_its_place() -> None:
    pages = CannedPages({STORMS.url or "": "Storms push the sea over the mangroves' roots for hours on end."})
    found = gather(lookup(CannedServices(searxng=[TIDES, STORMS]), pages=pages), Work(silent))
    contents = {each.title: each.content for each in found.sources}
    assert contents == {
        "Tides": TIDES.content,
        "Storms": "Storms push the sea over the mangroves' roots for hours on end.",
    }


def test_what_the_system_model_writes_is_asked_and_what_it_costs_is_noted() -> None:
    class Counting(ScriptedModel):
        def complete(self, *given: Any, **more: Any) -> Any:
            return replace(super().complete(*given, **more), usage=Usage(7, 3))

    services, work = CannedServices(searxng=[TIDES]), Work(silent)
    gather(lookup(services, system=Counting("- mangrove tides\n- mangrove storms")), work)
    assert sorted(query for query, _ in services.asked) == ["mangrove storms", "mangrove tides"]
    assert work.spent == [Usage(7, 3)]


@pytest.mark.parametrize("nothing", ["", "{}", "<think>hm", "```\n```"])
def test_a_system_model_that_says_nothing_of_use_leaves_it_to_keywords(nothing: str) -> None:
    services = CannedServices(searxng=[TIDES])
    found = gather(lookup(services, system=ScriptedModel(nothing)), Work(silent))
    assert [query for query, _ in services.asked] == ["mangroves flood"] == list(found.queries)


def test_a_source_as_the_contract_shows_it() -> None:
    shown = as_json(replace(TIDES, authors=("Ann Lee",)))
    assert shown["id"] == source_id(TIDES) and shown["authors"] == ["Ann Lee"]
    assert set(shown) == {
        "id", "title", "url", "doi", "authors", "year", "content", "score", "connector", "published_at", "metadata",
        "retracted",
    }  # fmt: skip


def test_the_address_that_is_shown_is_the_clean_one_and_the_id_stays() -> None:
    found = Source("Tides", "http://www.a.example/tides/?utm_source=x&b=1#top")
    shown = cleaned(found)
    assert shown.url == "https://www.a.example/tides/?b=1" and source_id(shown) == source_id(found)
    assert shown.metadata["also"] == [found.url] and cleaned(shown) == shown
    for kept in ("http://10.0.0.7/corals", "http://localhost/x", "http://a.example:8080/x", "no address"):
        assert cleaned(Source("x", kept)).url == kept


def test_what_a_registry_told_was_retracted_is_marked() -> None:
    asked: list[Sequence[str]] = []

    def withdrawn(dois: Sequence[str]) -> dict[str, tuple[Notice, ...]]:
        asked.append(list(dois))
        return {"10.1234/storms": ()}

    services = CannedServices(searxng=[TIDES, replace(STORMS, doi="10.1234/storms")])
    found = look(Lookup(replace(research_ports(services), withdrawn=withdrawn)))
    assert {each.title: each.is_retracted for each in found.sources} == {TIDES.title: False, STORMS.title: True}
    assert asked == [["10.1234/storms"]] and [as_json(each)["retracted"] for each in found.sources].count(True) == 1
