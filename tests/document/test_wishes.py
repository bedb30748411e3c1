"""A wish for a change of the document is read as an order, and other wishes stay as they are."""

import pytest

from backend.document.wishes import as_order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("I'd like to delete the figure.", "delete the figure."),
        ("We need to move the table to X", "move the table to X"),
        ("Je voudrais supprimer la figure", "supprimer la figure"),
        ("Il faut supprimer la figure.", "supprimer la figure."),
        ("Quiero borrar la tabla", "borrar la tabla"),
        ("Vorrei cancellare la tabella", "cancellare la tabella"),
        ("Gostaria de apagar a tabela", "apagar a tabela"),
        ("last paragraph of X -> end of Y", "move last paragraph of X to the end of Y"),
        ("X → before Y", "move X before Y"),
    ],
)
def test_a_wish_becomes_an_order(text: str, order: str) -> None:
    assert as_order(text) == order


@pytest.mark.parametrize(
    "text",
    [
        "I want to delete X later. What does it say?", "I want you to delete X", "I'd like to write about X",
        "Would I want to delete X?", "I hate to delete X", "I want a table", "Quiero saber más", "Delete X", "",
        "I wanted to delete X", "teh -> the", "2.4 → Endpoints", "X -> Y -> end of Z",
    ],
)  # fmt: skip
def test_other_messages_stay_as_they_are(text: str) -> None:
    assert as_order(text) == text
