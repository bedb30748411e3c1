"""Markdown to a research answer's plain text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from backend.document.plaintext import plain
from tests.document.papers import PAPERS, load
from tests.examples import examples
from tests.markdown_strategies import wild

CASES = {
    "headings become subheadings": (
        "# Findings *here* {#a}\ntext\n\nSub\n---\n",
        "**Findings here**\n\ntext\n\n**Sub**",
    ),
    "bold subheadings stay": ("**Sub**\n\n**Lead.** Then **bold**.", "**Sub**\n\n**Lead.** Then bold."),
    "bullets on their own lines": ("* a *b*\n\n* c\n  d\n    + e", "- a b\n- c d\n  - e"),
    "numbers stay": ("1. a\n2) b", "1. a\n2) b"),
    "an item's further paragraph": ("- a\n\n  b\n- c", "- a\n\nb\n\n- c"),
    "bold at an item's beginning": ("- **Who**: them, **truly**", "- **Who**: them, truly"),
    "fences off": ("text\n```python\n# x\n\ny = a*b*c\n```\nmore", "text\n\n    # x\n\n    y = a*b*c\n\nmore"),
    "code after a list": ("- a\n\n```\nx*y*z\n```\n", "- a\n\n      x*y*z"),
    "code in a list": ("1. a\n   ```\n   x*y*z\n   ```\n2. b", "1. a\n\n       x*y*z\n\n2. b"),
    "inline code, links, images": ("`a` [b](c) ![d](e) <f@g.h> <https://i.example>", "a b  f@g.h https://i.example"),
    "an image alone": ("a\n\n![b](c)\n\nd", "a\n\nd"),
    "citations stay": ("as shown [1][2] by [3]", "as shown [1][2] by [3]"),
    "maths stays": ("$a_1*b*c$ and\n\n$$\nx_1 * y\n$$\n\n\\[ z \\]", "$a_1*b*c$ and\n\n$$\nx_1 * y\n$$\n\n\\[ z \\]"),
    "tables by rows": ("| A | *B* |\n|:-:|---|\n| 1 | `2` |", "A | B\n1 | 2"),
    "quotes": ("> a\n>\n>> *b*", "a\n\nb"),
    "rules, comments, definitions": ("a\n\n---\n\n<!-- x -->\n\n[r]: s\n\nb", "a\n\nb"),
    "hard breaks and CRLF": ("a  \r\nb\\\r\nc\r\n", "a\nb\nc"),
    "footnotes": ("a[^1]\n\n[^1]: *note*", "a\n\nnote"),
    "divs and HTML": ("::: tip\n# A\n:::\n\n<div>\n<b>c</b>\n</div>\n\n<script>\nd\n</script>", "**A**\n\nc"),
    "plain stays": ("Nothing to do: 2 * 3 = 6, a_b_c.", "Nothing to do: 2 * 3 = 6, a_b_c."),
    "empty": ("", ""),
}


@pytest.mark.parametrize(("text", "expected"), CASES.values(), ids=CASES)
def test_plain(text, expected):
    assert plain(text) == expected
    assert plain(expected) == expected


@given(wild)
@settings(max_examples=examples(100), deadline=None)
def test_plain_is_idempotent(text):
    once = plain(text)
    assert plain(once) == once


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.stem)
def test_papers_come_out_plain(path):
    once = plain(load(path)[:40_000])
    assert plain(once) == once
    assert "\r" not in once
