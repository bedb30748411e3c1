"""Choose the best pieces of a text within a limit of characters, and join pieces that follow each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

#: The index of a run's first piece, and the index after its last.
Run = tuple[int, int]


def join_best(score: np.ndarray, spans: Sequence[tuple[int, int]], room: int, limit: int | None = None) -> list[Run]:
    """Return at most `limit` runs of adjacent pieces as pairs (first, index after the last). The run with the best
    piece comes first. No piece is in two runs.

    `spans` are the start and end (excluded) of each piece, in characters. The best pieces that fit into `room`
    characters are taken, and adjacent ones become one run. The first piece that does not fit, and every later one, is a
    run by itself.
    """
    order = np.argsort(-score, kind="stable")
    lengths = np.array([end - start for start, end in spans], dtype=np.int64)
    held = order[np.cumsum(lengths[order]) <= room]
    ranks = np.empty(len(spans), dtype=np.int64)
    ranks[order] = np.arange(len(spans))
    places = np.sort(held)
    starts = np.flatnonzero(np.diff(places, prepend=-2) > 1)
    joined = [(int(run[0]), int(run[-1]) + 1) for run in np.split(places, starts[1:]) if len(run)]
    joined.sort(key=lambda run: ranks[run[0] : run[1]].min())
    return [*joined, *((place, place + 1) for place in order[len(held) :].tolist())][:limit]
