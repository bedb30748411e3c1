"""An order for a new text is told from an order about the draft that waits."""

import pytest

from backend.document.order_words import read_sentence
from backend.keyless.new_content import asks_beside_draft, orders_new
from backend.keyless.sentence_forms import TITLE as P


@pytest.mark.parametrize(
    "order",
    [
        f"A paragraph on rain should close {P}.",
        f"Please address rain in {P} with a new paragraph.",
        f"Add a paragraph on rain to {P}.",
        "Write two sentences about rain.",
        f"Il faut un paragraphe sur la pluie dans {P}.",
        f"new draft: a sentence on pots for {P}",
        f"Neuer Entwurf: ein Satz zu {P}",
    ],
)
def test_a_new_text_for_a_part_is_beside_the_draft(order):
    assert asks_beside_draft(order, has_highlights=False)


@pytest.mark.parametrize(
    "order",
    [
        f"Make it a paragraph like the one in {P}.",
        f"It should read like a paragraph of {P}.",
        f"The draft needs a sentence on {P}.",
        "Shorten it.",
        "A paragraph is too long.",
    ],
)
def test_an_order_about_the_draft_is_none(order):
    assert not asks_beside_draft(order, has_highlights=False)


@pytest.mark.parametrize(
    ("sentence", "new"),
    [
        (f"And one sentence for {P}: prices are annual averages.", True),
        (f"Außerdem ein Absatz zu {P}", True),
        (f"Rather in {P}", False),
        (f"Make it a paragraph of {P}", False),
    ],
)
def test_a_text_for_a_part_needs_no_verb(sentence, new):
    assert orders_new(read_sentence(sentence)) == new


def test_attachments_are_for_a_new_text():
    order = f"A list from these for the section {P}"
    assert asks_beside_draft(order, has_highlights=True)
    assert asks_beside_draft(f"also a para on rain in {P}", has_highlights=True)
    assert not asks_beside_draft(f"work this into it, as in {P}", has_highlights=True)
    assert not asks_beside_draft("also a sentence on rain", has_highlights=True)


def test_an_order_of_something_new():
    assert orders_new(read_sentence("add a paragraph on rain"))
    assert not orders_new(read_sentence("put it into a new paragraph"))
    assert not orders_new(read_sentence("a paragraph on rain"))
