"""Content goes to an edge of the only section that a message names, also in words that the rules do not know."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.fit.section_edge import at_edge
from backend.placement.rules import decide

PAPER = read("# Bees\n\n## Peer review\n\nP one.\n\nP two.\n\n## Colony Survival Assay\n\nC one.\n\nC two.\n")


@pytest.mark.parametrize(
    ("message", "operation", "excerpt"),
    [
        ("Va messo in fondo a Colony Survival Assay.", "append_to_section", "## Colony Survival Assay"),
        ("Peer review: put this up top.", "insert_before", "P one."),
        ("Bitte ganz am Ende von Colony Survival Assay notieren.", "append_to_section", "## Colony Survival Assay"),
        ("Colony Survival Assayの最後に入れてください。", "append_to_section", "## Colony Survival Assay"),
    ],
)
def test_an_edge_and_a_whole_title_are_sure(message, operation, excerpt):
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert found.sure
    assert found.placement.section == ("Bees", excerpt[3:] if excerpt.startswith("#") else "Peer review")


@pytest.mark.parametrize(
    "message",
    [
        "Colony Survival Assay, but leave the summary last",
        "Peer review: after the last remark",
        "Peer review, second paragraph, last",
        "Peer review (the current paragraph there stays first)",
        "Peer review, the odd unknown bits, last",
        "at the end",
    ],
)
def test_other_words_are_no_edge(message):
    assert at_edge(PlacementBuilder(view_of(PAPER), Content.of("Rain fell.")), message) == []


@pytest.mark.parametrize(
    "message",
    [
        "Add this to Peer review as the last paragraph but one.",
        "Peer review, but leave the summarizing paragraph last.",
        "Peer review: rain gauges, second paragraph, after it",
    ],
)
def test_what_is_taken_back_leaves_a_doubt(message):
    assert not decide(PAPER, "Rain fell on the bees.", (message,)).sure
