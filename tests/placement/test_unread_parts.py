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
        ("Lösche den letzten Satz von Shade, ich meine von Costs", "Costs"),
        ("Renomme Costs en « Prix » et Water en « Eau »", "« Eau »"),
        ("Borra la última frase de Shade, perdón, de Costs", "Costs"),
        ("Delete the first or the last sentence of Shade", "last sentence of Shade"),
        ("Delete Shade or Water", "Water"),
        ("Move the list to Shade or to Costs", "Shade"),
        ("Move Costs before Water or Shade", "Water"),
        ("Move Costs to where Water is now", "where Water is now"),
        ("Move Costs before Water, the section that follows Shade", "Water"),
        ("Rename Costs to “Money” or “Next steps”", "“Next steps”"),
        ("Rename Water to “Sun”, and the list goes to Costs", "Water"),
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
        "Delete the paragraph before the list",
        "Delete the list below the paragraph “Elms need water. Oaks less.”",
        "Delete the list in Water",
    ],
)
def test_an_order_that_is_used_whole_leaves_nothing(message: str) -> None:
    found = read_word_change(PAPER, message) or read_sentence_edit(PAPER, message) or read_edit(PAPER, message)
    assert found is None or unread_part(PAPER, message, found) == ""


MIXED = read("# T\n\n## A\n\nOne fox.\n\n- x\n- y\n\n| k | v |\n| --- | --- |\n| p | 1 |\n\n![F](f.png)\n")


@pytest.mark.parametrize(
    "message",
    [
        "Delete the figure or the table", "Delete the figure, er, the table", "Delete the figure / the table",
        "Delete the figure & the table", "Delete the figure, that is, the table",
        "Lösche die Abbildung oder die Tabelle", "Lösche die Abbildung, ach was, die Tabelle",
        "Supprime la figure, euh, le tableau", "Borra la figura o la tabla",
    ],
)  # fmt: skip
def test_a_second_element_that_stays_is_found(message: str) -> None:
    edit = read_edit(MIXED, message)
    assert edit is not None
    assert unread_part(MIXED, message, edit) in ("table", "Tabelle", "tableau", "tabla")


@pytest.mark.parametrize("message", ["Delete the figure below the table", "Supprime le tableau, car la figure suffit"])
def test_an_element_beside_the_object_is_used(message: str) -> None:
    edit = read_edit(MIXED, message)
    assert edit is not None
    assert unread_part(MIXED, message, edit) == ""


def test_a_part_that_the_message_keeps_is_not_changed() -> None:
    edit = read_edit(PAPER, "Delete Water.")
    assert edit is not None
    assert unread_part(PAPER, "Delete Water, but leave the list alone.", edit) == "list"
    assert unread_part(PAPER, "Delete Water, but leave Shade alone.", edit) == ""
