"""Find the first position where two texts differ."""

from __future__ import annotations


def common_prefix(one: str, other: str, most: int | None = None) -> int:
    """Return how many characters the texts `one` and `other` share at their start, at most `most`. The number is found
    by bisection.
    """
    low, high = 0, min(len(one), len(other)) if most is None else most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
