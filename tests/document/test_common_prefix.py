"""Where two texts begin to differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.document.common_prefix import common_prefix, shared_lines

TEXT = st.text("ab", max_size=20)


@given(TEXT, TEXT)
def test_it_is_the_longest(one: str, other: str) -> None:
    found = common_prefix(one, other)
    assert one[:found] == other[:found]
    assert found == min(len(one), len(other)) or one[found] != other[found]


@given(TEXT, TEXT, st.integers(0, 20))
def test_it_ends_at_the_limit(one: str, other: str, most: int) -> None:
    most = min(most, len(one), len(other))
    assert common_prefix(one, other, most) == min(most, common_prefix(one, other))


LINES = st.lists(st.sampled_from(("a\n", "b\n", "c\n", "a", "\r\n")), max_size=9).map("".join)


@given(LINES, LINES)
def test_shared_lines_are_whole_and_do_not_overlap(one: str, other: str) -> None:
    head, tail = shared_lines(one, other)
    assert head + tail <= min(len(one), len(other)) and one[:head] == other[:head]
    assert one[len(one) - tail :] == other[len(other) - tail :]
    assert one[:head][-1:] in ("", "\n")
    assert not tail or one[: len(one) - tail][-1:] == other[: len(other) - tail][-1:] == "\n"


def test_a_changed_line_is_not_shared() -> None:
    assert shared_lines("a\nb\nc\nd\n", "a\nx\nc\nd\n") == (2, 4)
