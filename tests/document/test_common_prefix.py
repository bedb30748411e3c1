"""Where two texts begin to differ."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from backend.document.common_prefix import common_prefix

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
