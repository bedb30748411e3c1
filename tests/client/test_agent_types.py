"""Arguments of the agents' tools, made into values of the client."""

from __future__ import annotations

import pytest

agent_types = pytest.importorskip("backend.client.agent_types")


def test_limits_of_a_search():
    made = agent_types.search_limits("academic", {"domains": ["a.org"], "recency": "week", "after": "2024-01-31"})
    assert made.fields() == {
        "search_mode": "academic", "domains": ["a.org"], "recency": "week", "after": "2024-01-31",
    }  # fmt: skip
    assert agent_types.search_limits(None).fields() == {}


def test_attached_texts():
    made = agent_types.attached_texts([{"type": "highlight", "content": "Gusts."}])
    assert made == [{"type": "highlight", "content": "Gusts.", "source": None}]
    assert agent_types.attached_texts(None) == []
