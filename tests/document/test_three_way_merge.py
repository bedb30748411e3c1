"""Merging: both sides' changes are made, untouched bytes survive, and what touches is told."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.three_way_merge import changed, lacks_all, merge

TEXTS = st.lists(
    st.sampled_from(["a", "b", "\n", "\r\n", "\r", "\x85", "\u2028", "é", "\ufeff", " "]), max_size=40
).map("".join)
#: Line ends that stay with their lines; only the line feed ends a line, so the others lie within one.
ENDS = st.sampled_from(["\n", "\r\n", "\x85\n", "\u2028\n", " \n"])


@given(TEXTS, TEXTS)
def test_a_change_of_one_side_alone_is_made_byte_for_byte(base: str, changed: str) -> None:
    assert (merge(base, changed, base).text, merge(base, changed, base).conflicts) == (changed, 0)
    assert (merge(base, base, changed).text, merge(base, base, changed).conflicts) == (changed, 0)
    assert (merge(base, changed, changed).text, merge(base, changed, changed).conflicts) == (changed, 0)


@given(TEXTS, TEXTS, TEXTS)
def test_sides_do_not_matter_where_nothing_touches(base: str, one: str, other: str) -> None:
    first, second = merge(base, one, other), merge(base, other, one)
    assert (first.conflicts == 0) == (second.conflicts == 0)
    if first.conflicts == 0:
        assert first.text == second.text


@given(st.data())
def test_changes_that_do_not_touch_are_both_made_and_all_else_survives(data) -> None:
    """Paragraphs are changed, removed or added to, at most one side each, with an untouched one between."""
    base, ours, theirs, wanted = [], [], [], []
    for number in range(data.draw(st.integers(1, 8))):
        end = data.draw(ENDS)
        base_line, still = f"paragraph {number}{end}", f"untouched {number}{end}"
        new = data.draw(st.sampled_from(["", f"changed {number}{end}", f"added {number}{end}{base_line}"]))
        side = data.draw(st.sampled_from(["ours", "theirs", "neither"]))
        base += [base_line, still]
        ours += [new if side == "ours" else base_line, still]
        theirs += [new if side == "theirs" else base_line, still]
        wanted += [base_line if side == "neither" else new, still]
    merged = merge("".join(base), "".join(ours), "".join(theirs))
    assert (merged.text, merged.conflicts) == ("".join(wanted), 0)


@given(TEXTS, TEXTS, TEXTS)
def test_no_line_of_a_side_is_lost_where_nothing_touches(base: str, ours: str, theirs: str) -> None:
    """A line that a side has and the base has not was written by that side: it is in the merged text."""
    merged = merge(base, ours, theirs)
    if merged.conflicts == 0:
        for line in {*ours.split("\n"), *theirs.split("\n")} - set(base.split("\n")):
            assert line in merged.text


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("A, ours.\nB.\n", "A, theirs.\nB.\n"),
        ("A, ours.\nB.\n", "A.\nB, theirs.\n"),
        ("B.\n", "A, theirs.\nB.\n"),
        ("A.\nB.\nOurs.\n", "A.\nB.\nTheirs.\n"),
        ("A.\nB.", "A.\nB.\nTheirs.\n"),
        ("A.\r\nB.\r\n", "A.\nB, theirs.\n"),
    ],
    ids=["one line", "neighbors", "removed and changed", "both appended", "last line end", "all line ends"],
)
def test_changes_that_touch_are_told_and_ours_stands_there(ours: str, theirs: str) -> None:
    merged = merge("A.\nB.\n", ours, theirs)
    assert merged.conflicts == 1 and merged.text == ours


def test_where_some_touch_the_others_are_still_made() -> None:
    base = "One.\n\nTwo.\n\nThree.\n"
    merged = merge(base, "One, ours.\n\nTwo.\n\nThree.\n", "One, theirs.\n\nTwo.\n\nThree, theirs.\n")
    assert (merged.text, merged.conflicts) == ("One, ours.\n\nTwo.\n\nThree, theirs.\n", 1)


@given(TEXTS, TEXTS)
def test_a_text_lacks_what_it_was_never_given_and_not_what_it_has(base: str, theirs: str) -> None:
    assert base != theirs or not lacks_all(base, base, theirs)
    assert not lacks_all(base, theirs, theirs)
    assert not lacks_all(base, theirs, base)


@pytest.mark.parametrize(
    ("ours", "lacks"),
    [
        ("one\nold\n", True),
        ("ONE\nold\n", True),
        ("one\nold\nnew words that came later\n", False),
        ("one\nold\nnew words that come later on\n", False),
        ("one\nold\nsomething else was put here\n", True),
    ],
)
def test_a_text_that_reworks_what_came_has_it(ours: str, lacks: bool) -> None:
    assert lacks_all("one\nold\n", ours, "one\nold\nnew words that came later\n") is lacks


def test_a_deletion_is_lacking_where_the_text_is_still_there() -> None:
    base, theirs = "one\ntwo words here\nthree\n", "one\nthree\n"
    assert lacks_all(base, base, theirs) and lacks_all(base, base.replace("three", "3"), theirs)
    assert not lacks_all(base, theirs.replace("three", "3"), theirs)


@given(TEXTS, TEXTS)
def test_the_change_is_counted_in_characters(base: str, ours: str) -> None:
    assert (changed(base, base) == 0 and changed(base, ours) == changed(ours, base)) or base != ours
    assert 0 <= changed(base, ours) <= len(base) + len(ours)
