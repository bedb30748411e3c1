"""What is a figure and what is a paragraph with an image in it."""

from __future__ import annotations

import pytest

from backend.document.markdown.figures import is_figure


@pytest.mark.parametrize(
    ("text", "figure"),
    [
        ("![](a.png)", True),
        ("![A (b) [c](d) caption\nin two lines](a_(1).png 'title'){#fig:a .b}", True),
        ("![a][ref]", True),
        ("![a]", True),
        ("![a](b) ![c](d)\n![e](f)", True),
        (r"![\[a\]](b)", True),
        ("![a](b) and text", False),
        ("![a](b", False),
        ("![a", False),
        ("[![a](b)](c)", False),
        ("!", False),
        ("", False),
    ],
)
def test_is_figure(text, figure):
    assert is_figure(text) is figure
