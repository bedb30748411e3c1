"""Marks that the whole answer decides about are never shown while it is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.drafting.reply.text_changes import View
from backend.drafting.reply.unmarked import Unmarked, with_shown
from backend.sources import marks
from backend.sources.marks import Mark

PIECES = (
    "Tides flood the flats", " [1]", "[2]", " [3, 4]", "[1][2]", ".", " They ebb", "\n\n", "([5])", "[", "]", " (",
    "[1](x)", "[1]: x", "`a[1]`", "$[1]$", " ", "[1", "7]", "[^1]", "[@doe]", "## Head [9]\n",
)  # fmt: skip
TEXT = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


def shown_for(mark: Mark) -> str | None:
    return "[@key]" if 7 in mark.numbers else "" if 2 not in mark.numbers else None


def stream(pieces: list[str]) -> tuple[str, list[str]]:
    view = Unmarked(View("document_content"), shown_for)
    shown, states = "", []
    for tokens in (*map(view.append, pieces), view.end()):
        for token in tokens:
            assert token.offset <= len(shown)
            shown = shown[: token.offset] + token.text
            states.append(shown)
    return shown, states


@given(TEXT, st.lists(st.integers(1, 9), min_size=1, max_size=8))
def test_however_it_comes_it_ends_without_the_new_marks(text, sizes):
    cuts, at = [], 0
    while at < len(text):
        cuts.append(text[at : at + sizes[len(cuts) % len(sizes)]])
        at += sizes[(len(cuts) - 1) % len(sizes)]
    assert stream(cuts)[0] == with_shown(text, shown_for)


@pytest.mark.parametrize("size", [1, 2, 5, 200])
def test_no_new_mark_is_shown_on_the_way_and_nothing_is_taken_back(size):
    text = "Tides [1] flood the flats [3, 4]. They ebb [2].\n\n[5] Storms come ([1]).\n"
    pieces = [text[at : at + size] for at in range(0, len(text), size)]
    shown, states = stream(pieces)
    assert shown == "Tides flood the flats. They ebb [2].\n\nStorms come.\n"
    assert all(shown.startswith(state) for state in states)
    assert {number for state in states for mark in marks.read(state) for number in mark.numbers} == {2}


def test_a_text_that_is_read_anew_is_judged_anew():
    view = Unmarked(View("document_content"), shown_for)
    view.append("Tides [1] fl")
    (token,) = view.settle("Tides [2] flood [1].")
    assert (token.offset, token.text) == (6, "[2] flood.")
    assert view.end() == []


@pytest.mark.parametrize("size", [1, 3, 200])
def test_a_key_is_shown_as_soon_as_it_is_known(size):
    text = "Tides flood the flats [7]. They ebb[7, 3] and come back [1]."
    shown, states = stream([text[at : at + size] for at in range(0, len(text), size)])
    assert shown == "Tides flood the flats [@key]. They ebb [@key] and come back."
    assert all(shown.startswith(state) for state in states)
