"""The library as a search service: beside the web's or alone, for its owner only."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from threading import Thread

import pytest

from backend.errors import Busy
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall
from backend.kernel.works import Source
from backend.services import accounts
from backend.services.retrieval import library_connector, library_search
from backend.services.retrieval.library_connector import NAME, SharedMemory
from tests.fakes import CannedServices
from tests.services.retrieval.test_library_search import AtOnce, Pages, add
from tests.waiting import PATIENCE

WEB = Source("On the web", "https://a.example/grass")


@pytest.fixture
def ports(world):
    executor = AtOnce()
    research = replace(world.ports.research, services=CannedServices(lambda query: (WEB,)))
    executor.ports = replace(world.ports, extractor=Pages(), executor=executor, research=research)
    add(executor.ports, world.user_id, "On grass\nGrass is green.\fGrass bends before it breaks.")
    return executor.ports


def searched(ports, world, filters=None, **more):
    services = library_connector.parts(ports, world.user_id, "all").services
    return services.search_all(SearchCall("grass bends", filters or Filters(limit=5), seconds=5.0, **more))


def titles(outcome) -> list[tuple[str, str]]:
    return [(each.connector, source.title) for each in outcome.lists for source in each.sources]


def test_the_library_is_asked_first_then_the_web_or_it_alone(ports, world) -> None:
    told: list[ResultList | Failure] = []
    assert library_connector.parts(ports, world.user_id, "all").services.names == (NAME, "canned")
    assert titles(searched(ports, world, tell=told.append)) == [(NAME, "On grass"), ("canned", "On the web")]
    assert [each.connector for each in told] == [NAME], "the others tell for themselves"
    assert titles(searched(ports, world, only=frozenset({NAME}))) == [(NAME, "On grass")]
    assert ports.research.services.queries == ["grass bends"], "the web was asked once"
    assert titles(searched(ports, world, only=frozenset({"canned"}))) == [("canned", "On the web")]
    (work,) = searched(ports, world, only=frozenset({NAME})).lists[0].sources
    assert "bends" in work.content and work.metadata["read"] is True, "its pages need no reading any more"


def test_without_works_nothing_is_put_before_the_web(ports, world) -> None:
    assert library_connector.parts(ports, world.user_id, None) is ports.research
    assert library_connector.files(ports, world.user_id, None) is None


def test_another_user_finds_nothing_of_it(ports, world) -> None:
    other = accounts.register(ports, "b@example.org", "a quiet long phrase")
    assert titles(searched(ports, replace(world, user_id=other.id))) == [("canned", "On the web")]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (Filters(limit=5, after=date(2020, 6, 1), before=date(2020, 2, 1)), True),  # its year is all that is known
        (Filters(limit=5, after=date(2021, 1, 1)), False),
        (Filters(limit=5, before=date(2019, 12, 31)), False),
        (Filters(limit=5, domains=("a.example",)), False),
    ],
)
def test_wishes_about_time_and_place_hold_for_the_library_too(ports, world, filters, found) -> None:
    assert (NAME in dict(titles(searched(ports, world, filters)))) is found


def test_a_library_that_fails_is_named_and_the_web_is_used(ports, world, monkeypatch) -> None:
    def fail(*given):
        raise Busy("The database is busy.")

    monkeypatch.setattr(library_search, "search", fail)
    outcome = searched(ports, world)
    assert outcome.failures == (Failure(NAME, "The database is busy."),)
    assert titles(outcome) == [("canned", "On the web")]


def test_helpers_search_it_from_threads_of_their_own(ports, world) -> None:
    search, found = library_connector.files(ports, world.user_id, "all"), []
    thread = Thread(target=lambda: found.extend(search("What bends before it breaks?", 3)))
    thread.start()
    thread.join(PATIENCE)
    assert [(each.title, each.metadata["page"]) for each in found] == [("On grass", 2)]


def test_the_librarys_lists_are_kept_for_nobody(world) -> None:
    kept: dict[str, ResultList] = {}

    class Memory:
        def recall(self, keys, age):
            return {key: kept[key] for key in keys if key in kept}

        def keep(self, lists):
            kept.update(lists)

    own, web = ResultList(NAME, (WEB,), 1), ResultList("canned", (WEB,), 1)
    memory = SharedMemory(Memory())
    memory.keep({"a": own, "b": web})
    assert memory.recall(["a", "b"], 60) == {"b": web}
