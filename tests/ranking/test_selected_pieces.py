"""Runs of pieces: the best that there is room for, joined where they follow each other, and each piece once."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from backend.ranking.selected_pieces import join_best

SPANS = [(0, 10), (10, 20), (20, 30), (30, 40), (40, 50)]


def test_the_best_pieces_that_there_is_room_for_are_joined() -> None:
    assert join_best(np.array([0, 3, 5, 4, 0.0]), SPANS, 30) == [(1, 4), (0, 1), (4, 5)]
    assert join_best(np.array([4, 0, 3, 0, 5.0]), SPANS, 30) == [(4, 5), (0, 1), (2, 3), (1, 2), (3, 4)]
    assert join_best(np.array([3, 3, 0, 4, 5.0]), SPANS, 45, 2) == [(3, 5), (0, 2)]


def test_what_there_is_no_room_for_is_not_joined() -> None:
    assert join_best(np.array([1, 2.0]), [(0, 100), (100, 110)], 50) == [(1, 2), (0, 1)]
    assert join_best(np.array([2, 1, 1.0]), [(0, 100), (100, 110), (110, 120)], 50) == [(0, 1), (1, 2), (2, 3)]
    assert join_best(np.array([]), [], 50) == []


@given(
    st.lists(st.tuples(st.integers(1, 60), st.floats(-5, 5)), max_size=25),
    st.integers(0, 150),
    st.one_of(st.none(), st.integers(0, 5)),
)
def test_every_piece_is_in_one_run(pieces: list[tuple[int, float]], room: int, limit: int | None) -> None:
    ends = np.cumsum([length for length, _ in pieces]).tolist()
    spans = [(end - length, end) for end, (length, _) in zip(ends, pieces, strict=True)]
    scores = np.array([score for _, score in pieces])
    runs = join_best(scores, spans, room, limit)
    held = [place for first, stop in runs for place in range(first, stop)]
    assert len(held) == len(set(held))
    assert len(runs) <= limit if limit is not None else sorted(held) == list(range(len(pieces)))
    assert sum(spans[stop - 1][1] - spans[first][0] for first, stop in runs if stop - first > 1) <= room
    best = [scores[first:stop].max() for first, stop in runs]
    assert best == sorted(best, reverse=True)
