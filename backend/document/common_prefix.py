"""Find how much two texts share at their start and at their end."""

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


def shared_ends(before: str, after: str) -> tuple[int, int]:
    """Return two lengths for the texts `before` and `after`: how many characters they share at their start, and how
    many of the rest they share at their end. Example: 2 and 1 for "abcz" and "abxyz".
    """
    most = min(len(before), len(after))
    head = common_prefix(before, after, most)
    tail = common_prefix(before[::-1], after[::-1], most - head)
    return head, tail


def shared_lines(before: str, after: str) -> tuple[int, int]:
    """Return two lengths in characters: of the whole lines that the texts `before` and `after` share at their start,
    and of those that they share at their end. The second may be one line too small.
    """
    head, tail = shared_ends(before, after)
    end = before.find("\n", len(before) - tail)
    return before.rfind("\n", 0, head) + 1, len(before) - end - 1 if end >= 0 else 0
