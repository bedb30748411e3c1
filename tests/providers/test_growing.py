"""Deltas and snapshots of one text: told apart before anything wrong is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend import errors
from backend.providers.growing import Growing

TEXT = "Reefs grow slowly in warm seas."


def told(*pieces: str) -> str:
    growing = Growing("test")
    return "".join([*map(growing.add, pieces), growing.end()])


@pytest.mark.parametrize("size", [1, 2, 5, 12])
def test_snapshots_are_told_once(size: int) -> None:
    snapshots = [TEXT[:upto] for upto in range(size, len(TEXT) + size, size)]
    growing, heard = Growing("test"), ""
    for snapshot in [*snapshots, snapshots[-1]]:
        heard += growing.add(snapshot)
        assert TEXT.startswith(heard)
    assert heard + growing.end() == TEXT


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
    growing = Growing("test")
    for upto in (20, 25, 30):
        growing.add(TEXT[:upto])
    assert growing.add(TEXT[:22]) == ""
    with pytest.raises(errors.ProviderMisanswered, match="contradict"):
        growing.add("Reefs shrink.")


@settings(max_examples=100, deadline=None)
@given(st.text("ab ", max_size=60), st.integers(1, 9))
def test_any_text_in_pieces_of_one_size(text: str, size: int) -> None:
    assert told(*(text[start : start + size] for start in range(0, len(text), size))) == text
