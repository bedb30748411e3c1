"""Which numbers in brackets are marks, how they are known again, and what is left when they go."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.sources.marks import Own, read, rewrite


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Heat drives it [1].", [(1,)]),
        ("Heat drives it.[2][1] More.", [(2, 1)]),
        ("Heat drives it [1, 3] and [2–4].", [(1, 3), (2, 3, 4)]),
        ("Heat [1] [1] drives.", [(1,)]),
        ("In code `a[1]` nothing.", []),
        ("```python\nx = a[1]\n```\n", []),
        ("~~~\nx[1]\n", []),
        ("Maths $x[1]$ and $$y [2]$$ and \\(z[3]\\).", []),
        ("A link [1](https://example.org) and [see [2]](https://example.org).", []),
        ("A footnote[^1].", []),
        ("A key [@smith2020, 1] and \\cite[12]{smith}.", []),
        ("An image ![1](a.png) and a task \\[1\\].", []),
        ("Defined [1].\n\n[1]: https://example.org\n", []),
        ("The interval = [1, 2] and 95% CI [1, 3] and x ∈ [1, 2].", []),
        ("An index [0] or a unit range [0, 1].", []),
        ("A year [2020] and [1-900].", []),
        ("", []),
    ],
)
def test_what_is_a_mark(text: str, numbers: list[tuple[int, ...]]) -> None:
    assert [each.numbers for each in read(text)] == numbers


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Heat drives it [1]. Light adds [2][1].", "Heat drives it. Light adds."),
        ("Heat drives it.[1]", "Heat drives it."),
        ("Heat ([1]) drives.", "Heat drives."),
        ("[1] Heat drives.\n[2] Light.", "Heat drives.\nLight."),
        ("- Heat [1]\n- Light [2]\n", "- Heat\n- Light\n"),
    ],
)
def test_a_mark_goes_with_the_blank_before_it(text: str, left: str) -> None:
    assert rewrite(text, read(text), lambda _: "") == left


def test_what_stands_instead_has_a_blank_before_it() -> None:
    text = "Heat[1] drives ([2])."
    assert rewrite(text, read(text), lambda mark: f"[@k{mark.numbers[0]}]") == "Heat [@k1] drives ([@k2])."


def test_a_mark_is_known_again_by_its_words() -> None:
    own = Own(["We follow the protocol of earlier surveys of the northern bay [3].\n\nInsert the words: “Short [4].”"])
    alike, other, same = (
        read(text)[0]
        for text in (
            "We follow the protocol of the earlier surveys in the northern bay [3].",
            "Heat is the main driver of stress in corals [3].",
            "Short [4].",
        )
    )
    assert own.has(alike) and own.has(same) and not own.has(other)
    assert own.uses(3) and own.uses(4) and not own.uses(1)


@given(
    st.lists(st.sampled_from(["word", " ", "[1]", "[2, 3]", ".", "\n", "`", "$", "(", ")", "[", "](x)"])).map("".join)
)
def test_nothing_but_marks_changes(text: str) -> None:
    marks = read(text)
    assert all(a.end <= b.start for a, b in pairwise(marks))
    assert rewrite(text, (), lambda _: "") == text
    assert rewrite(text, [], lambda mark: text[mark.start : mark.end]) == text
    gone = rewrite(text, marks, lambda _: "")
    assert gone.replace(" ", "").count("word") == text.count("word")
