"""What the limits of a request come to together."""

from __future__ import annotations

from backend.kernel.policy import Budgets, Store


def test_a_writer_is_shown_as_many_characters_as_top_k_chunks_have() -> None:
    assert Budgets(top_k=3, chunk_size=400).shown == 1200


def test_keys_do_not_show_in_a_repr() -> None:
    shown = repr(Store("bucket", access_key="the access key", secret_key="the secret"))
    assert "bucket" in shown and "secret" not in shown and "access key" not in shown
