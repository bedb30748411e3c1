"""Runs of pieces: each piece in one of them, none too long."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.ranking.runs import grow

SPANS = [(0, 10), (10, 20), (20, 30), (30, 40), (40, 50)]


def test_the_best_piece_takes_its_better_neighbours_while_there_is_room() -> None:
    assert grow(np.array([0, 3, 5, 4, 0.0]), SPANS, 30) == [(1, 4), (0, 1), (4, 5)]
    assert grow(np.array([0, 3, 5, 4, 0.0]), SPANS, 20, 1) == [(2, 4)]
    assert grow(np.array([5, 0, 0, 0, 4.0]), SPANS, 20) == [(0, 2), (3, 5), (2, 3)]


def test_a_piece_that_is_too_long_stands_alone() -> None:
    assert grow(np.array([1, 2.0]), [(0, 100), (100, 110)], 50) == [(1, 2), (0, 1)]
    assert grow(np.array([]), [], 50) == []


@given(
    st.lists(st.tuples(st.integers(1, 60), st.floats(-5, 5)), max_size=25),
    st.integers(1, 150),
    st.one_of(st.none(), st.integers(0, 5)),
)
def test_every_piece_is_in_one_run(pieces: list[tuple[int, float]], size: int, limit: int | None) -> None:
    ends = np.cumsum([length for length, _ in pieces]).tolist()
    spans = [(end - length, end) for end, (length, _) in zip(ends, pieces, strict=True)]
    scores = np.array([score for _, score in pieces])
    runs = grow(scores, spans, size, limit)
    held = [place for first, stop in runs for place in range(first, stop)]
    assert len(held) == len(set(held))
    assert len(runs) <= limit if limit is not None else sorted(held) == list(range(len(pieces)))
    assert all(stop - first == 1 or spans[stop - 1][1] - spans[first][0] <= size for first, stop in runs)
    best = [scores[first:stop].max() for first, stop in runs]
    assert best == sorted(best, reverse=True)
