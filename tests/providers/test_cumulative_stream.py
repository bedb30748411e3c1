"""Deltas and snapshots of one text: told apart before anything wrong is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import errors
from backend.providers.cumulative_stream import CumulativeStream

TEXT = "Reefs grow slowly in warm seas."


def told(*pieces: str) -> str:
    cumulative_stream = CumulativeStream("test")
    return "".join([*map(cumulative_stream.add, pieces), cumulative_stream.end()])


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_snapshots_are_told_once(size: int) -> None:
    snapshots = [TEXT[:upto] for upto in range(size, len(TEXT) + size, size)]
    cumulative_stream, heard = CumulativeStream("test"), ""
    for snapshot in [*snapshots, snapshots[-1]]:
        heard += cumulative_stream.add(snapshot)
        assert TEXT.startswith(heard)
    assert heard + cumulative_stream.end() == TEXT


@pytest.mark.parametrize(
    "pieces",
    [
        ["ha", "ha", "ha!"],
        ["1", "10", "100"],
        [" ", " Reefs", " grow"],
        ["-" * 20, "-" * 30, "-" * 40],
        ["I will not talk. ", "I will not talk. " * 2, "I will not talk. " * 2],
        ["I will not talk. "] * 5,
        [TEXT, TEXT + " They", " do."],
        ["a"] * 2000,
    ],
)
def test_deltas_stay_deltas(pieces: list[str]) -> None:
    assert told(*pieces) == "".join(pieces)


def test_a_snapshot_that_contradicts_is_an_error() -> None:
    cumulative_stream = CumulativeStream("test")
    for upto in (20, 25, 30):
        cumulative_stream.add(TEXT[:upto])
    assert cumulative_stream.add(TEXT[:22]) == ""
    with pytest.raises(errors.ProviderMisanswered, match="contradict"):
        cumulative_stream.add("Reefs shrink.")


@settings(max_examples=100, deadline=None)
@given(st.text("ab ", max_size=60), st.integers(1, 9))
def test_any_text_in_pieces_of_one_size(text: str, size: int) -> None:
    assert told(*(text[start : start + size] for start in range(0, len(text), size))) == text
