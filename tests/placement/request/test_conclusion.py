"""The latest clear place of a conversation counts; "before it" and "at the start" modify the place before."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.placement.request.asked_place import read_request
from backend.placement.request.conclusion import conclude

VIEW = DocumentView(read("# Ice\n\n## Methods\n\nWe waited.\n\n## Results\n\nIt froze.\n"))


def concluded(*messages: str):
    return conclude([read_request(VIEW, message, opens=number == 0) for number, message in enumerate(messages)])


@pytest.mark.parametrize(
    ("messages", "relation", "section"),
    [
        (("After Methods.",), "after", "Methods"),
        (("After Methods.", "No, after Results."), "after", "Results"),
        (("At the end of Methods.", "No, at the start."), "start", "Methods"),
        (("After Methods.", "Make it shorter."), "after", "Methods"),
    ],
)
def test_the_place_that_is_meant_in_the_end(messages, relation, section):
    found = concluded(*messages)
    assert found is not None and found.target is not None and found.relation == relation
    assert VIEW.sections[found.target.sections[0]].title == section


def test_no_message_names_a_place():
    assert concluded("Make it shorter.") is None
