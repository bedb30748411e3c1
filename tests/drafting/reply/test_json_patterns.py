"""The pieces of broken JSON: what each takes, and that none is slow."""

from __future__ import annotations

import re

import pytest

from backend.drafting.reply.json_patterns import ANCHOR, ANY_KEY, FLAGS, KEY, SEPARATOR, SPACE, WHOLE_ANCHOR


def fits(pattern: str, text: str) -> bool:
    return re.compile(pattern, FLAGS).fullmatch(text) is not None


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        (KEY, ["message", "Document Content", "document\\_structure", "newTypes", "new-type"], ["messages", "source"]),
        (SEPARATOR, [":", " :", "=>", " =", "："], ["==", "-"]),
        (SPACE, ["", " \n\t", "/* a */ // b\n", "# c\n", "\u200b"], ["a", "/"]),
        (WHOLE_ANCHOR, ['"message":', "'sources' =", "**“document content”** :", '"references":'], ["message:"]),
        (ANCHOR, ['"message":', '"message:', 'message":'], ["message:", '"sources" x', '"x":']),
        (ANY_KEY, ['"x":', "'a b' =>"], ['"a\nb":', "x:", '"":']),
    ],
)
def test_what_a_piece_takes(pattern: str, yes: list[str], no: list[str]):
    assert [text for text in yes if not fits(pattern, text)] == []
    assert [text for text in no if fits(pattern, text)] == []


def test_a_key_may_lack_its_colon_before_a_value():
    assert re.match(ANCHOR, '"sources" ["a"]', FLAGS) and not re.match(ANCHOR, '"sources" a', FLAGS)


def test_a_comment_without_an_end_takes_no_more_than_its_bound():
    found = re.compile(SPACE, FLAGS).match("# " + "x" * 5000)
    assert found is not None and found.end() == 0
