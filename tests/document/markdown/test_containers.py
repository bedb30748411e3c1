"""Lists, quotes and footnotes reach as far as marko says, in every mixture."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backend.document.blocks import split_lines
from backend.document.markdown.containers import DEEPEST, container_stop
from tests.document.authority import marko_blocks, our_blocks
from tests.document.papers import kinds
from tests.examples import examples

#: a small language that CommonMark knows wholly, so that marko is no judge of what it does not see
_KNOWN = st.sampled_from(
    ("", "", "text", "# h", "===", "---", "- a", "-", "  - b", "    c", "1. d", "2. e", "> q", ">", "> - r", "```",
     "~~~", "<!-- x -->", "<div>", "<b>", "</b>", "[a]: b", '"t"', "* * *", "      f", "\tg", "-\th", "  i", ">     j")
)  # fmt: skip


@given(st.lists(_KNOWN, max_size=9).map("\n".join))
@settings(max_examples=examples(200), deadline=None)
def test_random_markdown_reads_as_marko_reads_it(text):
    text += "\n"  # marko reads a lone marker without a line end as a paragraph
    if "front_matter" not in kinds(text):
        assert our_blocks(text) == marko_blocks(text)


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("- a\n\n\n  b\n\nc", 4),
        ("- a\n\n b", 1),
        ("-\n\n  a", 1),
        ("-   a\n\n    b", 3),
        ("1. a\n\n   b\n2. c", 4),
        ("- a\n- b\n* c", 2),
        ("- a\n  ```\n  # b\n* c", 3),
        ("* * *a\n- b", 1),
        ("1. a\n- b", 1),
        ("> a\n- b", 1),
        ("[^1]: a\n- b", 1),
        ("> a\nlazy\n\n> b", 2),
        ("> ```\na", 1),
        ("> - a\nlazy\n- b", 2),
        ("- a\n[^1]: b", 1),
        ("- a\n:::", 1),
        ("[^1]: a\nlazy\n\n    b\n\n  c\n\nd", 6),
        ("[^1]:\n    a\n\n    ```\n\n    b\n    ```\n[^2]: c", 7),
    ],
)
def test_extent(text, stop):
    lines = split_lines(text)
    assert container_stop(lines, 0, len(lines)) == stop


def test_depth_is_bounded():
    assert kinds(">" * 20 * DEEPEST + " a\n\n" + "- " * 20 * DEEPEST + "b") == ["quote", "list"]
