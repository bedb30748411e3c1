"""The surroundings of a chunk: what is near, and never another text."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from backend.ranking.windows import REACHES, alone, around


def read(spans: list[tuple[int, int]], reach: int) -> list[tuple[int, int]]:
    window = around(spans, (reach,))[0]
    return list(zip(window.first.tolist(), window.stop.tolist(), strict=True))


def test_what_is_near_is_counted_from_middle_to_middle() -> None:
    spans = [(0, 100), (100, 200), (200, 300), (300, 900)]
    assert read(spans, 0) == [(0, 1), (1, 2), (2, 3), (3, 4)]
    assert read(spans, 100) == [(0, 2), (0, 3), (1, 3), (3, 4)]
    assert read(spans, 350) == [(0, 3), (0, 3), (0, 4), (2, 4)]


def test_another_text_is_never_near() -> None:
    assert read([(50, 60), (60, 70), (0, 10), (10, 20)], 1000) == [(0, 2), (0, 2), (2, 4), (2, 4)]


def test_no_chunk_has_no_window() -> None:
    assert around([]) == ()
    assert len(alone(0).first) == 0


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 900)), min_size=1, max_size=30))
def test_each_chunk_is_in_its_own_windows_and_wider_ones_hold_narrower_ones(starts: list[tuple[int, int]]) -> None:
    windows = around([(start, start + length) for start, length in starts])
    assert len(windows) == len(REACHES)
    for narrow, wide in pairwise(windows):
        assert all(wide.first <= narrow.first) and all(wide.stop >= narrow.stop)
    for place in range(len(starts)):
        assert all(window.first[place] <= place < window.stop[place] for window in windows)
