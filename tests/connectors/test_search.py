"""All services at once, on real servers that are slow, wrong, over their limit or gone."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from backend.connectors import search as search_module
from backend.connectors.configured_services import CONNECTORS
from backend.connectors.connector import Service
from backend.connectors.search import SearchServices
from backend.kernel.search_requests import Failure, Filters, ResultList, SearchCall
from backend.net.http import Http
from backend.research.fusion import fuse
from tests.connectors.recorded import asked
from tests.connectors.web import HangUp, Reply, Seen, Web
from tests.deadlines import LITTLE, late_after
from tests.waiting import NEVER, PATIENCE, until

PAYLOADS = Path(__file__).parent / "payloads"
PATHS = {
    "searxng": "/search", "tavily": "/search", "linkup": "/v1/search", "openalex": "/works", "crossref": "/works",
    "arxiv": "/api/query", "semantic_scholar": "/graph/v1/paper/search", "wikipedia": "/w/api.php",
    "europepmc": "/europepmc/webservices/rest/search", "dblp": "/search/publ/api",
}  # fmt: skip

HANGS = Reply(delay=NEVER)
INSIDE = {"Location": "http://10.0.0.1/"}


class Services:
    """A server for each service, with its recorded answer, and the search that asks them."""

    def __init__(self, *names: str) -> None:
        self.webs = {name: Web() for name in names}
        for name, web in self.webs.items():
            web.__enter__()
            web.on(PATHS[name], recorded(name))
        self.http = Http()
        self.search = SearchServices(
            self.http, [Service(name, web.url, "sk-secret") for name, web in self.webs.items()]
        )

    def on(self, name: str, *replies: Reply | HangUp | Callable[[Seen], Reply]) -> None:
        self.webs[name].on(PATHS[name], *replies)

    def asked(self, name: str) -> int:
        return len(self.webs[name].requests)

    def close(self) -> None:
        self.search.close()
        self.http.close()
        for web in self.webs.values():
            web.__exit__()


def recorded(name: str, delay: float = 0) -> Reply:
    form = CONNECTORS[name].form
    kind = "application/json" if form == "json" else "application/atom+xml; charset=utf-8"
    return Reply((PAYLOADS / f"{name}.{form}").read_bytes(), type=kind, delay=delay)


@pytest.fixture
def serve() -> Iterator[type[Services]]:
    made: list[Services] = []

    class Kept(Services):
        def __init__(self, *names: str) -> None:
            super().__init__(*names)
            made.append(self)

    yield Kept
    for each in made:
        each.close()


def test_all_services_and_one_work(serve):
    services = serve(*PATHS)
    found = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert [each.connector for each in found.lists] == list(PATHS)
    assert {each.connector for each in found.failures} == {"searxng"}, "two of its engines, in words"
    assert all(source.connector == each.connector for each in found.lists for source in each.sources)
    fused = fuse([each.sources for each in found.lists])
    (attention,) = [each for each in fused if each.source.doi == "10.48550/arxiv.1706.03762"]
    assert {each["connector"] for each in attention.source.metadata["found_by"]} == {
        "searxng", "openalex", "arxiv", "semantic_scholar", "linkup",
    }  # fmt: skip
    assert not any(thread.name.startswith("coscribe-lookup") for thread in threading.enumerate())


def test_the_hanging_one_is_named_and_the_rest_used_by_the_deadline(serve):
    services = serve("searxng", "tavily", "linkup", "openalex", "crossref", "arxiv")
    services.on("arxiv", HANGS)
    heard: list[ResultList | Failure] = []
    with late_after(answers=5):
        found = services.search.search_all(SearchCall("attention", seconds=NEVER, tell=heard.append))
    assert len(found.lists) == 5
    assert found.failures[0] == Failure("arxiv", f"did not answer within {NEVER:.3g} s")
    assert heard[-1] == found.failures[0]


def test_the_thread_of_the_hanging_one_ends_with_the_deadline(serve):
    services = serve("arxiv")
    services.on("arxiv", HANGS)
    assert services.search.search_all(SearchCall("attention", seconds=LITTLE)).lists == ()
    until(lambda: None if services.search._workers._work_queue.qsize() or _busy(services) else True)


def _busy(services: Services) -> bool:
    return any(not each.is_idle() for each in services.http._client._transport._private.connections)


def test_all_are_asked_at_the_same_time(serve):
    """None is answered before all have been asked."""
    services = serve("tavily", "linkup", "crossref")
    together = threading.Barrier(3, timeout=PATIENCE)
    for name in ("tavily", "linkup", "crossref"):
        services.on(name, lambda _, name=name: (together.wait(), recorded(name))[1])
    assert len(services.search.search_all(SearchCall("attention", seconds=PATIENCE)).lists) == 3


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (Reply(b"<html>", type="text/html"), "answered with text/html instead of JSON"),
        (Reply(b'{"results": null}'), "answered without the list `results`"),
        (Reply(b"not json"), "answered with something that is not JSON"),
        (Reply(status=401), "answered 401"),
        (Reply(status=432), "answered 432: the plan's limit is used up"),
        (Reply(status=302, headers=INSIDE), "10.0.0.1 was not contacted, because its address is not public (private)"),
        (HangUp(), "closed the connection or did not answer with HTTP"),
        (Reply(b"x" * 5_000_001), "answered with more than 5 MB"),
    ],
)  # fmt: skip
def test_one_that_fails_is_named(serve, reply, reason):
    services = serve("tavily", "linkup")
    services.on("tavily", reply)
    found = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert [each.connector for each in found.lists] == ["linkup"]
    assert found.failures == (Failure("tavily", reason),)


def test_searxng_that_gives_no_json_or_limits(serve):
    services = serve("searxng")
    services.on("searxng", Reply(b"<html>", 403, "text/html"), Reply(b"<html>", 429, "text/html"))
    first = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert "search.formats" in first.failures[0].reason
    (failure,) = services.search.search_all(SearchCall("attention", seconds=PATIENCE)).failures
    assert failure.reason.startswith("answered 429: its limiter refuses programs; add this machine to botdetection.ip_")


def test_a_short_wait_is_waited_for(serve):
    services = serve("crossref")
    services.on("crossref", Reply(status=429, headers={"Retry-After": "0.2"}), recorded("crossref"))
    found = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert len(found.lists) == 1 and services.asked("crossref") == 2
    first, second = services.webs["crossref"].requests
    assert second.at - first.at > 0.19


@pytest.mark.parametrize("headers", [{"Retry-After": "20000"}, {}])
def test_a_long_wait_opens_the_circuit(serve, headers):
    services = serve("openalex")
    services.on("openalex", Reply(status=429, headers=headers))
    assert "429" in services.search.search_all(SearchCall("attention", seconds=PATIENCE)).failures[0].reason
    assert "is not asked" in services.search.search_all(SearchCall("attention", seconds=PATIENCE)).failures[0].reason
    assert services.asked("openalex") == 1


def test_a_wait_beyond_the_deadline_is_not_begun(serve, monkeypatch):
    monkeypatch.setattr(search_module, "RETRY_CEILING", 2 * NEVER)
    services = serve("crossref")
    services.on("crossref", Reply(status=429, headers={"Retry-After": f"{NEVER:.0f}"}))
    found = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert found.failures == (Failure("crossref", "answered 429: over its limit"),)
    assert services.asked("crossref") == 1


def test_three_failures_open_the_circuit(serve):
    services = serve("tavily")
    services.on("tavily", Reply(status=500))
    reasons = [
        services.search.search_all(SearchCall("attention", seconds=PATIENCE)).failures[0].reason for _ in range(5)
    ]
    assert reasons[:3] == ["answered 500"] * 3
    assert all("is not asked" in reason for reason in reasons[3:])
    assert services.asked("tavily") == 3


def test_a_refused_query_is_no_failure_of_the_service(serve):
    services = serve("tavily")
    services.on("tavily", Reply(status=400))
    for _ in range(5):
        assert (
            services.search.search_all(SearchCall("attention", seconds=PATIENCE)).failures[0].reason == "answered 400"
        )


def test_crossref_is_asked_three_times_at_once(serve):
    services = serve("crossref")
    together = threading.Barrier(3, timeout=PATIENCE)
    services.on("crossref", lambda _: (together.wait(), recorded("crossref"))[1])
    threads = [
        threading.Thread(target=services.search.search_all, args=(SearchCall("attention", seconds=PATIENCE),))
        for _ in range(12)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert services.asked("crossref") == 12 and services.webs["crossref"].most_flying == 3


def test_arxiv_is_asked_once_in_three_seconds(serve, monkeypatch):
    arxiv = CONNECTORS["arxiv"]
    assert arxiv.pacing.interval == 3
    monkeypatch.setitem(CONNECTORS, "arxiv", replace(arxiv, pacing=replace(arxiv.pacing, interval=NEVER)))
    services = serve("arxiv")
    assert services.search.search_all(SearchCall("attention", seconds=PATIENCE)).lists
    found = services.search.search_all(SearchCall("attention", seconds=PATIENCE))
    assert f"one request every {NEVER:g} s" in found.failures[0].reason
    assert services.asked("arxiv") == 1


def test_which_are_asked(serve):
    services = serve("searxng", "tavily", "crossref", "wikipedia")

    def asked(**options: object) -> set[str]:
        found = services.search.search_all(SearchCall("attention", seconds=PATIENCE, **options))
        return {each.connector for each in found.lists}

    academic = Filters(mode="academic")
    assert asked() == {"searxng", "tavily", "crossref", "wikipedia"}
    assert asked(only={"tavily", "nobody"}) == {"tavily"}
    assert asked(filters=academic) == {"searxng", "crossref"}
    assert asked(filters=academic, only=["tavily"]) == {"tavily"}, "better than nobody"
    assert asked(only=()) == set()


def test_a_metasearch_is_asked_for_the_second_page_where_many_are_wanted(serve):
    services = serve("searxng")

    def pages(limit: int) -> list[str]:
        before = services.asked("searxng")
        services.search.search_all(SearchCall("attention", Filters(limit=limit), seconds=PATIENCE))
        paths = [each.path for each in services.webs["searxng"].requests[before:]]
        return [parse_qs(urlsplit(path).query).get("pageno", ["1"])[0] for path in paths]

    assert pages(20) == ["1"] and pages(100) == ["1", "2"]
    services.on("searxng", recorded("searxng"), Reply(status=500))
    found = services.search.search_all(SearchCall("attention", Filters(limit=100), seconds=PATIENCE))
    assert found.lists[0].sources and any("returned no second page" in each.reason for each in found.failures)


@pytest.mark.parametrize(("name", "field", "usual", "deep"), [
    ("tavily", "search_depth", "basic", "advanced"), ("linkup", "depth", "standard", "deep"),
])  # fmt: skip
def test_a_thorough_search_is_deeper_where_a_service_can_be(name, field, usual, deep):
    assert asked(name)[field] == usual and asked(name, filters=Filters(thorough=True))[field] == deep


def test_one_that_hangs_costs_no_more_than_the_lag(serve, monkeypatch):
    monkeypatch.setattr(search_module, "LAG", LITTLE)
    services = serve("tavily", "linkup")
    services.on("tavily", HANGS)
    found = services.search.search_all(SearchCall("attention", seconds=NEVER))
    assert [each.connector for each in found.lists] == ["linkup"]
    assert found.failures[0].reason.startswith("had not answered 0.2 s after the others")


def test_one_that_hung_before_gets_little_time_until_it_has_answered(serve, monkeypatch):
    monkeypatch.setattr(search_module, "LAG", LITTLE)
    services = serve("linkup")
    gate = services.search._gates.to(search_module._host(services.webs["linkup"].url), CONNECTORS["linkup"].pacing)
    gate.failed()
    services.on("linkup", HANGS)
    found = services.search.search_all(SearchCall("attention", seconds=NEVER))
    assert found.failures == (Failure("linkup", f"did not answer within {LITTLE:.3g} s"),)


def test_one_that_searches_thoroughly_is_waited_for(serve, monkeypatch):
    monkeypatch.setattr(search_module, "LAG", 0.0)
    services = serve("tavily", "linkup")
    services.on("tavily", recorded("tavily", delay=LITTLE))
    thorough = SearchCall("attention", Filters(thorough=True), seconds=PATIENCE)
    assert {each.connector for each in services.search.search_all(thorough).lists} == {"tavily", "linkup"}


def test_filters_hold_for_results(serve):
    services = serve("tavily", "crossref", "wikipedia")
    found = services.search.search_all(
        SearchCall(
            "attention",
            Filters(after=date(2015, 1, 1), before=date(2015, 12, 31), domains=("doi.org",)),
            seconds=PATIENCE,
        )
    )
    assert [source.title for each in found.lists for source in each.sources] == [
        "Deep learning",
        "https://doi.org/10.9999/undated",  # Crossref is believed to have kept to the dates it was given
    ]
    assert len(services.search.search_all(SearchCall("x", Filters(limit=1), seconds=PATIENCE)).lists[0].sources) == 1


def test_nobody_to_ask():
    http = Http()
    search = SearchServices(http, [Service("searxng"), Service("tavily")])
    assert search.names == ()
    assert search.search_all(SearchCall("attention", seconds=1)).lists == ()
    search.close()
    http.close()


def test_stopping_uses_what_there_is(serve):
    services = serve("tavily", "linkup")
    services.on("linkup", HANGS)
    heard: list[object] = []
    found = services.search.search_all(SearchCall("x", seconds=NEVER, tell=heard.append, stop=lambda: bool(heard)))
    assert [each.connector for each in found.lists] == ["tavily"]
    assert found.failures == (Failure("linkup", "had not answered when the search was stopped"),)


def test_failures_hold_no_secrets(serve):
    services = serve(*PATHS)
    for name in PATHS:
        services.on(name, Reply(b"sk-secret", 500, "text/plain"))
    found = services.search.search_all(SearchCall("my private question", seconds=PATIENCE))
    said = json.dumps([each.reason for each in found.failures])
    assert len(found.failures) == len(PATHS)
    assert "sk-secret" not in said and "private" not in said and "127.0.0.1" not in said


@pytest.mark.parametrize(
    ("title", "withdrawn"),
    [
        ("RETRACTED: Snow and forests", True),
        ("[Retracted] Snow and forests", True),
        ("Retracted article: Snow and forests", True),
        ("Retraction notice: Snow and forests", False),
        ("Retracted works and their citations", False),
        ("Snow and forests", False),
    ],
)
def test_a_mark_of_withdrawal_in_a_title_is_read(serve, title, withdrawn):
    services = serve("tavily")
    result = {"title": title, "url": "https://a.example/snow", "content": "Snow.", "score": 1.0}
    services.on("tavily", Reply(json.dumps({"results": [result]}).encode()))
    (found,) = services.search.search_all(SearchCall("snow", seconds=PATIENCE)).lists[0].sources
    assert found.is_retracted is withdrawn
