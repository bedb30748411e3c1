"""What single lines mean."""

from __future__ import annotations

import pytest

from backend.document.markdown import syntax

OPENING = {
    "```": "```",
    "   ~~~~ py": "~~~~",
    "```` a": "````",
    "~~~ a`b": "~~~",
    "``` a`b": "",
    "    ```": "",
    "``": "",
}


@pytest.mark.parametrize(("line", "fence"), OPENING.items())
def test_fence_of(line, fence):
    assert syntax.fence_of(line) == fence


@pytest.mark.parametrize("line", ["- a", "* é word", "+ 冰\n"])
def test_is_plain_item(line):
    assert syntax.is_plain_item(line) and syntax.ITEM.match(line)


@pytest.mark.parametrize("line", ["", "-", "- ", "-a", " - a", "-\ta", "- 1", "- - -", "* *a*", "1. a"])
def test_is_no_plain_item(line):
    assert not syntax.is_plain_item(line)


@pytest.mark.parametrize("line", ["```", "  `````", "```  "])
def test_closes_fence(line):
    assert syntax.closes_fence(line, "```")


@pytest.mark.parametrize("line", ["``", "``` a", "~~~", "    ```", ""])
def test_does_not_close_fence(line):
    assert not syntax.closes_fence(line, "```")


@pytest.mark.parametrize(
    ("line", "breaks"),
    [
        ("# a", True),
        ("#a", False),
        ("> a", True),
        ("- a", True),
        ("-", False),
        ("1) a", True),
        ("2. a", False),
        ("* * *", True),
        ("```", True),
        ("<div>", True),
        ("</p>", True),
        ("<!-- a", True),
        ("<pre", True),
        ("<?php", True),
        ("<b>", False),
        ("<http://a.example>", False),
        ("    # a", False),
        ("text", False),
        ("***bold***", False),
    ],
)
def test_breaks_paragraph(line, breaks):
    assert syntax.breaks_paragraph(line) is breaks
