"""Products of vectors, as the linear algebra library would give them."""

from __future__ import annotations

import numpy as np
import pytest

from backend.ranking.similarity import products, table


@pytest.mark.parametrize(("n", "m", "d"), [(1, 1, 1), (7, 3, 5), (3000, 40, 16), (5, 2000, 200), (0, 3, 4)])
def test_every_row_meets_every_column(n: int, m: int, d: int):
    numbers = np.random.default_rng(n + m)
    rows, columns = numbers.normal(size=(n, d)).astype(np.float32), numbers.normal(size=(m, d)).astype(np.float32)
    found = table(rows, columns)
    assert found.shape == (n, m) and found.dtype == np.float32
    assert np.allclose(found, rows @ columns.T, atol=1e-3)
    assert np.allclose(products(rows, columns[0]), rows @ columns[0], atol=1e-3)
