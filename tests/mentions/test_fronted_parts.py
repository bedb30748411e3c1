"""A part that a message names first only says where another part is."""

import pytest

from backend.document.blocks import read
from backend.mentions.fronted_parts import without_fronted
from backend.mentions.resolver import resolve

DOCUMENT = read(
    "# Abstract\n\nOwls call. Wind blows.\n\n# Results\n\nRain fell. Owls called.\n\n"
    "Limits:\n\n- Two sites only.\n- No rain.\n"
)


@pytest.mark.parametrize(
    ("message", "order", "kinds"),
    [
        ("In Results, delete the sentence that starts with “Owls”.", "delete the", ["sentence"]),
        ("In the list of limits, delete the bullet on rain.", "delete the", ["item"]),
        ("In Results, put the sentence about rain at the end.", "put the", ["sentence"]),
        ("In Results, move the abstract to the end.", "In Results", ["section", "section"]),
        ("Move Abstract, then Results.", "Move", ["section", "section"]),
    ],
)
def test_only_the_parts_of_the_order_stay(message, order, kinds):
    start, named = without_fronted(message, resolve(DOCUMENT, message))
    assert message[start:].startswith(order) and [each.kind for each in named] == kinds


def test_a_quotation_is_looked_for_in_the_section_that_begins_the_message():
    (_, sentence) = resolve(DOCUMENT, "In Results, delete the sentence that starts with “Owls”.")
    assert sentence.sure and DOCUMENT.text[slice(*sentence.span)] == "Owls called."
