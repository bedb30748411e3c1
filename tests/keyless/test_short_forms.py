"""Orders that have no verb of their own."""

import pytest

from backend.document.order_words import NAME, read_sentence
from backend.keyless.short_forms import joins, only_says_where, states_or_orders


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("merge {}", True),
        ("turn the two {} into one", True),
        ("the {} should be one paragraph", True),
        ("mach aus den {} einen", True),
        ("{} and {} should be one section", True),
        ("turn {} into a list", False),
        ("{} should be one of the best", False),
        ("the {} should be shorter", False),
    ],
)
def test_parts_are_joined_by_a_verb_or_into_one(sentence, joined):
    assert joins(read_sentence(sentence.replace("{}", NAME))) is joined


@pytest.mark.parametrize(
    ("sentence", "says"),
    [
        ("the {} to the top, please", True),
        ("den {} nach vorn", True),
        ("le {} en premier", True),
        ("{} at the end", False),
        ("the {} at the end is wrong", False),
        ("the {} should come first", False),
        ("is the {} at the end?", False),
    ],
)
def test_a_name_and_an_edge_are_an_order_to_move(sentence, says):
    assert only_says_where(read_sentence(sentence.replace("{}", NAME))) is says


@pytest.mark.parametrize(
    ("message", "says"),
    [
        ("the mean age there is wrong", True),
        ("Please say ꙭ instead of ꙭ", True),
        ("Turn the hypotheses into bullets", True),
        ("Underline the names", True),
        ("Das muss anders heißen", True),
        ("sleep after night shifts", False),
        ("drought and yields in Spain", False),
    ],
)
def test_an_order_or_a_statement_is_told_from_words_to_search_for(message: str, says: bool) -> None:
    assert states_or_orders(message) is says
