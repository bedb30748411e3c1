"""A row of a table that a message gives as cells between bars."""

import pytest

from backend.document.own_words import own_words
from backend.document.typed_rows import typed_row


@pytest.mark.parametrize(
    ("message", "row"),
    [
        ("Add a row to the table: Munich | 3 | 41", "| Munich | 3 | 41 |"),
        ("Ergänze eine Zeile: Kronach | 2 | 15, zwischen Coburg und Hof.", "| Kronach | 2 | 15 |"),
        ("Añade una fila al cuadro: Mixte | 5 | 7,4, antes de Taillée.", "| Mixte | 5 | 7,4 |"),
        ("Put this row at the end:\n| Lund | 1 | |", "| Lund | 1 |  |"),
    ],
)
def test_cells_between_bars_are_a_row(message, row):
    given = own_words(message)
    assert given is not None and given.content == row


@pytest.mark.parametrize("message", ["P(A|B) is small.", "What does | mean?", "Add:\na | b\nc | d", "Write on rain."])
def test_other_bars_are_no_row(message):
    assert typed_row(message, message) is None


def test_a_question_about_a_row_orders_nothing():
    assert own_words("What does this row say: Travel | 9 | 14?") is None
