"""Words that make an order depend on something, or put it off, are told from those that name a place or a text."""

from __future__ import annotations

import pytest

from backend.document.conditions import condition_in
from backend.document.order_words import NAME, QUOTATION


def _condition(clause: str) -> str:
    text = clause.replace("X", NAME).replace("Q", QUOTATION)
    found = condition_in(text)
    return "" if found is None else text[slice(*found)].replace(NAME, "X").replace(QUOTATION, "Q")


@pytest.mark.parametrize(
    ("order", "condition"),
    [
        ("Delete X", "once the reviewers agree"),
        ("Delete X", "as soon as I say so"),
        ("Delete X", "after the meeting"),
        ("Delete X", "once a reviewer agrees"),
        ("Delete X", "tomorrow"),
        ("Delete the figure", "until we have a better one"),
        ("Rename X to Q", "next week"),
        ("Move X before X", "if the reviewers agree"),
        ("Replace Q with Q", "when Anna is back"),
        ("Swap X and X", "unless Anna objects"),
        ("Lösche X", "sobald die Gutachter zustimmen"),
        ("Verschiebe X vor X", "wenn Anna einverstanden ist"),
        ("Lösche X", "nach dem Treffen"),
        ("Lösche X", "morgen"),
        ("Benenne X in Q um", "falls Ben zustimmt"),
        ("Supprime X", "dès que les relecteurs sont d'accord"),
        ("Supprime X", "jusqu'à la réunion"),
        ("Borra X", "mañana"),
        ("Borra X", "cuando Ana lo confirme"),
        ("Cancella X", "non appena Anna conferma"),
        ("Apaga X", "assim que a Ana confirmar"),
        ("Verwijder X", "zodra Anna akkoord is"),
    ],
)
def test_a_condition_is_found_before_and_after_the_order(order: str, condition: str) -> None:
    assert _condition(f"{order} {condition}") == condition
    assert _condition(f"{order}, {condition}").strip() == condition
    assert _condition(f"{condition}, {order}") == condition


@pytest.mark.parametrize(
    "order",
    [
        "Delete Q once",
        "Delete Q once in X",
        "Swap X and X once more",
        "Delete the sentence after the table",
        "Delete everything until the last sentence",
        "Delete the word after the word noon",
        "Move X after the introduction",
        "Move X after X",
        "Replace noon with tomorrow",
        "Rename X to What we do after the meeting",
        "Delete X when you can",
        "Delete X as soon as possible",
        "If possible, delete X",
        "Delete item 3 if it repeats item 1",  # a model may judge it
        "Lösche X, wenn du magst",
        "Lösche alles bis zum Ende",
        "Supprime X, s'il te plaît",
        "Borra X cuando puedas",
        "Should I delete X once the reviewers agree?",
        "Add to X: we waited until the rain stopped",
        "Write a paragraph on how we remove sites when it rains",
        "Delete X for now",
    ],
)
def test_an_order_without_a_condition_has_none(order: str) -> None:
    assert _condition(order) == ""
