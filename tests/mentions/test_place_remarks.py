"""What an order says about another place than its own is left out."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.place_remarks import without_place_remarks

PAPER = read(
    "# Study\n\n## Intro\n\nTrees cool streets.\n\n## Methods\n\nWe measured. It rained.\n\n- One\n- Two\n\n"
    "## Limits\n\nThe summer was wet. The sample was small.\n\n## Outlook\n\nMore will follow. The study goes on.\n"
)


@pytest.mark.parametrize(
    ("order", "remark"),
    [
        ("Move Outlook before Limits", ", where Methods used to be"),
        ("Move Outlook before Limits", ", which Methods was before"),
        ("Move the list to the end of Limits", ", where it was before Methods grew"),
        ("Move Intro behind Limits", ", where Outlook is now"),
        ("Move Limits to the end", ", which Outlook was at before"),
        ("Verschiebe Outlook vor Limits", ", wo früher Methods stand"),
        ("Déplace Outlook avant Limits", ", où était Methods"),
        ("Mueve Outlook antes de Limits", ", donde estaba Methods"),
        ("Sposta Outlook prima di Limits", ", dove stava Methods"),
        ("Verplaats Outlook voor Limits", ", waar Methods stond"),
        ("Move the list to the end of Limits", ", not of Outlook"),
        ("Move the list to the end of Limits", " and not of Outlook"),
        ("Move Outlook before Limits", ", not Methods"),
        ("Move Outlook before Limits", ", not before Methods"),
        ("Move Intro to the end", ", not before Outlook"),
        ("Delete the last sentence of Limits", ", not of Outlook"),
        ("Verschiebe die Liste ans Ende von Limits", ", nicht von Outlook"),
        ("Déplace Outlook avant Limits", ", pas avant Methods"),
        ("Mueve Outlook antes de Limits", ", no antes de Methods"),
        ("Verplaats Outlook voor Limits", ", niet voor Methods"),
        ("Move the list to the end of Methods", ", not of Outlook"),
        ("Move Outlook before Limits", ", as in Methods"),
    ],
)
def test_words_about_another_place_are_left_out(order: str, remark: str) -> None:
    assert without_place_remarks(PAPER, f"{order}{remark}") == order


@pytest.mark.parametrize(
    "order",
    [
        "Move Outlook before Limits", "Move the list, which is in Methods, to the end of Limits",
        "Move the list to Limits, where the sample is described", "Move Outlook to where Methods is",
        "Move Outlook not before Methods but before Limits", "Move Outlook before Limits, not before Methods but Intro",
        "Delete the last sentence of Limits, no Outlook", "Delete Outlook, no, Limits",
        "Delete Outlook, not the heading",
        "Delete the last sentence, not of Outlook", "Replace “wet” with “rainy”, not in Methods",
        "Delete the sentence where Methods is named", "Rename Limits to “Outlook, not Methods”",
        "Do not move Outlook before Limits", "Add “Rain came.” to the end of Limits, where Methods is named",
        "Delete everything but Outlook", "Borra Outlook, no Limits", "Lösche Outlook, aber nicht Limits",
    ],
)  # fmt: skip
def test_words_that_belong_to_the_order_stay(order: str) -> None:
    assert without_place_remarks(PAPER, order) == order
