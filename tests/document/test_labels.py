"""What blocks are called, and as what they count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from backend.document.blocks import read
from backend.document.elements import BUILT_IN
from backend.document.labels import element, label
from tests.markdown_strategies import wild

CASES = [
    ("Some *words* here.\nMore.", "paragraph", "Some words here."),
    ("| A | **B** |\n|---|---|\n| 1 | 2 |", "table", "A, B"),
    ("| A |\n|---|\n\nTable: Sizes {#tbl:s}", "table", "Sizes"),
    ("+---+\n| A |\n+---+", "table", "A"),
    ("![A *fine* figure](a.png){#fig:a}", "figure", "A fine figure"),
    ("```{.python #lst}\n\nx = 1\n```", "code_block", "python: x = 1"),
    ("```\n```", "code_block", ""),
    ("    x = 1", "code_block", "x = 1"),
    ("$$\na = b\n$$", "equation", "a = b"),
    ("$$ a = b $$", "equation", "a = b"),
    ("$$\na\n$$ {#eq:one}", "equation", "eq:one"),
    ("\\begin{align}\na \\label{eq:two}\n\\end{align}", "equation", "eq:two"),
    ("\\begin{table}\n\\caption{The {big} one}\n\\end{table}", "table", "The {big} one"),
    ("\\begin{figure}\n\\caption{A plot}\n\\end{figure}", "figure", "A plot"),
    ("\\begin{theorem}\nAll is well.\n\\end{theorem}", "theorem", "All is well."),
    ("\\begin{center}\nx\n\\end{center}", None, "x"),
    ("1. *first*\n2. second", "list", "first"),
    ("> quoted", "quote", "quoted"),
    ("[^1]: a note", "footnote", "a note"),
    ("<table>\n<caption>Sizes</caption>\n</table>", "table", "Sizes"),
    ('<p align="center">\n<img src="a.png" alt="A plot">\n</p>', "figure", "A plot"),
    ("<details>\n<summary>More</summary>\n\nx\n\n</details>", None, "More"),
    ("::: {.callout-tip}\n# Do it\n:::", "callout", "# Do it"),
    ("::: {#thm-one .theorem}\nx\n:::", "theorem", "thm-one"),
    ("::: {#refs}\n:::", None, "refs"),
    ("<!-- x -->", None, ""),
    ("---", None, "---"),
]


@pytest.mark.parametrize(("text", "kind", "title"), CASES, ids=lambda value: repr(value)[:30])
def test_element_and_label(text, kind, title):
    document = read(text)
    assert element(document, document.blocks[0]) == kind
    assert label(document, document.blocks[0]) == title


@given(wild)
@settings(max_examples=100, deadline=None)
def test_labels_are_short_lines_and_types_are_known(text):
    document = read(text)
    known = {kind.type_name for kind in BUILT_IN} | {None}
    for block in document.blocks:
        title = label(document, block, 20)
        assert len(title) <= 20 and "\n" not in title
        assert element(document, block) in known


def test_code_that_begins_with_more_blanks_than_are_looked_at_has_no_label():
    document = read(" " * 10_000 + "x\n")
    assert document.blocks[0].kind == "code" and label(document, document.blocks[0]) == ""
