"""Descriptions of neighboring paragraphs are found in a message."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.request.asides import parsed
from backend.placement.request.described_neighbors import described_neighbors

PAPER = read("# Bees\n\n## Methods\n\nM one.\n\n## Data augmentation\n\nD one.\n\n## Results\n\nR one.\n")


def described(message):
    found = described_neighbors(parsed(view_of(PAPER), message))
    return [(each.side, [word.norm for word in each.topic.words], each.kind) for each in found]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Results, after the paragraph about sea ice", [("after", ["sea", "ice"], "paragraph")]),
        ("add a paragraph on rain right after the one about plasmids", [("after", ["plasmids"], "paragraph")]),
        ("where we discuss dropout: before that paragraph", [("before", ["dropout"], "paragraph")]),
        (
            "where the odd example is shown in Results - please put this in front of it",
            [("before", ["odd", "example", "shown"], "")],
        ),
        ("scalability para, then mine", []),
        ("scalability paragraph, put it after that", [("after", ["scalability"], "paragraph")]),
        ("Results: after smooth filtering", [("after", ["smooth", "filtering"], "")]),
        (
            "between the paragraph on ice and the one on mud",
            [("after", ["ice"], "paragraph"), ("before", ["mud"], "paragraph")],
        ),
        (
            "after the paragraph on ice and before the one on mud",
            [("after", ["ice"], "paragraph"), ("before", ["mud"], "paragraph")],
        ),
        ("Results, before the table of hives", [("before", ["hives"], "table")]),
        ("Results, under the figure", [("after", [], "figure")]),
        (
            "The paragraph on sea ice in the Results should be followed by this.",
            [("after", ["sea", "ice"], "paragraph")],
        ),
        ("nach dem Absatz über Plasmide in Results", [("after", ["plasmide"], "paragraph")]),
    ],
)
def test_topic_of_the_neighbor(message, expected):
    assert described(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "Describe growth after irrigation.",
        "Write a paragraph on growth after irrigation.",
        "Methods, after the second paragraph",
        "after Table 2 on ice",
        "before the Results section",
        "after the only paragraph of the Methods",
        "not after the paragraph on ice",
        "after it",
        "The paragraph after the paragraph on ice is too long.",
        "to the end of Results",
    ],
)
def test_other_places_are_no_descriptions(message):
    assert described(message) == []
