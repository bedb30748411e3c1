"""Matches of lines: equal on both sides, ascending, and found by lines that mean something."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from backend.document.line_matches import Match, line_matches

LINES = st.lists(st.sampled_from(["a\n", "b\n", "c\n", "d\n", "\n", "end"]), max_size=30)


@given(LINES, LINES)
def test_matches_are_equal_and_ascend_in_both_texts(old: list[str], new: list[str]) -> None:
    found = line_matches(old, new)
    for each in found:
        assert old[each.old : each.old + each.length] == new[each.new : each.new + each.length]
    for one, next_one in pairwise(found):
        assert one.old + one.length <= next_one.old and one.new + one.length <= next_one.new


@given(LINES)
def test_a_text_matches_itself_whole(lines: list[str]) -> None:
    assert line_matches(lines, lines) == ([Match(0, 0, len(lines))] if lines else [])


@given(st.lists(st.integers(), unique=True, max_size=20), st.lists(st.integers(), unique=True, max_size=5), st.data())
def test_nothing_that_was_kept_is_missed_where_lines_are_distinct(kept: list[int], new: list[int], data) -> None:
    old = [f"{each}\n" for each in kept]
    after = list(old)
    for each in new:
        after.insert(data.draw(st.integers(0, len(after))), f"new {each}\n")
    assert sum(each.length for each in line_matches(old, after)) == len(old)


def test_blank_lines_are_matched_beside_lines_that_mean_something() -> None:
    old = ["First.\n", "\n", "Second.\n", "\n", "Third.\n"]
    new = ["First, changed.\n", "\n", "Second.\n", "\n", "Third, changed.\n"]
    assert line_matches(old, new) == [Match(1, 1, 3)]


def test_of_lines_that_changed_places_the_longer_row_is_matched() -> None:
    assert line_matches(["x", "a", "b", "c"], ["a", "b", "c", "x"]) == [Match(1, 0, 3)]
