"""The library over the public API: works found by name, files waited for."""

from __future__ import annotations

import pytest

from backend.client import user_library as module
from backend.client.failures import RequestRefused
from backend.client.user_library import Personas, UserLibrary
from tests.client.conftest import SESSION

WORKS = [
    {"id": "aaaa1111", "title": "Street trees", "filename": "trees.pdf"},
    {"id": "aaaa2222", "title": "Of reefs", "filename": "refs.bib"},
    {"id": "bbbb3333", "title": "Of reefs", "filename": "other.bib"},
]


@pytest.fixture
def user_library(api, canned, monkeypatch):
    monkeypatch.setattr(module, "LOOK_AGAIN", 0.0)
    canned.on("GET /api/library", {"items": WORKS, "next_cursor": None})
    return UserLibrary(api)


@pytest.mark.parametrize("wanted", ["aaaa1111", "AAAA1", "Street trees", "trees.pdf"])
def test_a_work_is_found_by_any_of_its_names(user_library, wanted):
    assert user_library.find(wanted)["id"] == "aaaa1111"


@pytest.mark.parametrize(("wanted", "words"), [("aaa", "no work"), ("nothing", "no work"), ("Of reefs", "several")])
def test_what_is_not_one_work_is_refused(user_library, wanted, words):
    with pytest.raises(RequestRefused, match=words):
        user_library.find(wanted)


def test_a_file_is_waited_for(user_library, canned):
    work = {"id": "w", "status": "processing"}
    canned.on("POST /api/library", (201, work)).on("GET /api/library/w", work, work | {"status": "ready"})
    assert user_library.add("a.md", b"# T")["status"] == "ready"
    sent = canned.requests[0]
    assert sent.headers["Content-Type"].startswith("multipart/form-data") and b'filename="a.md"' in sent.read()


def test_works_are_drawn_on_and_cited(user_library, canned):
    canned.on(f"PATCH /api/sessions/{SESSION}", {}).on(f"POST /api/sessions/{SESSION}/references", (201, {"keys": []}))
    for works in (["aaaa1111"], "all", None):
        user_library.use_works(SESSION, works)
        assert canned.body() == {"library": works}
    user_library.cite(SESSION, ["aaaa1111"])
    assert canned.body() == {"library": ["aaaa1111"]}


KEPT = [
    {"id": "aaaa1111", "name": "Plain", "prompt": "Use short sentences."},
    {"id": "aaaa2222", "name": "Formal", "prompt": "Be formal."},
    {"id": "bbbb3333", "name": "Formal", "prompt": "Be very formal."},
]


@pytest.fixture
def personas(api, canned):
    canned.on("GET /api/personas", {"items": KEPT, "next_cursor": None})
    return Personas(api)


@pytest.mark.parametrize("wanted", ["aaaa1111", "AAAA1", "Plain"])
def test_a_persona_is_found_by_name_and_id(personas, wanted):
    assert personas.find(wanted) == KEPT[0]


@pytest.mark.parametrize(("wanted", "words"), [("aaa", "no persona"), ("plain", "no persona"), ("Formal", "several")])
def test_a_name_without_exactly_one_persona_is_refused(personas, wanted, words):
    with pytest.raises(RequestRefused, match=words):
        personas.find(wanted)


def test_what_is_sent(personas, canned):
    canned.on("POST /api/personas", (201, KEPT[0])).on("PATCH /api/personas/aaaa1111", KEPT[0])
    canned.on("DELETE /api/personas/aaaa1111", (204, None)).on(f"PATCH /api/sessions/{SESSION}", {})
    assert personas.add("Plain", "Use short sentences.") == KEPT[0]
    assert canned.body() == {"name": "Plain", "prompt": "Use short sentences."}
    personas.change("aaaa1111", {"name": "P"})
    assert canned.body() == {"name": "P"}
    personas.remove("aaaa1111")
    personas.use(SESSION, None)
    assert canned.body() == {"persona_id": None}
    assert [each.split()[0] for each in canned.asked] == ["POST", "PATCH", "DELETE", "PATCH"]
