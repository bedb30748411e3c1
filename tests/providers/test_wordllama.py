"""The embedder in the wheel."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.providers.wordllama import BATCH, WordLlamaEmbedder

EMBEDDER = WordLlamaEmbedder()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=80), max_size=8))
def test_rows_are_unit_or_zero_and_never_nan(texts: list[str]) -> None:
    vectors = EMBEDDER.embed(texts)
    assert vectors.shape == (len(texts), 256)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert all(abs(length - 1) < 1e-4 or length == 0 for length in lengths)


def test_text_without_a_token_is_zero() -> None:
    vectors = EMBEDDER.embed(["", "a word", ""])
    assert not vectors[[0, 2]].any()
    assert np.linalg.norm(vectors[1]) > 0.99


def test_a_lone_surrogate_is_survived() -> None:
    assert np.isfinite(EMBEDDER.embed(["half a pair: \ud800"])).all()


def test_a_text_has_one_vector_whatever_it_comes_with() -> None:
    texts = [f"sentence number {i} " * (i % 7 + 1) for i in range(BATCH + 5)]
    together = EMBEDDER.embed(texts)
    assert np.allclose(together, np.vstack([EMBEDDER.embed([text]) for text in texts]), atol=1e-6)


def test_meaning_is_near() -> None:
    car, vehicle, banana = EMBEDDER.embed(["car", "vehicle", "banana"])
    assert car @ vehicle > 0.5 > car @ banana


def test_threads_agree() -> None:
    fresh = WordLlamaEmbedder()
    texts = ["glaciers retreat", "models are trained"] * 20
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: fresh.embed(texts), range(16)))
    assert all(np.array_equal(found[0], other) for other in found)


def test_a_kept_vector_cannot_be_changed_by_a_caller() -> None:
    first = EMBEDDER.embed(["glaciers retreat", "a long text " * 100])
    again = first.copy()
    first *= 2
    assert np.array_equal(EMBEDDER.embed(["a long text " * 100, "glaciers retreat"])[::-1], again)
