"""What a search, a question and a research may ask for."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from backend.api.schemas.research_schemas import MAX_QUERY, AskIn, ResearchIn, SearchIn


def test_what_a_search_means_where_it_is_silent():
    assert SearchIn().load({"query": "ice"}) == {
        "query": "ice", "top_k": 20, "rrf_k": 60, "connectors": None, "session_id": None,
    }  # fmt: skip
    found = ResearchIn().load({"query": "ice"})
    assert (found["effort"], found["deep"]) == ("medium", False) and "focus" not in found
    assert AskIn().load({"question": "Why?"}) == {"question": "Why?", "session_id": None}


@pytest.mark.parametrize(
    ("schema", "body", "field"),
    [
        (SearchIn, {"query": ""}, "query"),
        (SearchIn, {"query": "x" * (MAX_QUERY + 1)}, "query"),
        (SearchIn, {"query": "x", "top_k": 0}, "top_k"),
        (SearchIn, {"query": "x", "top_k": 101}, "top_k"),
        (SearchIn, {"query": "x", "rrf_k": 10_001}, "rrf_k"),
        (SearchIn, {"query": "x", "connectors": []}, "connectors"),
        (SearchIn, {"query": "x", "connectors": [""]}, "connectors"),
        (SearchIn, {"query": "x", "connectors": ["a"] * 51}, "connectors"),
        (AskIn, {"question": " "}, "question"),
        (ResearchIn, {"query": "x", "effort": "most"}, "effort"),
        (ResearchIn, {"query": "x", "deep": 1}, "deep"),
        (ResearchIn, {"query": "x", "focus": "all"}, "focus"),
        (ResearchIn, {"query": "x", "library": "some"}, "library"),
        (ResearchIn, {"query": "x", "models": {"chat": ""}}, "models"),
    ],
)
def test_what_is_refused_is_named(schema, body, field):
    with pytest.raises(ValidationError) as raised:
        schema().load(body)
    assert list(raised.value.messages) == [field]


@pytest.mark.parametrize("top_k", [1, 100])
def test_bounds_belong_to_what_may_be(top_k):
    assert SearchIn().load({"query": "x" * MAX_QUERY, "top_k": top_k, "rrf_k": 0})["top_k"] == top_k
