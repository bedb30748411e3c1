"""A correction takes the place of the one part of an order that has its form; else it is not understood."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.corrected_orders import corrected

PAPER = read(
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\nShade matters.\n\n## Risks\n\n- Rain.\n- Wind.\n\n"
    "## Limits\n\nThe summer was wet. The sample was small.\n\n## Outlook\n\nMore will follow. It goes on.\n"
)
ORDER = "Delete the last sentence of Limits."


@pytest.mark.parametrize(
    ("order", "correction", "meant"),
    [
        (ORDER, "I mean the first.", "Delete the first sentence of Limits."),
        (ORDER, "Rather the first sentence", "Delete the first sentence of Limits."),
        (ORDER, "Sorry, I mean of Outlook.", "Delete the last sentence of Outlook."),
        (ORDER, "no, the first sentence of Outlook", "Delete the first sentence of Outlook."),
        ("Delete the first", "no, the second sentence of Limits", "Delete the second sentence of Limits"),
        ("Lösche den letzten Satz von Limits", "ich meine den ersten", "Lösche den ersten Satz von Limits"),
        ("Supprime la dernière phrase de Limits", "je veux dire la première", "Supprime la première phrase de Limits"),
        ("Borra la última frase de Limits", "quiero decir la primera", "Borra la primera frase de Limits"),
        ("Move Outlook after Intro", "ah no, after Limits", "Move Outlook after Limits"),
        ("Move Outlook to the end of Intro", "no, before Limits", "Move Outlook before Limits"),
        ("Rename Outlook to “Next”", "no, “Future”", "Rename Outlook to “Future”"),
        ("Rename Outlook to “Next”", "sorry, Limits", "Rename Limits to “Next”"),
        ("delete risk 1", "no, risk 2", "delete risk 2"),
        ("Move Intro to the end of Limits", "no, to the end of Risks", "Move Intro to the end of Risks"),
        ("Replace “wet” with “dry”", "no, with “damp”", "Replace “wet” with “damp”"),
        ("Mueve Outlook antes de Risks", "no, mejor antes de Limits", "Mueve Outlook antes de Limits"),
        ("delete bullet 1", "no, 2", "delete bullet 2"),
    ],
)
def test_a_correction_takes_the_place_of_what_has_its_form(order: str, correction: str, meant: str) -> None:
    assert corrected(PAPER, order, correction) == meant


@pytest.mark.parametrize(
    ("order", "correction"),
    [
        ("Move Outlook after Intro", "I mean Limits"),
        ("Replace “wet” with “dry”", "I mean “damp”"),
        (ORDER, "sorry, Outlook"),
        (ORDER, "no, shorten it"),
        (ORDER, "I mean the boring one"),
        ("Move the first sentence of Intro behind the last sentence of Limits", "I mean the second"),
    ],
)
def test_what_may_correct_several_parts_corrects_none(order: str, correction: str) -> None:
    assert corrected(PAPER, order, correction) == ""
