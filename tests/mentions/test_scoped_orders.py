"""An order to replace words, and where the message says that they are to be replaced."""

import pytest

from backend.document.blocks import read
from backend.mentions.scoped_orders import read_scoped_order

DOCUMENT = read("# Aims\n\nWe saw 5 birds.\n\n# Results\n\n| Site | n |\n|---|---|\n| Park | 5 |\n")
TABLE = DOCUMENT.text.index("| Site")


@pytest.mark.parametrize(
    "message", ["In the table, change 5 to 6.", 'Replace "5" with "6" in the table', "En la tabla, cambia 5 por 6"]
)
def test_words_are_replaced_in_the_part_that_is_named(message):
    found = read_scoped_order(DOCUMENT, message)
    assert found.order is not None and (found.order.old, found.order.new) == ("5", "6")
    assert found.spans == ((TABLE, len(DOCUMENT.text)),)


@pytest.mark.parametrize("message", ["In the list, change 5 to 6", "Change birds to bees in the annex"])
def test_an_unknown_part_makes_the_order_unclear(message):
    assert read_scoped_order(DOCUMENT, message).unclear


def test_an_order_without_a_place_is_for_the_whole_document():
    found = read_scoped_order(DOCUMENT, "Change 5 to 6")
    assert found.order is not None and (found.spans, found.named, found.unclear) == (None, (), "")


def test_another_message_is_no_order():
    assert read_scoped_order(DOCUMENT, "In the table, nothing is wrong.").order is None
