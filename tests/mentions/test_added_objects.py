"""An object that is added to the first one of a verb is an order of its own, or its words are returned."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.added_objects import AddedObjects, added_objects

PAPER = read(
    "# Study\n\n## Methods\n\nWe chose sites. We read data.\n\n- One lot.\n- Two metres.\n\n"
    "## Results\n\nShade cooled. Wind did not.\n\n| Site | Trees |\n| --- | --- |\n| North | 12 |\n| South | 8 |\n\n"
    "![Heat map](heat.png)\n\n## Limits\n\nThe summer was wet. It was small.\n\n## Outlook\n\nMore will follow.\n"
)


@pytest.mark.parametrize(
    ("order", "orders"),
    [
        ("Delete the table as well as the figure", ("Delete the table", "Delete the figure")),
        ("Delete the table and the figure", ("Delete the table", "Delete the figure")),
        ("Drop Outlook together with the figure", ("Drop Outlook", "Drop the figure")),
        ("Delete the figure in addition to the list", ("Delete the figure", "Delete the list")),
        (
            "Delete the last sentence of Limits, along with the figure",
            ("Delete the last sentence of Limits", "Delete the figure"),
        ),
        (
            "Remove the last sentence of Limits, including the table",
            ("Remove the last sentence of Limits", "Remove the table"),
        ),
        ("Cut the last row plus the figure in Results", ("Cut the last row", "Cut the figure in Results")),
        (
            "Delete the table, the figure and the list",
            ("Delete the table", "Delete the figure", "Delete the list"),
        ),
        ("Lösche die Tabelle mitsamt der Abbildung", ("Lösche die Tabelle", "Lösche der Abbildung")),
        ("Streiche die Liste nebst der Tabelle", ("Streiche die Liste", "Streiche der Tabelle")),
        ("Die Liste samt der Tabelle löschen", ("löschen Die Liste", "löschen der Tabelle")),
        ("Supprime le tableau ainsi que la figure", ("Supprime le tableau", "Supprime la figure")),
        ("Borra la lista junto con la figura", ("Borra la lista", "Borra la figura")),
        ("Borra la tabla así como la lista", ("Borra la tabla", "Borra la lista")),
    ],
)
def test_an_added_object_is_an_order_of_its_own(order: str, orders: tuple[str, ...]) -> None:
    assert added_objects(PAPER, order) == AddedObjects(orders)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ("Delete the last sentence of Limits plus the one before", "plus the one before"),
        ("Delete this sentence and the one after it.", "and the one after it"),
        ("Delete the last row plus the row above.", "plus the row above"),
        ("Delete the figure and everything after it", "and everything after it"),
        ("Lösche den letzten Satz von Limits und den davor", "und den davor"),
        ("Supprime la dernière phrase de Limits et la précédente", "et la précédente"),
        ("Borra la última frase de Limits y la anterior", "y la anterior"),
        ("Delete the last sentence of Limits with the figure", "with the figure"),
        ("Supprime la liste avec la figure", "avec la figure"),
        ("Delete the last sentence of Results as well as Limits", "as well as Limits"),
        ("Delete the list as well as the last sentence in Limits", "as well as the last sentence in Limits"),
    ],
)
def test_the_words_of_an_unclear_object_are_returned(order: str, words: str) -> None:
    assert added_objects(PAPER, order) == AddedObjects(unclear=words)


@pytest.mark.parametrize(
    "order",
    [
        "Outlook kürzen, die Liste löschen",
        "Outlook übersetzen und die Liste löschen",
        "Delete the figure", "Delete the figure with its caption", "Delete the figure along with its caption",
        "Delete Methods including its subsections", "Delete Methods including the list",
        "Delete Results with the table",
        "Delete the paragraph with the citation", "Delete the paragraph with “sites”", "Delete the row with North",
        "Delete the sentence with the words “and small”", "Delete Outlook and Limits", "Delete Outlook, please",
        "Delete the first and the last sentence of Limits", "Delete the first and second item of the list",
        "Delete the list in Methods", "Delete the list, the one in Methods", "Delete the paragraph before the table",
        "Delete the last sentence of Limits, then Outlook", "Delete the sentences before and after the table",
        "Delete the list along with all its items", "Delete the sentence on wind and heat",
        "Replace “wet” with “rainy”", "Replace the table with the figure", "Move Methods together with its subsections",
        "Merge the list with the table", "Rename Limits to “Risks and Limits”", "Is the table as long as the figure?",
        "Lösche die Abbildung samt ihrer Bildunterschrift", "Lösche den Satz mit „Wind“",
        "Supprime la figure avec sa légende", "Borra la figura con su leyenda", "Borra la frase en la fila anterior",
    ],
)  # fmt: skip
def test_an_object_with_what_belongs_to_it_stays_one(order: str) -> None:
    assert added_objects(PAPER, order) == AddedObjects()
