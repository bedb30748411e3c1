"""The section in which a block is counted or sought, where the words about the block do not name the section."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.parsed_message import ParsedMessage
from backend.mentions.section_of_block import holder

VIEW = DocumentView(read("# 1. Sampling\n\nA.\n\n# Results\n\nB.\n\n# Discussion\n\nC.\n"))


@pytest.mark.parametrize(
    ("message", "title"),
    [
        ("Results, after the figure", "Results"),
        ("Results again: below its figure", "Results"),
        ("Results. Above the figure.", "Results"),
        ("1. Sampling: after the figure", "1. Sampling"),
        ("No, not there: Results, after the figure.", "Results"),
        ("It belongs into the results, after the figure.", "Results"),
        ("Not in Results, after the figure.", None),
        ("We finished Results yesterday. Put it after the figure.", None),
        ("Results and Discussion, after the figure", None),
        ("After the figure.", None),
    ],
)
def test_a_section_holds_what_is_described_beside_its_name(message: str, title: str | None):
    reading = ParsedMessage(VIEW, message)
    start = next(index for index, token in enumerate(reading.tokens) if token.text == "figure")
    found = holder(reading, start, len(reading.tokens))
    assert [section.title for section in found] == ([title] if title else [])
