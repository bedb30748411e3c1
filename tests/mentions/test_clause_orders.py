"""A message gives its orders one by one, whatever it says around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.document.blocks import read
from backend.mentions.clause_orders import read_orders

PAPER = read(
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\n## Methods\n\nWe measured 12 sites. It rained.\n\n"
    "## Limits\n\nThe summer was wet. The sample was small.\n\n## Outlook\n\nMore will follow. The study goes on.\n"
)
ORDERS = (
    "Move Outlook before Limits",
    "Delete the last sentence of Limits",
    "Rename Outlook to “Next”",
    "Swap Limits and Intro",
)


def test_a_single_order_is_read_as_it_is() -> None:
    assert read_orders(PAPER, "Move Outlook before Limits, please.") is None
    assert read_orders(PAPER, "Write a paragraph on rain, because Methods has none.") is None
    assert read_orders(PAPER, "What does Methods say, and why?") is None


def test_a_section_that_a_reason_names_is_left_out() -> None:
    found = read_orders(PAPER, "Swap Limits and Outlook, because Methods comes first.")
    assert found is not None and found.orders == ("Swap Limits and Outlook",)


def test_an_edge_behind_a_comma_belongs_to_the_order() -> None:
    for edge in ("at the start", "at the very front", "at its very end"):
        assert read_orders(PAPER, f"Move the last sentence of Limits into Intro, {edge}.") is None


def test_a_comparison_names_no_place() -> None:
    found = read_orders(PAPER, "Add “Rain came.” to Limits, after the first sentence, as in Methods")
    assert found is not None and found.orders == ("Add “Rain came.” to Limits, after the first sentence",)


def test_several_orders_are_told_apart_and_those_about_it_are_not() -> None:
    found = read_orders(PAPER, "Delete Outlook and rename Limits to “End”")
    assert found is not None and found.orders == ("Delete Outlook", "rename Limits to “End”")
    assert read_orders(PAPER, "Delete the last sentence of Intro and put it at the end of Limits") is None


def test_a_correction_is_not_passed_over() -> None:
    found = read_orders(PAPER, "Delete the last sentence of Limits. I mean of Outlook.")
    assert found is not None and found.orders == ("Delete the last sentence of Outlook.",)
    found = read_orders(PAPER, "Delete the last sentence of Limits. I mean the boring one.")
    assert found is not None and (found.orders, found.unclear) == ((), "I mean the boring one.")


@pytest.mark.parametrize(
    ("message", "orders"),
    [
        ("Delete the last sentence of Limits, no wait, the first.", ("Delete the first sentence of Limits",)),
        ("Delete the last sentence of Limits. On second thought, the first", ("Delete the first sentence of Limits.",)),
        ("Delete Outlook, wait, Limits.", ("Delete Limits",)),
        ("Delete Outlook. On second thought, just its last sentence.", ()),
        ("Delete Outlook. On reflection, delete Limits.", ()),
    ],
)
def test_a_second_thought_corrects_the_order_or_is_asked_about(message: str, orders: tuple[str, ...]) -> None:
    found = read_orders(PAPER, message)
    assert found is not None and found.orders == orders and (orders or found.unclear)


@given(
    st.sampled_from(ORDERS),
    st.sampled_from(["because", "since", "now that", "weil", "car", "porque", "perché", "já que", "omdat"]),
    st.sampled_from(["Methods is too long", "we are done with Intro", "it has the sites of Methods"]),
    st.booleans(),
)
def test_a_reason_changes_no_order(order: str, conjunction: str, reason: str, leads: bool) -> None:
    message = f"{conjunction.capitalize()} {reason}, {order}." if leads else f"{order}, {conjunction} {reason}."
    found = read_orders(PAPER, message)
    assert found is not None and [each.rstrip(".") for each in found.orders] == [order]


@given(st.sampled_from(ORDERS), st.sampled_from(["Never mind.", "Ach nein, lass es.", "Non, laisse.", "No, wait."]))
def test_an_order_that_is_taken_back_is_none(order: str, words: str) -> None:
    found = read_orders(PAPER, f"{order}. {words}")
    assert found is not None and found.withdrawn and not found.orders


@pytest.mark.parametrize("words", ["Thanks!", "please", "Danke.", "Merci beaucoup !"])
def test_a_courtesy_changes_nothing(words: str) -> None:
    assert read_orders(PAPER, f"Move Outlook before Limits. {words}") is None


@pytest.mark.parametrize(
    ("message", "condition"),
    [
        ("Delete Outlook once the reviewers agree", "once the reviewers agree"),
        ("Delete Outlook as soon as I say so", "as soon as I say so"),
        ("Once the reviewers agree, delete Outlook", "Once the reviewers agree"),
        ("Delete Outlook, and rename Limits to “End” tomorrow", "tomorrow"),
    ],
)
def test_an_order_with_a_condition_is_not_given(message: str, condition: str) -> None:
    found = read_orders(PAPER, message)
    assert found is not None and (found.orders, found.unclear) == ((), condition)


def test_a_question_about_a_later_change_stays_a_question() -> None:
    assert read_orders(PAPER, "I want to replace the first sentence of Limits later. What does it say?") is None


def test_a_message_that_only_tells_of_a_change_gives_no_order() -> None:
    found = read_orders(PAPER, "Somebody told me to rename Limits to “End”.")
    assert found is not None and found.told and not found.orders
    assert read_orders(PAPER, "Rename Limits to “Somebody told me to delete it”.") is None


def test_the_sentences_of_a_reference_are_no_orders() -> None:
    document = read(
        "# Ice\n\nIt melts.\n\n# References\n\n1. Smith, J. (2010). Cold storage. Cryobiology, 60, 11-19.\n"
    )
    message = "Add to the references: Jones, K., & Lee, A. B. (2015). Move it. J. Cryo. Sci., 3(1), 1-9."
    assert read_orders(document, message) is None
