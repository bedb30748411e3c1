"""What a document is taken apart into: nothing but white space, or the mark between two lists, is left between."""

from __future__ import annotations

import pytest
from hypothesis import given

from backend.document.blocks import read
from backend.placement.carrying_out.apply import SEPARATOR
from backend.placement.pieces.units import is_separator, units, whole
from tests.markdown_strategies import wild


@given(wild)
def test_every_word_is_in_one_unit(text):
    document = read(text)
    found = units(document, document.blocks)
    ends = [0, *(unit.end for unit in found)]
    starts = [*(unit.start for unit in found), len(text)]
    assert all(end <= start for end, start in zip(ends, starts, strict=True))
    between = "".join(text[end:start] for end, start in zip(ends, starts, strict=True))
    assert not between.replace("\ufeff", "").strip()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("One. Two!\nThree", [("sentence", "One."), ("sentence", "Two!"), ("sentence", "Three")]),
        ("- a\n  b\n\n- c", [("item", "- a\n  b"), ("item", "- c")]),
        ("| a |\n|---|\n| b |\n| c |", [("head", "| a |\n|---|"), ("row", "| b |"), ("row", "| c |")]),
        ("# A. B.", [("heading", "# A. B.")]),
        ("We saw.\n\\begin{align}\na. B\n\\end{align}", [("paragraph", "We saw.\n\\begin{align}\na. B\n\\end{align}")]),
        ("一。二。", [("sentence", "一。"), ("sentence", "二。")]),
    ],
)
def test_units_of_a_block(text, found):
    document = read(text)
    assert [(each.kind, text[each.start : each.end]) for each in units(document, document.blocks)] == found


def test_a_mark_between_lists_is_no_block_of_its_own():
    document = read(f"- a\n\n{SEPARATOR}\n\n- b\n\n<!-- said -->\n")
    assert [is_separator(document, block) for block in document.blocks] == [False, True, False, False]
    assert whole(document, document.blocks[0]).end == 3
