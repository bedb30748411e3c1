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


PLAIN = {"- a": ("-", 2), "* é word": ("*", 2), "+ 冰\n": ("+", 2), "1. a": (".", 3), "12) b\n": (")", 4)}


@pytest.mark.parametrize(("line", "marker"), PLAIN.items())
def test_plain_item(line, marker):
    assert syntax.plain_item(line) == marker and syntax.ITEM.match(line)


NOT_PLAIN = [
    "",
    "-",
    "- ",
    "-a",
    " - a",
    "-\ta",
    "- 1",
    "- - -",
    "* *a*",
    "1.",
    "1.a",
    "1.  a",
    "1. - a",
    "1234567890. a",
]


@pytest.mark.parametrize("line", NOT_PLAIN)
def test_no_plain_item(line):
    assert syntax.plain_item(line) is None


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
