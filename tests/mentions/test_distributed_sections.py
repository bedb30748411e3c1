"""A message may order a text of its own for each of several sections."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.distributed_sections import distributed_sections

PAPER = read("# P\n\n## Methods\n\nWe did.\n\n## Limits\n\nIt was wet.\n\n## Outlook\n\nMore will come.\n")


@pytest.mark.parametrize(
    ("message", "titles"),
    [
        ("Write a sentence on rain for Limits and one on money for Outlook.", ["Limits", "Outlook"]),
        ("I need a sentence on rain in Limits and another on money in Outlook.", ["Limits", "Outlook"]),
        ("Add a remark about rain to Limits and a remark about money to Outlook.", ["Limits", "Outlook"]),
        ("Write a line for Methods, one for Limits and one for Outlook.", ["Methods", "Limits", "Outlook"]),
        ("Insert one sentence each at the end of Limits and Outlook.", ["Limits", "Outlook"]),
        ("Schreib einen Satz über Regen für Limits und einen über Geld für Outlook.", ["Limits", "Outlook"]),
        ("Ergänze je einen Satz in Limits und Outlook.", ["Limits", "Outlook"]),
        ("Écris une phrase sur la pluie pour Limits et une sur l'argent pour Outlook.", ["Limits", "Outlook"]),
        ("Escribe una frase sobre lluvia para Limits y otra sobre dinero para Outlook.", ["Limits", "Outlook"]),
        ("Scrivi una frase sulla pioggia per Limits e una sui fondi per Outlook.", ["Limits", "Outlook"]),
    ],
)
def test_each_section_gets_a_text(message: str, titles: list[str]) -> None:
    assert [PAPER.blocks[each.start].title for each in distributed_sections(PAPER, message)] == titles


@pytest.mark.parametrize(
    "message",
    [
        "Add a paragraph to Limits about one of the sites in Methods.", "Write two sentences on Limits for Outlook.",
        "Write a paragraph for Limits that leads to Outlook.", "Add one sentence on rain and one on money to Limits.",
        "Move a sentence from Limits and one from Methods to Outlook.", "Write a paragraph on Methods and Outlook.",
        "Is there a sentence for Limits and one for Outlook?", "Rewrite Limits and Outlook.",
    ],
)  # fmt: skip
def test_other_messages_order_one_text(message: str) -> None:
    assert distributed_sections(PAPER, message) == ()
