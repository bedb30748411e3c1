"""Statements about a change of the document are told from orders to make it."""

from __future__ import annotations

import pytest

from backend.document.order_words import NAME, QUOTATION
from backend.document.told_changes import only_tells_of_change


def _tells(clause: str) -> bool:
    return only_tells_of_change(clause.replace("X", NAME).replace("Q", QUOTATION))


@pytest.mark.parametrize(
    "clause",
    [
        "Deleting X would be a pity.", "To delete X is wrong", "X zu löschen wäre schade.",
        "X zu löschen hieße, neu zu messen.", "X löschen wäre falsch",
        "Supprimer la figure serait dommage.", "Borrar X sería una lástima.", "Cancellare X sarebbe un peccato",
        "Somebody told me to rename X to Q.", "I was told to delete X", "Man hat mir geraten, X zu löschen",
        "On m'a dit de supprimer X", "Me pidieron borrar X", "Mi hanno detto di cancellare X",
        "I still have to replace Q with Q.", "I must delete X", "Ich muss noch Q durch Q ersetzen.",
        "Je dois supprimer X",
        "Man könnte X vor X verschieben.", "Vielleicht sollte man X kürzen oder löschen.", "One could delete X",
        "Se podría borrar X", "Si potrebbe cancellare X",
        "The editor suggests that we rename X to Q.", "The reviewer 2 insists that I remove the table",
        "My supervisor wants to delete X", "Der Gutachter will, dass ich X lösche", "Unsere Chefin möchte X streichen",
        "Le relecteur veut renommer X en Q", "L'éditeur propose de renommer X en Q", "El revisor quiere borrar X",
        "I hate to rename X to Q", "I would hate to lose the figure",
        "We decided to delete X", "Ich wollte X in Q umbenennen.",
        "Todavía tengo que sustituir Q por Q",
        "It would be a shame to delete X", "Es ist schade, X zu löschen", "C'est dommage de supprimer X",
        "Sería una lástima borrar X", "È un peccato cancellare X",
    ],
)  # fmt: skip
def test_a_statement_only_tells_of_a_change(clause: str) -> None:
    assert _tells(clause)


@pytest.mark.parametrize(
    "clause",
    [
        "Delete X", "Delete the figure, that would be great.", "Could you delete X?", "I want to delete X",
        "I would like to move X before X", "I need you to delete X", "X ist zu löschen", "X should be deleted",
        "Bitte X löschen", "Ich möchte X löschen", "Könnte man X löschen?", "Es wäre schön, wenn du X löschst",
        "Supprimer X", "Il faut supprimer X", "Supprimer la phrase qui est trop longue", "Borrar X", "Hay que borrar X",
        "Reviewer 2 asked us to justify the sample in X", "We should explain X", "Delete everything that is in X",
        "You told me to delete X, please do", "Verschiebe es ans Ende von X.", "Lösche es", "Löschen Sie es",
        "Bitte verschieben Sie es nach X", "Verschieben, es ist falsch", "Remove the era table",
        "Bitte löschen: es ist zu lang", "I need to rename X to Q", "We would very much like to delete X",
        "The word Q should be replaced by Q",
        "Das Wort Q löschen", "The last sentence of X can go", "Ich würde gern X in Q umbenennen",
        "Die Abbildung löschen", "Das letzte Bild löschen",
    ],
)  # fmt: skip
def test_an_order_is_more_than_a_statement(clause: str) -> None:
    assert not _tells(clause)
