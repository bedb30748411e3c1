"""The object of "after" or "before" must be beside the place."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.request.asides import parsed
from backend.placement.request.asked_place import read_request
from backend.placement.request.unmet_relations import misses_object

VIEW = DocumentView(
    read(
        "# Ice\n\n## Rivers\n\nRivers freeze slowly.\n\nLakes freeze fast.\n\nSeas rarely do.\n\n"
        "## Methods\n\nWe drilled.\n\nCores were cut.\n"
    )
)


def misses(message: str, after: str) -> bool:
    """Return True if a message has a relation whose object is not beside the place after a block."""
    reading, asked = parsed(VIEW, message), read_request(VIEW, message)
    assert reading is not None
    assert asked is not None
    left = next(block for block in VIEW.blocks if VIEW.document.source(block).startswith(after))
    right = next((block for block in VIEW.blocks[left.index + 1 :] if block.kind != "blank"), None)
    return misses_object(reading, asked, list(range(len(reading.tokens))), (left, right))


@pytest.mark.parametrize(
    ("message", "after", "expected"),
    [
        ("Rivers, second paragraph - after it", "Rivers freeze", True),
        ("Rivers, ¶ 2: after", "Seas", True),
        ("After Rivers.", "Seas", False),
        ("Nel Rivers, dopo il paragrafo sul secondo lago.", "Seas", True),
        ("Into Rivers, after the seas.", "Seas", False),
        ("Into Rivers, after what is there.", "Seas", False),
        ("Into Rivers, after reading it again.", "Seas", False),
    ],
)
def test_the_object_of_a_relation_must_be_beside_the_place(message: str, after: str, expected: bool):
    assert misses(message, after) is expected


@pytest.mark.parametrize(
    ("message", "expected"), [("Rivers, blurb on lakes, then this", True), ("Rivers, then this", False)]
)
def test_an_order_of_parts_may_have_no_unknown_words(message: str, expected: bool):
    assert misses(message, "Seas") is expected
