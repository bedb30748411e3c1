"""Parts are joined only if they follow each other and become one part of the same kind."""

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from backend.placement.ordered_edits.joining import joined

PAPER = read(
    "# Bees\n\n## Methods\n\nWe counted.\n\nThen we slept.\n\n## Results\n\nTen.\n\n### Nights\n\nCold.\n\n"
    "- one\n\n## Outlook\n\nMore.\n"
)


@pytest.mark.parametrize(
    ("said", "operation", "block", "position"),
    [
        ("the first two paragraphs of Methods", "move", 2, "blocks 2 joined"),
        ("the two paragraphs of Methods", "move", 2, "blocks 2 joined"),
        ("the last paragraph of Methods and the first paragraph of Methods", "move", 2, "blocks 2 joined"),
        ("Results and Outlook", "delete", 9, "blocks 1"),
    ],
)
def test_neighbors_are_joined(said, operation, block, position):
    found = joined(PAPER, resolve(PAPER, said))
    assert found is not None
    made = found.placement
    assert (made.operation, found.mention.start, made.position) == (operation, block, position)


@pytest.mark.parametrize(
    "said",
    [
        "Methods and Outlook",
        "the two paragraphs of Results",
        "the paragraph and the list of Nights",
        "the first paragraph of Methods",
        "Results and Nights",
        "nothing",
    ],
)
def test_other_parts_are_not(said):
    assert joined(PAPER, resolve(PAPER, said)) is None
