"""Seams: blank lines, line ends, and the ends of what was never ended."""

import pytest

from backend.document.blocks import Splice, read
from backend.placement.carrying_out.apply import Edit, apply, closing, edits, guard, inverse, patch


@pytest.mark.parametrize(
    ("text", "splice", "result"),
    [
        ("a\n\nb\n", Splice(1, 1, "x"), "a\n\nx\n\nb\n"),
        ("a\n\n\n\nb\n", Splice(1, 1, "x"), "a\n\nx\n\n\n\nb\n"),
        ("# a\nb\n", Splice(1, 1, "x"), "# a\n\nx\n\nb\n"),
        ("# a\nb\n", Splice(1, 2, "x"), "# a\nx\n"),
        ("a\n\nb", Splice(1, 2, "x"), "a\n\nx"),
        ("<!-- c -->\n# a\nb\n", Splice(1, 3, "# a\n\nx"), "<!-- c -->\n# a\n\nx\n"),
        ("a\n# b\n", Splice(0, 1, "x"), "x\n# b\n"),
        ("a\n# b\n", Splice(0, 1, "- x"), "- x\n\n# b\n"),
        ("a\n- b\n", Splice(1, 2, "- b\n- c\n", tight=True), "a\n- b\n- c\n"),
        ("a\n\nb\n\nc\n", Splice(0, 2, "x\n\ny"), "x\n\ny\n\nc\n"),
        ("\n\na\n", Splice(0, 0, "x"), "\n\nx\n\na\n"),
        ("a\r\n\r\nb\r\n", Splice(1, 1, "x\ny"), "a\r\n\r\nx\r\ny\r\n\r\nb\r\n"),
        ("", Splice(0, 0, "x"), "x\n"),
        ("  \n", Splice(0, 0, "x"), "  \nx\n"),
        ("    ", Splice(0, 0, "x"), "    \nx\n"),  # else the text would be indented code
        ("\n\t", Splice(0, 0, "x"), "\n\t\nx\n"),
    ],
)
def test_seams(text, splice, result):
    assert apply(read(text), [splice]) == result


def test_overlapping_splices_are_refused():
    with pytest.raises(ValueError, match="overlap"):
        edits(read("a\n\nb\n\nc\n"), [Splice(0, 2, "x"), Splice(1, 3, "y")])


def test_several_edits_are_made_and_unmade():
    text, changes = "abcdef", (Edit(1, 2, "XX"), Edit(4, 4, "Y"))
    assert patch(text, changes) == "aXXcdYef"
    assert patch("aXXcdYef", inverse(text, changes)) == text


@pytest.mark.parametrize(
    ("kind", "source", "end"),
    [
        ("code", "```py\nx\n```\n", ""),
        ("code", "```py\nx\n", "\n```"),
        ("code", "~~~~\n~~~\n", "\n~~~~"),
        ("code", "    x\n", ""),
        ("comment", "<!-- x", "\n-->"),
        ("comment", "<!-- x -->", ""),
        ("math", "$$\nx", "\n$$"),
        ("math", "\\begin{align}\nx", "\n\\end{align}"),
        ("paragraph", "x", ""),
    ],
)
def test_what_ends_an_open_block(kind, source, end):
    assert closing(source, kind) == end


def test_nothing_is_put_between_what_stays_apart():
    document = read("text\n\n- a\n")
    for splice in (Splice(1, 1, "more"), Splice(2, 2, "more"), Splice(0, 0, "- b")):
        assert guard(document, splice) == splice
