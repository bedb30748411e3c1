"""Diffs: true to both texts, and linear in what did not change."""

import difflib

from hypothesis import given, settings
from hypothesis import strategies as st

from backend.placement.diff import unified, words

TEXTS = st.lists(st.sampled_from(["one two", "three", "", "四五", "six, seven", "one  two\r"]), max_size=12).map(
    "\n".join
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_word_changes_make_up_both_texts(before, after):
    changes = words(before, after)
    old = "".join(c.text for c in changes if c.kind != "insert")
    new = "".join(c.text for c in changes if c.kind != "delete")
    assert old in before and new in after and len(before) - len(old) == len(after) - len(new)
    assert (before == after) == all(c.kind == "equal" for c in changes)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS)
def test_a_unified_diff_says_what_difflib_says(before, after):
    lines = [text.replace("\r", "").splitlines(keepends=True) for text in (before, after)]
    made = unified(before.replace("\r", ""), after.replace("\r", ""))
    wanted = [line for line in difflib.unified_diff(*lines, "before", "after") if line[0] in "+-"]
    got = [line for line in made.splitlines(keepends=True) if line[0] in "+-"]
    count = [sum(line[0] == sign for line in side) for side in (got, wanted) for sign in "+-"]
    assert count[0] - count[1] == count[2] - count[3]
    assert (not made) == (lines[0] == lines[1])


def test_an_insertion_is_shown_with_its_place():
    text = "".join(f"line {n}\n" for n in range(50))
    made = unified(text, text.replace("line 30\n", "line 30\nnew\n"), "a", "b")
    around = [f" line {n}" for n in range(28, 34)]
    assert made.splitlines() == ["--- a", "+++ b", "@@ -29,6 +29,7 @@", *around[:3], "+new", *around[3:]]


def test_a_missing_last_line_end_is_told():
    assert "\\ No newline at end of file" in unified("a\n", "a\nb")


def test_a_large_document_is_compared_around_the_change():
    text = "words and more words\n" * 50_000
    half = len(text) // 2
    changes = words(text, text[:half] + "something new " + text[half:])
    assert [c.text for c in changes if c.kind == "insert"] and sum(len(c.text) for c in changes) < 400


def test_a_long_text_with_many_changes_is_compared_between_what_stays():
    lines = [f"line {n}\n" for n in range(6000)]
    changed = [line.replace("line", "row") if n % 20 == 7 else line for n, line in enumerate(lines)]
    changed[100:100] = ["new\n"]
    assert unified("".join(lines), "".join(changed)) == "".join(difflib.unified_diff(lines, changed, "before", "after"))


def test_words_that_follow_each_other_are_one_change():
    changes = words("We saw two white seals today.", "We saw nothing today.")
    assert [c.text for c in changes if c.kind == "delete"] == ["two white seals"]
    assert [c.text for c in changes if c.kind == "insert"] == ["nothing"]


def test_ideographs_are_compared_one_by_one():
    changes = [(c.kind, c.text) for c in words("我们测量冰芯。", "我们观测冰芯。")]
    assert ("insert", "观") in changes and ("delete", "量") in changes


def test_texts_too_long_to_compare_word_by_word_are_shown_as_removed_and_added():
    before, after = (" ".join(f"{name}{number}" for number in range(6001)) for name in "ab")
    assert [(each.kind, each.text) for each in words(before, after)] == [("delete", before), ("insert", after)]
