"""Build runs of pieces to show together: the best piece, and its neighbors while there is room."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

#: The place of a run's first piece, and the place after its last.
Run = tuple[int, int]


def grow(score: np.ndarray, spans: Sequence[tuple[int, int]], size: int, limit: int | None = None) -> list[Run]:
    """Return at most `limit` runs of at most `size` characters, best piece first; no piece is in two of them.

    A run repeatedly adds the better of its two neighbors. A piece longer than `size` is a run by itself.
    """
    free = np.ones(len(spans), dtype=bool)
    runs: list[Run] = []
    for best in np.argsort(-score, kind="stable").tolist():
        if len(runs) == limit:
            break
        if free[best]:
            run = (best, best + 1)
            while beside := [place for place in _beside(run, free) if _length(_with(run, place), spans) <= size]:
                run = _with(run, max(beside, key=score.__getitem__))
            free[run[0] : run[1]] = False
            runs.append(run)
    return runs


def _beside(run: Run, free: np.ndarray) -> list[int]:
    """Return the pieces directly before and after a run that belong to no other run."""
    return [place for place in (run[0] - 1, run[1]) if 0 <= place < len(free) and free[place]]


def _with(run: Run, place: int) -> Run:
    return min(run[0], place), max(run[1], place + 1)


def _length(run: Run, spans: Sequence[tuple[int, int]]) -> int:
    return spans[run[1] - 1][1] - spans[run[0]][0]
