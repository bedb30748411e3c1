import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.sentence_orders import ordered_sentence, read_sentence_order

PAPER = """# Study

## Methods

We dug pits. Rain fell in May. Snow came late.

Pits were deep. Some had roots.

## Results

### Field

Roots were rare. Worms were many.
"""
DOCUMENT = read(PAPER)


@pytest.mark.parametrize(
    ("message", "part", "side", "beside"),
    [
        ("move the third sentence of Methods to the end of Field", "Snow came late.", "end", "### Field"),
        ("Move the sentence “Rain fell in May.” to the start of Field", "Rain fell in May.", "start", "### Field"),
        ("put the sentence on rain before the sentence on worms", "Rain fell in May.", "before", "Worms were many."),
        ("move “Some had roots.” to Field", "Some had roots.", "end", "### Field"),
        ("Put the sentence “Some had roots.” first in Field", "Some had roots.", "start", "### Field"),
        (
            "move the sentence “Rain fell in May.” to the end of the paragraph",
            "Rain fell in May.",
            "end",
            "We dug pits.",
        ),
        (
            "Move the second paragraph of Methods after the sentence on worms",
            "Pits were deep. Some had roots.\n",
            "after",
            "Worms",
        ),
        ("Verschiebe den Satz „Rain fell in May.“ ans Ende von Field", "Rain fell in May.", "end", "### Field"),
    ],
)
def test_a_sentence_moves_beside_or_into_a_part(message, part, side, beside):
    order = read_sentence_order(DOCUMENT, message)
    assert order is not None and order.beside is not None
    assert PAPER[slice(*order.part.span)] == part
    assert order.side == side and PAPER[slice(*order.beside.span)].startswith(beside)


@pytest.mark.parametrize(
    ("message", "part", "side"),
    [
        ("split the first paragraph of Methods after the second sentence", "Rain fell in May.", "after"),
        ("Split the second paragraph of Methods after the first sentence.", "Pits were deep.", "after"),
        ("split the first paragraph of Methods before the sentence on snow", "Snow came late.", "before"),
        ("divide the paragraph on roots in Methods after “Pits were deep.”", "Pits were deep.", "after"),
        ("Split the first paragraph of Methods after “May.”", "Rain fell in May.", "after"),
        ("Teile den ersten Absatz von Methods nach „fell in May.“", "Rain fell in May.", "after"),
        ("new paragraph after “Pits were deep.”", "Pits were deep.", "after"),
        ("Start a new paragraph before “Rain fell in May.”, please", "Rain fell in May.", "before"),
        ("Beginne einen neuen Absatz nach „Pits were deep.“", "Pits were deep.", "after"),
        ("nuevo párrafo después de «Pits were deep.»", "Pits were deep.", "after"),
    ],
)
def test_a_paragraph_is_split_at_a_sentence(message, part, side):
    order = read_sentence_order(DOCUMENT, message)
    assert order is not None and order.beside is None
    assert (PAPER[slice(*order.part.span)], order.side) == (part, side)


@pytest.mark.parametrize(
    "message",
    [
        "add “Rain fell in May.” to Results",
        "put “Rain fell in May.” into Results, too",
        "put “Rain fell in June.” into Results",
        "add the sentence that rain fell in May to Results",
        "move the first paragraph of Methods to the end of Field",
        "should I move the last sentence of Methods to Field?",
        "don't move the last sentence of Methods to Field",
        "split Methods after the second sentence and call the second part Snow",
        "split Methods in two",
        "add a new paragraph after “Pits were deep.”",
        "new paragraph on oaks after “Pits were deep.”",
        "new paragraph after “Pits were deep.” on oaks",
        "the paragraph after “Pits were deep.”",
    ],
)
def test_other_orders_are_left_alone(message):
    assert read_sentence_order(DOCUMENT, message) is None


@pytest.mark.parametrize(
    "message",
    [
        "put “Rain fell in May.” into Results",
        "Setze „Rain fell in May.“ ans Ende von Results.",
        "Mets « Rain fell in May. » à la fin de Results.",
        "Pon «Rain fell in May.» al final de Results.",
        "Put the words “Rain fell in May.” at the end of Results.",
    ],
)
def test_a_quoted_sentence_of_the_document_is_put_elsewhere_and_not_doubled(message):
    order = read_sentence_order(DOCUMENT, message)
    assert order is not None and order.beside is not None
    assert (PAPER[slice(*order.part.span)], order.side) == ("Rain fell in May.", "end")


def test_a_negation_in_quotation_marks_refuses_nothing():
    document = read("# T\n\n## A\n\nIt did not rain. Roads were dry.\n\n## B\n\nWind fell.\n")
    order = read_sentence_order(document, "Move “It did not rain.” to the end of B")
    assert order is not None and document.text[slice(*order.part.span)] == "It did not rain."


def test_the_end_of_a_section_is_not_the_section_end():
    document = read("# P\n\n## Methods\n\nWe dug. Rain fell.\n\n## Results\n\nIt was wet.\n\n## End\n\nWe left.\n")
    order = read_sentence_order(document, "Put “Rain fell.” at the end of Results.")
    assert order is not None and order.beside is not None and order.beside.said == "Results"


def test_an_open_draft_is_meant_unless_the_document_is_named():
    assert (
        read_sentence_order(DOCUMENT, "move the sentence on rain before the sentence on worms", "Rain. Worms.") is None
    )
    named = "move the last sentence of Methods to the end of Field"
    assert read_sentence_order(DOCUMENT, named, "Rain. Worms.") is not None


@given(st.text(max_size=60))
def test_any_message_is_read_without_an_error(message):
    read_sentence_order(DOCUMENT, message)
    read_sentence_order(DOCUMENT, f"move the sentence {message} to Field")


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("Add it as the second sentence of Methods", 2),
        ("als neuen letzten Satz", -1),
        ("as a second sentence", 2),
        ("Make it the first sentence of Methods", 1),
        ("Add the first sentence to Methods", 0),
        ("Add a sentence as the first paragraph", 0),
    ],
)
def test_a_message_numbers_the_sentence_that_a_text_becomes(message: str, number: int):
    assert ordered_sentence(message) == number
