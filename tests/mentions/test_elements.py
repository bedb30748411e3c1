"""The countable parts of a range of blocks."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.elements import chosen, parts
from tests.mentions.paper_of_tests import PAPER

VIEW = DocumentView(PAPER)


@pytest.mark.parametrize(
    ("kind", "count"),
    [
        ("paragraph", 12),
        ("table", 2),
        ("figure", 1),
        ("equation", 1),
        ("code", 1),
        ("item", 4),
        ("row", 3),
        ("list", 2),
        ("x", 0),
    ],
)
def test_the_parts_of_a_paper(kind, count):
    found = parts(VIEW, kind, 0, len(PAPER.blocks))
    assert len(found) == count
    for part in found:
        first, last = PAPER.blocks[part.start], PAPER.blocks[part.stop - 1]
        assert first.start <= part.span[0] < part.span[1] <= last.end


def test_nested_items_are_part_of_theirs():
    document = read("- one\n  - inner\n- two\n")
    assert [document.text[slice(*p.span)] for p in parts(DocumentView(document), "item", 0, 1)] == [
        "- one\n  - inner\n",
        "- two\n",
    ]


def test_a_part_by_its_number():
    found = parts(VIEW, "table", 0, len(PAPER.blocks))
    assert chosen(found, 1) == chosen(found, -2) == found[0] and chosen(found, 3) is chosen(found, -3) is None
