"""Registries on real servers: batches, absence, faults, limits, and pages."""

import json

import pytest

from backend.connectors.connector import Service
from backend.connectors.registry_lookup import LOOKUP_METHODS, RegistryLookup, lookup_method_of
from backend.kernel.records import Lookup
from backend.kernel.search_requests import Failure
from backend.net.http import Http
from tests.connectors.web import HangUp, Reply, Web

DOIS = [Lookup("crossref", f"10.1000/{each}") for each in "abc"]
HANDLE = Lookup("handle", "10.1000/a")


def listed(*dois):
    return json.dumps({"message": {"items": [{"DOI": each, "title": ["T"]} for each in dois]}}).encode()


@pytest.fixture
def web():
    with Web() as made:
        yield made


@pytest.fixture
def registries(web):
    http = Http()
    made = RegistryLookup(http, [Service(each, web.url) for each in ("crossref", "datacite", "handle")])
    yield made
    made.close()
    http.close()


def test_many_dois_are_one_request(web, registries):
    web.on("/works", Reply(listed("10.1000/a", "10.1000/b")))
    found = registries.look_up(DOIS, seconds=10)
    assert [len(found[each]) for each in DOIS] == [1, 1, 0]
    assert len(web.requests) == 1


def test_a_doi_with_a_comma_is_asked_for_alone(web, registries):
    comma = Lookup("crossref", "10.1000/a,b")
    web.on("/works/10.1000%2Fa%2Cb", Reply(json.dumps({"message": {"DOI": "10.1000/a,b"}}).encode()))
    assert len(registries.look_up([comma], seconds=10)[comma]) == 1


def test_a_404_is_absence_and_any_other_failure_is_not(web, registries):
    web.on("/api/handles/10.1000/a", Reply(b'{"responseCode": 100}', status=404))
    assert registries.look_up([HANDLE], seconds=10) == {HANDLE: ()}


@pytest.mark.parametrize(
    "reply",
    [Reply(b"", status=500), Reply(b""), Reply(b"<html>", type="text/html"), HangUp(), Reply(b"{}", status=403),
     Reply(b"", status=429, headers={"Retry-After": "36000"})],
)  # fmt: skip
def test_a_fault_is_a_failure_and_never_absence(web, registries, reply):
    web.on("/works", reply)
    assert isinstance(registries.look_up(DOIS[:1], seconds=10)[DOIS[0]], Failure)


def test_a_short_wait_is_waited_for_and_a_fault_tried_once_more(web, registries):
    over = Reply(b"", status=429, headers={"Retry-After": "0"})
    web.on("/works", over, Reply(listed("10.1000/a")))
    assert registries.look_up(DOIS[:1], seconds=10)[DOIS[0]]
    web.on("/api/handles/10.1000/a", Reply(b"", status=503), Reply(b'{"responseCode": 1}'))
    assert registries.look_up([HANDLE], seconds=10)[HANDLE]


def test_what_is_late_is_a_failure(web, registries):
    web.on("/works", Reply(listed("10.1000/a"), delay=5))
    found = registries.look_up(DOIS[:1], seconds=0.2)[DOIS[0]]
    assert isinstance(found, Failure)


def test_a_page_of_a_private_address_is_never_fetched(registries, web):
    page = Lookup("page", f"{web.url}/secret")
    assert isinstance(registries.look_up([page], seconds=10)[page], Failure)
    assert web.requests == []


@pytest.mark.parametrize(
    ("lookup", "name"),
    [
        (Lookup("crossref", "10.1/a"), "crossref"),
        (Lookup("crossref", "10.1/a,b"), "crossref one"),
        (Lookup("crossref", "isbn:9780262033848"), "crossref isbn"),
        (Lookup("crossref", "Li, trees", search=True), "crossref search"),
        (Lookup("datacite", "Li", search=True), "datacite search"),
        (Lookup("arxiv", "1706.03762"), "arxiv"),
    ],
)
def test_a_look_up_has_its_way(lookup, name):
    assert lookup_method_of(lookup) == name and name in LOOKUP_METHODS


def test_crossref_is_asked_as_it_wants():
    assert (LOOKUP_METHODS["crossref"].most, LOOKUP_METHODS["crossref"].rate.requests) == (50, 3)
    assert LOOKUP_METHODS["crossref one"].rate.requests == 10
    assert {LOOKUP_METHODS[each].pacing.at_once for each in LOOKUP_METHODS if each.startswith("crossref")} == {3}
    assert (LOOKUP_METHODS["arxiv"].pacing.at_once, LOOKUP_METHODS["arxiv"].pacing.interval) == (1, 3.0)


def test_a_missing_work_in_a_list_is_no_404():
    many = {name for name, each in LOOKUP_METHODS.items() if each.most > 1 or name.endswith(("search", "isbn"))}
    assert all(not LOOKUP_METHODS[name].absent for name in many)
