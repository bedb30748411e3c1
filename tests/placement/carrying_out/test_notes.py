"""Footnotes of a content go beside those of the document."""

from __future__ import annotations

import pytest

from backend.document.blocks import Splice, read
from backend.placement.carrying_out.notes import with_notes_apart
from backend.placement.place import carry_out
from backend.placement.plan import Placement, anchor_at

DOCUMENT = read(
    "# Ice\n\nIt froze.[^1]\n\nIt thawed.[^2]\n\n## End\n\nThat is all.\n\n[^1]: In March.\n[^2]: In May.\n"
)
APART = "# Ice\n\nIt froze.[^1]\n\n[^1]: In March.\n\nIt thawed.[^2]\n\n[^2]: In May.\n"


@pytest.mark.parametrize("operation", ["replace", "insert_after", "insert_before"])
def test_text_and_footnotes_go_to_their_own_places(operation):
    content = "It froze.[^1] It snowed.[^3]\n\n[^3]: In April."
    placed = carry_out(DOCUMENT, content, Placement(operation, ("Ice",), anchor_at(DOCUMENT, 1), "block"))
    assert placed.text.endswith("[^1]: In March.\n[^2]: In May.\n\n[^3]: In April.\n")
    assert placed.text.count("It snowed.[^3]") == 1 and "[^3]\n\n[^3]" not in placed.text


@pytest.mark.parametrize(
    ("text", "content"),
    [
        (APART, "It rained.[^3]\n\n[^3]: Often."),
        (DOCUMENT.text, "It rained."),
        (DOCUMENT.text, "[^3]: Often."),
        (DOCUMENT.text, "[^3]: Often.\n\nIt rained.[^3]"),
        ("# Ice\n\nIt froze.\n", "It rained.[^3]\n\n[^3]: Often."),
    ],
)
def test_other_content_stays_together(text, content):
    splice = Splice(2, 2, content)
    assert with_notes_apart(read(text), splice) == (splice,)


@pytest.mark.parametrize("blocks", [(5, 6), (5, 7), (6, 7), (2, 7), (7, 7)])
def test_content_that_replaces_footnotes_or_comes_right_after_them_stays_together(blocks):
    splice = Splice(*blocks, "It rained.[^3]\n\n[^3]: Often.")
    assert len(DOCUMENT.blocks) == 7 and with_notes_apart(DOCUMENT, splice) == (splice,)
