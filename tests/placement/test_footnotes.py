"""A footnote goes to the words for which it was ordered, and nothing else of their block changes."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.footnotes import at_footnoted, with_footnotes
from backend.services.placing import place_by_rules

PAPER = read(
    "# Bees\n\n## Traps\n\nThe traps were blue. They hung for a week.\n\n- Ropes were long.\n- Bags were dry.\n\n"
    "## Limits\n\nIt rained.[^1] It snowed.\n\n[^1]: Often.\n"
)
NOTE = "[^a]: By hand."


@pytest.mark.parametrize(
    ("message", "content", "made"),
    [
        ("Add a footnote to “blue”.", f"The traps were blue[^a]. They hung for a week.\n\n{NOTE}",
         f"The traps were blue[^a]. They hung for a week.\n\n{NOTE}"),
        ("Add a footnote to the first sentence of Traps.", f"The traps were blue.[^a]\n\n{NOTE}",
         f"The traps were blue.[^a] They hung for a week.\n\n{NOTE}"),
        ("In the paper, add a footnote to the first sentence of Traps.", NOTE,
         f"The traps were blue.[^a] They hung for a week.\n\n{NOTE}"),
        ("Add a footnote to “Bags were dry.”", f"Bags were dry.[^a]\n\n{NOTE}",
         f"- Ropes were long.\n- Bags were dry.[^a]\n\n{NOTE}"),
        ("Put a footnote at the last sentence of Traps.", NOTE,
         f"The traps were blue. They hung for a week.[^a]\n\n{NOTE}"),
        ("Put a footnote after “It snowed.”", f"It snowed.[^a]\n\n{NOTE}",
         f"It rained.[^1] It snowed.[^a]\n\n{NOTE}"),
        ("Footnote for the first sentence of Traps.", "The traps were blue.^[By hand.]",
         "The traps were blue.^[By hand.] They hung for a week."),
        ("Add a footnote to “blue”.", "The traps were blue[^1].\n\n[^1]: By hand.",
         "The traps were blue[^2]. They hung for a week.\n\n[^2]: By hand."),
    ],
)  # fmt: skip
def test_the_whole_block_gets_the_mark(message: str, content: str, made: str) -> None:
    assert with_footnotes(PAPER, content, message) == made
    placed = place_by_rules(PAPER, made, (message,))
    assert placed.sure
    marked, _, _ = made.partition("\n\n[^")
    assert placed.placed.text.count(marked) == 1 and placed.placed.text.count("They hung for a week.") == 1


@pytest.mark.parametrize(
    ("message", "content"),
    [
        ("Add a footnote to “were”.", NOTE), ("Add a sentence to Traps.", NOTE),
        ("Write a paragraph with a footnote.", f"Wasps[^a] came, too.\n\n{NOTE}"), ("Add a sentence.", "Wasps came."),
    ],
)  # fmt: skip
def test_other_content_stays(message: str, content: str) -> None:
    assert with_footnotes(PAPER, content, message) == content
    assert at_footnoted(PlacementBuilder(view_of(PAPER), Content.of(content)), message) == []


@pytest.mark.parametrize(
    ("message", "replaces"),
    [("Shorten the note on nests.", True), ("Correct the footnote.", True), ("Add a footnote on bees.", False)],
)
def test_a_note_with_a_label_of_the_document_replaces_the_note_of_this_label(message: str, replaces: bool) -> None:
    document = read(
        "# P\n\nWasps came.[^n] Bees came.[^m]\n\n[^n]: A nest is where they live.\n[^m]: Bees are small.\n"
    )
    found = place_by_rules(document, "[^n]: It is home.", (message,))
    assert (found.placed.text == document.text.replace("A nest is where they live", "It is home")) is replaces
    assert found.sure is replaces
