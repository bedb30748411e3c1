"""Which lines make a link's definition."""

from __future__ import annotations

import pytest

from backend.document.blocks import split_lines
from backend.document.markdown.definitions import definition_stop


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("[a]: b", 1),
        ("  [a b]:   <c d>  'e'  ", 1),
        ("[a]: b (c)\nd", 1),
        ("[a]:\nb\n'c'\nd", 3),
        ("[a\nb]: c", 2),
        ("[a]: b 'c\nd'\ne", 2),
        ("[a]: b\n'c' d", 1),
        ("[a]: b\n\n'c'", 1),
        ("[a]: b(c)d", 1),
        ("[\\]]: b", 1),
        ("[a]: <>", 1),
        ("[@doi:10.1/x]: https://a.example/x_(y)", 1),
        ("[a]: b c", 0),
        ("[a]: b(c", 0),
        ("[a]:", 0),
        ("[ ]: b", 0),
        ("[a] : b", 0),
        ("[a[b]]: c", 0),
        ("[^1]: b", 0),
        ("[a]:\n# b", 0),
        ("[a]: b 'c\n\nd'", 0),
    ],
)
def test_definition_stop(text, stop):
    lines = split_lines(text)
    assert definition_stop(lines, 0, len(lines)) == stop
