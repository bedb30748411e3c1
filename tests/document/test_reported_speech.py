"""What somebody else said is told from text for the document."""

import pytest

from backend.document.order_words import words_in
from backend.document.own_words import own_words
from backend.document.reported_speech import reports_speech


@pytest.mark.parametrize(
    ("before", "reported"),
    [
        ("Reviewer 2 writes", True),
        ("Gutachter 1 fragt", True),
        ("Le relecteur demande", True),
        ("Add a sentence that says", False),
        ("Write", False),
        ("Add to Methods", False),
    ],
)
def test_a_verb_of_saying_before_a_quotation(before, reported):
    assert reports_speech(words_in(before)) is reported


@pytest.mark.parametrize(
    "message",
    [
        'Reviewer 1 asks: "Why only two corpora?" Add a sentence to Aims that answers it.',
        "Gutachterin 2 schreibt: „Die Ziele sind unklar.“ Füge in Ziele einen Satz dazu ein.",
        "The reviewer says “the bound is not tight”. Add a limitation to the End.",
    ],
)
def test_a_reviewers_words_are_no_text_for_the_document(message):
    assert own_words(message, ("Aims", "Ziele", "End")) is None
    assert own_words('Add a sentence to Aims that says "We had no controls."', ("Aims",)) is not None
