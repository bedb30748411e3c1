"""Blocks told by their words, a quotation, a kind, a number or a place."""

import pytest

from backend.document.blocks import read
from backend.mentions.described_blocks import Description, find
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens

VIEW = DocumentView(
    read(
        "# One\n\nIce forms slowly in calm lakes.\n\nFrazil forms in turbulent rivers.\n\n"
        "| a | b |\n|---|---|\n| 1 | 2 |\n\nTable: Thickness of the ice.\n\n"
        "# Two\n\nRivers of calm ice.\n\n- spring\n- autumn\n\n<table><tr><td>x</td></tr></table>\n"
    )
)
ONE, TWO = VIEW.sections[1:3]


def told(text):
    return tuple((token, 1.0) for token in tokens(text) if token.word)


@pytest.mark.parametrize(
    ("said", "block"),
    [
        (Description(words=told("turbulent rivers")), 2),
        (Description(words=told("slowly, calm and ice")), 1),
        (Description("paragraph", told("forming slowly")), 1),
        (Description(quote="frazil forms   in…"), 2),
        (Description(quote="calm lakes. "), None),
        (Description("paragraph", quote="Rivers of"), 6),
        (Description("paragraph", number=2, within=(ONE,)), 2),
        (Description("paragraph", number=-1, within=(ONE,)), 2),
        (Description("paragraph", number=1, within=(TWO,)), 6),
        (Description("table", within=(ONE,)), 3),
        (Description("table", within=(TWO,)), 8),
        (Description("table", told("thickness")), 3),
        (Description("list"), 7),
        (Description("paragraph", told("calm ice"), within=(TWO,)), 6),
        (Description(words=told("wombats")), None),
        (Description("paragraph", number=9, within=(ONE,)), None),
    ],
)
def test_descriptions(said, block):
    found = find(VIEW, said)
    assert (found[0].block.index if found else None) == block


def test_equals_are_told_to_be_about_equal():
    first, second = find(VIEW, Description(words=told("forms")))[:2]
    assert first.score == pytest.approx(second.score, abs=0.02)


def test_sections_as_the_scene_knows_them():
    view = DocumentView(read("---\nx: y\n---\n\n# Title\n\n## A\n\n### B\n\n## C\n"))
    title, a, b, c = view.sections[1:]
    assert view.title == title and view.level == 2 and view.under(b, title) and not view.under(c, a)
    assert DocumentView(read("# A\n\n# B\n")).title is None
    assert VIEW.caption(VIEW.blocks[3], True, "table").index == 4
    spelt = DocumentView(read("![a](a.png)\n\nCaption figure: **A** Ice.\n\nText.\n"))
    assert spelt.caption(spelt.blocks[0], True, "figure").index == 1
    assert VIEW.caption(VIEW.blocks[3], True, "figure") is None and VIEW.caption(VIEW.blocks[3], False) is None
