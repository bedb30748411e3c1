"""An order to insert a text is told from words that only speak of it."""

import pytest

from backend.document.insertion_orders import MASK, PLACE_HOLDER, orders_insertion


@pytest.mark.parametrize(
    ("around", "apart", "ordered"),
    [
        (f"Put {PLACE_HOLDER} behind it.", False, True),
        (f"{MASK} should end with these words: {PLACE_HOLDER}", False, True),
        (f"Here is the text for the end of {MASK}: {PLACE_HOLDER}", True, True),
        (f"Here is the text for the end of {MASK}: {PLACE_HOLDER}", False, False),
        (f"Here is what they say about {MASK}: {PLACE_HOLDER}", True, False),
        (f"End of {MASK}, as is: {PLACE_HOLDER}", True, True),
        (f"End of {MASK}, I found it odd: {PLACE_HOLDER}", True, False),
        (f"Take this as the last paragraph of {MASK} {PLACE_HOLDER}", True, True),
        (f"Take this over word for word, end of {MASK}: {PLACE_HOLDER}", True, True),
        (f"Move this to the end of {MASK}: {PLACE_HOLDER}", True, False),
        (f"{PLACE_HOLDER} should come after the {MASK}", False, True),
        (f"{PLACE_HOLDER} should be clear to readers of {MASK}", False, False),
        (f"What does {PLACE_HOLDER} mean?", False, False),
        (f"The end of {MASK} should read: {PLACE_HOLDER}", False, True),
        (f"The last paragraph of {MASK} should be followed by: {PLACE_HOLDER}", False, True),
        (f"Should {PLACE_HOLDER} go to the end of {MASK}?", False, False),
        (f"We put {PLACE_HOLDER} there.", False, False),
        (f"Tack {PLACE_HOLDER} onto the end of {MASK}.", False, True),
        (f"Check {PLACE_HOLDER} at the end of {MASK}.", False, False),
        (f"Directly after {MASK} I want the sentence {PLACE_HOLDER}", False, True),
        (f"I want {PLACE_HOLDER} in {MASK} deleted.", False, False),
        (f"Metti questo in fondo a {MASK}, senza modifiche: {PLACE_HOLDER}", True, True),
        (f"Rephrase it and add it: {PLACE_HOLDER}", True, False),
        (f"Work it in at the end of {MASK} but tidy up the language: {PLACE_HOLDER}", True, False),
        (f"Füg das am Ende von {MASK} ein, aber glatter: {PLACE_HOLDER}", True, False),
        (f"Put it into {MASK}, but before the figure: {PLACE_HOLDER}", True, True),
        (f"Add {PLACE_HOLDER} to {MASK} but word for word.", False, True),
    ],
)
def test_what_orders_an_insertion(around, apart, ordered):
    assert orders_insertion(around, apart) is ordered
