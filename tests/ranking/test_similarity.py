"""Products of vectors, as the linear algebra library would give them."""

from __future__ import annotations

import numpy as np
import pytest

from backend.ranking.similarity import products


@pytest.mark.parametrize(("n", "d"), [(1, 1), (7, 5), (3000, 16), (5, 200), (0, 4)])
def test_every_row_meets_the_vector(n: int, d: int):
    numbers = np.random.default_rng(n + d)
    rows, vector = numbers.normal(size=(n, d)).astype(np.float32), numbers.normal(size=d).astype(np.float32)
    found = products(rows, vector)
    assert found.shape == (n,) and found.dtype == np.float32
    assert np.allclose(found, rows @ vector, atol=1e-3)
