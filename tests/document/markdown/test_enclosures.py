"""Marks and their partners."""

from __future__ import annotations

import pytest

from backend.document.markdown.enclosures import Enclosures


def test_next_with():
    ends = Enclosures(["$$", "a", "b $$", ""])
    assert [ends.next_with("$$", at) for at in range(4)] == [0, 2, 2, None]


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (["\\begin{a}", "", "\\end{a}"], 2),
        (["\\begin{a} x \\end{a}"], 0),
        (["\\begin{a}", "\\begin{a}", "\\end{a}", "\\end{a}"], 3),
        (["\\begin{a}", "\\begin{b}", "\\end{a}", "\\end{b}"], 2),
        (["\\begin{a}", "\\end{a*}"], None),
        (["\\begin{a}", "\\begin{a}", "\\end{a}"], None),
    ],
)
def test_environment(lines, end):
    assert Enclosures(lines).environment("a", 0) == end


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (["::: a", ":::"], 1),
        (["::: a", "::: {.b}", ":::", "::::"], 3),
        (["::: a", "# wrapped", ":::"], 0),
        (["::: a", "::: b", "# wrapped", ":::", ":::"], 0),
        (["::: a", "::: {.callout-tip}", "# boxed", ":::", ":::"], 4),
        (["::: {.callout-tip}", "# boxed", ":::"], 2),
        (["::: a", "```", ":::", "# code", "```", ":::"], 5),
        (["::: a", "x"], 0),
    ],
)
def test_div(lines, end):
    assert Enclosures(lines).div(0) == end


@pytest.mark.parametrize(
    ("lines", "end"),
    [
        (["<details>", "", "</details>"], 2),
        (["<details open>", "<DETAILS>", "</details>", "x</details>"], 3),
        (["<details></details>"], 0),
        (["<details>", ""], 0),
    ],
)
def test_details(lines, end):
    assert Enclosures(lines).details(0) == end
