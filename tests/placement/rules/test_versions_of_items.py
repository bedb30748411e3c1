"""A list item with more words takes the place of this item, and is not one more item."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

PAPER = read(
    "# Lens\n\n## Experiment\n\nWe heated the lens.\n\n1. Set the voltage to 40 V.\n2. Wait for the temperature.\n"
    "3. Record 100 frames.\n\n## Results\n\nIt drifts.\n"
)
LONGER = "Set the voltage to 40 V (the middle of the range)."


@pytest.mark.parametrize("content", [LONGER, f"1. {LONGER}"])
@pytest.mark.parametrize(
    "messages",
    [
        ["In step 1 put (the middle of the range) behind 40 V."],
        ["Add a sentence to the Experiment that says why.", "Make it a parenthesis in step 1."],
    ],
)
def test_an_item_with_more_words_is_that_item(content, messages):
    found = decide(PAPER, content, messages)
    assert found.sure
    placed = carry_out(PAPER, content, found.placement).text
    assert placed == PAPER.text.replace("Set the voltage to 40 V.", LONGER)


def test_an_item_that_is_asked_for_is_added():
    found = decide(PAPER, f"- {LONGER}", ["Add a step after step 1."])
    assert found.placement.operation == "insert_after" and "40 V.\n" in carry_out(PAPER, LONGER, found.placement).text


def test_an_item_with_other_words_is_added():
    found = decide(PAPER, "1. Set the voltage to 50 V after the break.", ["Put this after step 1."])
    assert found.placement.operation == "insert_after"


def test_a_text_that_the_document_has_is_never_surely_added_again():
    paper = read(
        "# Trial\n\n## Methods\n\nFollow-up ended at twelve weeks. We met.\n\n## Discussion\n\nIt worked well.\n"
    )
    asked = ["Add it to the end of the Discussion.", "Rather into the Discussion, as first sentence."]
    assert not decide(paper, "Follow-up ended at twelve weeks.", asked).sure
    assert decide(paper, "Nobody fell in the first weeks.", asked).sure
