"""Personas over the public API: found by name or id, changed, and given to a session."""

from __future__ import annotations

import pytest

from backend.client.failures import RequestRefused
from backend.client.personas import Personas
from tests.client.conftest import SESSION

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
