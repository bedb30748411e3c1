"""A message may order a text and, beside it, a change of the document that needs no writer."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.mixed_orders import read_mixed_orders

PAPER = read(
    "# Study\n\n## Methods\n\nWe measured. It rained.\n\n- One\n- Two\n\n## Results\n\nIt was wet. It grew.\n\n"
    "![Map](map.png)\n\n## Outlook\n\nMore will follow. It goes on.\n"
)


@pytest.mark.parametrize(
    ("message", "writing", "changes"),
    [
        ("Rewrite Results and delete the figure.", "Rewrite Results", ["delete the figure"]),
        ("Rewrite Outlook, then rename it to “Plans”.", "Rewrite Outlook", ["rename it to “Plans”"]),
        ("Shorten Methods. Also move Outlook before Results.", "Shorten Methods", ["Also move Outlook before Results"]),
        ("Rewrite the first sentence of Outlook and replace “grew” with “rose”.",
         "Rewrite the first sentence of Outlook", ["replace “grew” with “rose”"]),
        ("Add a sentence on rain to Outlook and delete the list.", "Add a sentence on rain to Outlook",
         ["delete the list"]),
        ("Make this sentence two sentences and delete the one before.", "Make this sentence two sentences",
         ["delete the one before"]),
        ("Expand Methods by one sentence and then move it behind Results.", "Expand Methods by one sentence",
         ["then move it behind Results"]),
        ("Schreib Results neu und lösche die Liste.", "Schreib Results neu", ["lösche die Liste"]),
        ("Réécris Outlook et supprime la figure.", "Réécris Outlook", ["supprime la figure"]),
        ("Shorten Outlook and swap Methods and Results.", "Shorten Outlook", ["swap Methods and Results"]),
    ],
)  # fmt: skip
def test_a_change_is_read_apart_from_the_text_that_is_ordered(message: str, writing: str, changes: list[str]) -> None:
    found = read_mixed_orders(PAPER, message)
    assert found is not None
    assert (found.writing, list(found.changes)) == (writing, changes)


@pytest.mark.parametrize(
    "message",
    [
        "Rewrite Results.", "Delete the list and summarise Results in one sentence.",
        "Delete the list and rename Outlook to “Plans”.",
        "Rewrite Results and remove the repetition.",
        "Write a paragraph on rain and move it to the end.", "Shorten Results by removing the figure.",
        "Rewrite Results and delete the list. No, leave it.", "Should I rewrite Results and delete the list?",
    ],
)  # fmt: skip
def test_other_messages_are_not_divided(message: str) -> None:
    assert read_mixed_orders(PAPER, message) is None
