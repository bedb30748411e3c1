"""Multiply vectors without the linear algebra library's threads.

A search's products take a tenth of a millisecond on one core. With two busy cores the library's threads wait for each
other, and the same products took 6 ms.
"""

from __future__ import annotations

import numpy as np


def products(rows: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return the product of each row (n, d) with one vector (d,), as (n,)."""
    result: np.ndarray = np.einsum("ij,j->i", rows, vector)
    return result
