"""A part, a quotation or a number of an order that an edit does not use is found."""

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.plan import Placement
from backend.placement.sentence_edits import read_sentence_edit
from backend.placement.unread_parts import unread_part
from backend.placement.word_changes import read_word_change

PAPER = read(
    "# Trees\n\n## Shade\n\nElms give shade. Oaks give more.\n\nShade cools.\n\n## Water\n\nElms need water. Oaks "
    "less.\n\n- Elm\n- Oak\n\n## Costs\n\nA tree costs 900 euros. Pruning costs 40 euros.\n"
)


def edit_of(message: str) -> Placement:
    found = read_word_change(PAPER, message) or read_sentence_edit(PAPER, message) or read_edit(PAPER, message)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("Delete the last sentence of Shade, I mean of Water", "Water"),
        ("Delete the first and the last paragraph of the document", "first"),
        ("Rename Costs to “Money” and Water to “Rain”", "“Rain”"),
        ("Replace “Elms” with “Ashes” in Shade, and “Oaks” with “Figs” in Water", "“Oaks”"),
        ("Lösche den letzten Satz von Shade, ich meine von Costs", "Costs"),
        ("Renomme Costs en « Prix » et Water en « Eau »", "« Eau »"),
        ("Borra la última frase de Shade, perdón, de Costs", "Costs"),
    ],
)
def test_what_an_edit_leaves_out_is_found(message: str, words: str) -> None:
    assert unread_part(PAPER, message, edit_of(message)) == words


@pytest.mark.parametrize(
    "message",
    [
        "Delete the last sentence of Shade because it repeats Water",
        "Delete the first sentence of Shade, please.",
        "First, delete the list in Water.",
        "Delete the paragraph after “Oaks give more.”",
        "Delete the first two sentences of Costs",
        "Rename the section “Costs” to “Money”",
        "Rename “Costs” to “Money and time”",
        "Replace “Elms” with “Ashes” in Shade and in Water",
        "Replace the second “Elms” with “Ashes”",
        "Move “Oaks give more.” to the end of Costs",
        "Move Costs before Shade",
        "Move the list after the first paragraph of Shade",
        "Swap Shade and Costs",
        "Merge Water and Shade",
        "Undo the first change",
        "Lösche die Liste, weil sie wie Costs ist",
    ],
)
def test_an_order_that_is_used_whole_leaves_nothing(message: str) -> None:
    found = read_word_change(PAPER, message) or read_sentence_edit(PAPER, message) or read_edit(PAPER, message)
    assert found is None or unread_part(PAPER, message, found) == ""
