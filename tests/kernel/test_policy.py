"""What the limits of a request come to together."""

from __future__ import annotations

from backend.kernel.policy import Budgets


def test_a_writer_is_shown_as_many_characters_as_top_k_chunks_have() -> None:
    assert Budgets(top_k=3, chunk_size=400).shown == 1200
