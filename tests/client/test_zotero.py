"""A Zotero library over real HTTP: pages, versions, conflicts, requests to wait, refusals in words."""

from __future__ import annotations

import pytest

from backend.client.failures import NothingFound, OverLimit, RequestRefused, ServerError, Unreachable
from backend.client.zotero import Place, Zotero
from tests.zotero_stand_in import ZoteroStandIn


@pytest.fixture
def stand_in():
    with ZoteroStandIn() as made:
        yield made


@pytest.fixture
def slept():
    return []


@pytest.fixture
def zotero(stand_in, slept):
    made = Zotero(Place(stand_in.url), slept.append)
    yield made
    made.close()


def test_the_whole_of_a_long_library_is_read(zotero, stand_in):
    for number in range(230):
        stand_in.add(title=f"Work {number}")
    stand_in.add(itemType="note")
    assert [each["data"]["title"] for each in zotero.works()] == [f"Work {number}" for number in range(230)]
    assert len(stand_in.requests) == 3 and zotero.status()["items"] == 231


def test_collections_by_name_and_key(zotero, stand_in):
    stand_in.collect("Trees", "TREES111")
    stand_in.add(title="In", collections=["TREES111"])
    stand_in.add(title="Out")
    assert zotero.collection("Trees") == zotero.collection("TREES111")
    assert [each["data"]["title"] for each in zotero.works("TREES111")] == ["In"]
    with pytest.raises(NothingFound):
        zotero.collection("Reefs")
    stand_in.collect("Trees", "TREES222")
    with pytest.raises(RequestRefused, match="TREES111, TREES222"):
        zotero.collection("Trees")


def test_the_path_of_the_programs_api_may_be_left_out(stand_in):
    short = Zotero(Place(stand_in.url.removesuffix("/api")))
    assert short.status()["url"] == stand_in.url
    short.close()


def test_it_waits_as_zotero_asks(zotero, stand_in, slept):
    stand_in.headers = {"Backoff": "3"}
    zotero.collections()
    assert slept == [3.0]
    stand_in.faults = [(429, {"Retry-After": "2"})]
    stand_in.headers = {}
    assert zotero.collections() == [] and slept == [3.0, 2.0]
    stand_in.faults = [(503, {"Retry-After": "4000"})]
    with pytest.raises(OverLimit):
        zotero.collections()


def test_new_items_are_written_fifty_at_a_time(zotero, stand_in):
    keys = zotero.add([{"title": f"W{number}", "itemType": "book"} for number in range(120)])
    assert len(set(keys)) == 120 and len(stand_in.items) == 120
    assert [method for method, _ in stand_in.requests].count("POST") == 3


def test_what_has_changed_meanwhile_is_looked_at_again(zotero, stand_in):
    key = stand_in.add(title="T", collections=["OLD"])
    stale = {"key": key, "version": 1, "data": {"collections": []}}
    zotero.put_into(stale, "NEW")
    assert stand_in.items[key]["data"]["collections"] == ["NEW", "OLD"]
    stand_in.faults = []
    writes = len(stand_in.requests)
    stand_in.faults = [(200, {"Last-Modified-Version": "1"})]
    assert zotero.add([{"title": "U", "itemType": "book"}]), "the library was changed between the look and the write"
    assert [method for method, _ in stand_in.requests[writes:]] == ["GET", "POST", "GET", "POST"]


def test_a_pdf_lies_on_this_disk(zotero, stand_in, tmp_path):
    (tmp_path / "a b.pdf").write_bytes(b"%PDF-1.7")
    work = stand_in.add(title="T")
    stand_in.add(parent=work, itemType="attachment", contentType="text/html")
    lost = stand_in.add(parent=work, itemType="attachment", contentType="application/pdf", filename="lost.pdf")
    kept = stand_in.add(parent=work, itemType="attachment", contentType="application/pdf", filename="a b.pdf")
    stand_in.files[kept] = (tmp_path / "a b.pdf").as_uri()
    assert lost not in stand_in.files and zotero.pdf(work) == ("a b.pdf", b"%PDF-1.7")
    assert zotero.pdf(stand_in.add(title="None")) is None


def test_refusals_say_what_to_do(zotero, stand_in):
    stand_in.read_only = True
    with pytest.raises(RequestRefused, match=r"Zotero 10 .* COSCRIBE_ZOTERO_KEY"):
        zotero.make_collection("Trees")
    stand_in.allowed = False
    with pytest.raises(RequestRefused, match="Allow other applications"):
        zotero.status()
    stand_in.faults = [(500, {})]
    with pytest.raises(ServerError, match="500"):
        zotero.status()


def test_a_zotero_that_does_not_run_is_said_so():
    nowhere = Zotero(Place("http://127.0.0.1:1/api"))
    with pytest.raises(Unreachable, match="Start it"):
        nowhere.status()
    nowhere.close()


def test_zotero_org_is_asked_with_the_key():
    with ZoteroStandIn("groups/12", key="secret") as stand_in:
        stand_in.add(title="T")
        right = Zotero(Place(stand_in.url, "groups/12", "secret"))
        assert right.status()["items"] == 1
        right.close()
