import pytest

from backend.document.order_words import NAME, read_sentence
from backend.keyless.commands import Situation, read_command
from backend.keyless.spoken_changes import only_speaks_of_change, wonders

TITLES = ("Methods", "Results", "Discussion", "Methoden", "Méthodes", "Métodos")


@pytest.mark.parametrize(
    ("message", "only"),
    [
        ("Should I delete the last paragraph of Methods?", True),
        ("Would it be better to delete it?", True),
        ("I wonder whether we should rename Methods to Approach.", True),
        ("can you delete the last paragraph of Methods?", False),
        (f"Could the {NAME} go to the end of {NAME}", False),
        ("Delete it. Or should I keep it?", False),
        ("Peux-tu supprimer Méthodes ?", False),
        ("Kannst du Methoden löschen?", False),
        ("Soll ich Methoden löschen?", True),
        (f"Can you merge {NAME} and {NAME}?", False),
    ],
)
def test_a_change_that_is_only_asked_about_is_no_order(message, only):
    assert only_speaks_of_change(message) is only
    found = read_command(message, Situation(titles=TITLES))
    assert not only or found is None or found.intent == "talk"


def test_who_wonders_orders_nothing():
    assert wonders([read_sentence("I wonder whether it fits")])
    assert not wonders([read_sentence("move it to Methods")])
