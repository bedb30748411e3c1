"""Multiply vectors without the threads of the linear algebra library.

A search's products take a tenth of a millisecond on one core. With two busy cores, the library's threads wait for each
other, and the same products took 6 ms.
"""

from __future__ import annotations

import numpy as np


def products(rows: np.ndarray, vector: np.ndarray) -> np.ndarray:
    """Return the product of each row of an array of shape (n, d) with one vector of shape (d,), as an array of shape
    (n,).
    """
    result: np.ndarray = np.einsum("ij,j->i", rows, vector)
    return result
