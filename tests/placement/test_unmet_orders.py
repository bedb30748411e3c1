"""What an edit leaves out of a message with several orders is found, and a deletion with an insertion is a move."""

import pytest

from backend.document.blocks import read
from backend.document.outline import outline
from backend.mentions.placeholders import masked
from backend.mentions.resolver import names_in, resolve
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Placement
from backend.placement.unmet_orders import read_one_move, refused_copy, said_from, unmet_order

PAPER = read(
    "# Tides\n\n## Methods\n\nWe measured. We waited.\n\n"
    "## Results\n\nIt was warm. It froze.\n\n## Outlook\n\nMuch remains.\n"
)


def unmet(message: str, operation: str) -> str:
    titles = tuple(each.title for each in outline(PAPER).sections if each.title)
    said = masked(message, titles, names_in(message, resolve(PAPER, message)))
    return unmet_order(said, Placement(operation))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("message", "operation", "verb"),
    [
        ("Bring it back, but call it Limits.", "restore", "call"),
        ("Rename Methods to “Patients” and delete Outlook.", "rename", "delete"),
        ("rename Outlook to Open problems and move it before Results", "rename", "move"),
        ("Merge Methods and Results under the heading “Work”", "rename", "merge"),
        ("Swap Methods and Results and delete the rest", "move", "delete"),
        ("Delete Outlook. Then shorten the Results.", "delete", "shorten"),
        ("Undo that and delete Outlook", "restore", "delete"),
        ("Delete Outlook and summarize Results", "delete", "summarize"),
        ("Supprime Outlook et corrige Results", "delete", "corrige"),
        ("Benenne Outlook in „Ausblick“ um und verschiebe es vor Results", "rename", "verschiebe"),
        ("Methods umbenennen in „Verfahren“ und Outlook löschen", "rename", "löschen"),
        ("Renomme Methods en « Patients » et supprime Outlook", "rename", "supprime"),
        ("Cambia el título de Methods a «Pacientes» y borra Outlook", "delete", "borra"),
        ("Cut the first sentence of Methods and paste it into Results", "delete", "paste"),
    ],
)
def test_an_order_that_is_left_out_is_found(message: str, operation: str, verb: str) -> None:
    assert unmet(message, operation) == verb


@pytest.mark.parametrize(
    ("message", "operation"),
    [
        ("Delete Methods and Outlook, please.", "delete"),
        ("The Outlook is weak, delete it", "delete"),
        ("Take Outlook and move it before Results", "move"),
        ("Could you swap Methods and Results? Thanks.", "move"),
        ("Rename Outlook to “Cut and paste this”", "rename"),
        ("Undo that, and restore it as it was", "restore"),
        ("Delete Outlook, but don't delete the heading", "delete"),
        ("Replace “cold” with “warm” in Methods and in Results", "rename"),
    ],
)
def test_an_order_in_several_clauses_is_carried_out_whole(message: str, operation: str) -> None:
    assert unmet(message, operation) == ""


@pytest.mark.parametrize(
    ("message", "verb"),
    [
        ("Delete the first sentence of Methods and put it at the beginning of Results.", "put"),
        ("Lösche den ersten Satz von Methods und setze ihn an den Anfang von Results.", "setze"),
        ("Supprime la première phrase de Methods et mets-la au début de Results.", "mets"),
        ("Borra la primera frase de Methods y ponla al principio de Results.", "pon"),
    ],
)
def test_a_deletion_with_an_insertion_is_a_move(message: str, verb: str) -> None:
    edit = read_one_move(PAPER, message, verb)
    assert edit is not None and edit.operation == "move"
    moved = PAPER.text.replace("We measured. ", "").replace("It was warm.", "We measured. It was warm.")
    assert carry_out_edit(PAPER, edit).text == moved


def test_other_pairs_of_orders_are_no_move() -> None:
    assert read_one_move(PAPER, "Delete Outlook and move Methods behind Results", "move") is None
    assert read_one_move(PAPER, "Rename Outlook to “End” and put it before Results", "put") is None


def test_the_words_of_an_order_are_shown_from_its_verb_on() -> None:
    assert said_from("Rename Methods to “A” and delete  2.3.", "delete") == "delete 2.3"
    assert said_from("and delete " + "very " * 40, "delete").endswith("very …")


@pytest.mark.parametrize(
    ("message", "refused"),
    [
        ("copy the first paragraph of Methods to the end of Outlook", True),
        ("Copie le premier paragraphe de Methods à la fin de Outlook", True),
        ("put a copy of Methods before Outlook", True),
        ("copia il primo paragrafo di Methods alla fine di Outlook", True),
        ("copiar o primeiro parágrafo de Methods no fim de Outlook", True),
        ("move the copy of the first paragraph of Methods to Outlook", False),
        ("move the first paragraph of Methods to the end of Outlook", False),
    ],
)
def test_an_order_to_copy_is_never_carried_out_as_a_move(message: str, refused: bool) -> None:
    titles = tuple(each.title for each in outline(PAPER).sections if each.title)
    said = masked(message, titles, names_in(message, resolve(PAPER, message)))
    assert bool(refused_copy(said, Placement("move"))) == refused
    assert bool(refused_copy(said, None)) == refused
    assert not refused_copy(said, Placement("delete"))
