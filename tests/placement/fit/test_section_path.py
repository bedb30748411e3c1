"""A path of section names and an edge are a place, even if each name is a common word."""

import pytest

from backend.document.blocks import read
from backend.placement.rules import decide

PAPER = read("# Bees\n\n## Methods\n\nM one.\n\n### Sampling\n\nS one.\n\nS two.\n\n## Results\n\nB one.\n")


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("methods>sampling, last", "end"),
        ("methods, sampling: at the end please", "end"),
        ("add this to methods / sampling, first", "start"),
    ],
)
def test_edge_of_a_path(message, place):
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert found.sure and (found.placement.place, found.placement.section[-1]) == (place, "Sampling")


@pytest.mark.parametrize("message", ["sampling > methods, last", "results > sampling, last"])
def test_names_that_are_no_path(message):
    assert not decide(PAPER, "Rain fell on the bees.", (message,)).sure
