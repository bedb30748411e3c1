"""A word of an order that its edit does not use is found, and ordinary words of orders are not."""

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.ordered_edits.unread_words import unread_word
from backend.placement.sentence_edits import read_sentence_edit

PAPER = read(
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\nShade matters most at noon.\n\n## Methods\n\n"
    "We measured.\n\n- Sites\n- Sensors\n\n## Results\n\nWind.\n\n![Heat map](heat.png)\n\n## Limits\n\nThe summer was "
    "wet. The sample was small.\n\n## Outlook\n\nMore sites will follow. The study goes on.\n"
)


def unread(order: str) -> str:
    edit = read_sentence_edit(PAPER, order) or read_edit(PAPER, order)
    assert edit is not None
    return unread_word(PAPER, order, edit)


@pytest.mark.parametrize(
    ("order", "word"),
    [
        ("Delete Outlook tomorrow.", "tomorrow"),
        ("Delete Outlook after the meeting.", "meeting"),
        ("Supprimer la figure serait dommage.", "serait"),
        ("Borra la figura sería una lástima", "sería"),
        ("Delete the last sentence of Limits, along with the figure.", "along"),
        ("Delete the figure in addition to the list.", "addition"),
        ("Rename Outlook to “Future” tomorrow", "tomorrow"),
        ("Delete the figure as well as the table.", "table"),
        ("Delete the table as well as the figure.", "table"),
        ("Outlook should also tell that nurses paid for a call", "tell"),
        ("Die Abbildung löschen, den letzten Satz von Limits auch.", "Abbildung"),
    ],
)
def test_a_word_that_the_edit_does_not_use_is_found(order, word):
    assert unread(order) == word


@pytest.mark.parametrize(
    "order",
    [
        "Please delete the whole section Outlook completely.",
        "The last sentence of Limits is redundant, please delete it.",
        "I want you to delete the list",
        "Delete the paragraph about noon",
        "Delete the entire list",
        "Rename “Outlook” as “Next steps”",
        "change the title of Outlook to Future work",
        "Put Outlook in front of Limits",
        "Could you remove the figure from Results?",
        "Ich möchte den Abschnitt Outlook löschen",
        "Outlook bitte in Future umbenennen",
        "Outlook should be called Future",
        "Je voudrais supprimer la figure",
        "Verwijder de laatste zin van Outlook",
        "Elimina l’ultima frase di Outlook",
    ],
)
def test_the_usual_words_of_an_order_are_used(order):
    assert unread(order) == ""
