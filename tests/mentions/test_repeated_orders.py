"""What a clause leaves out is taken from the order before it, or from the verb that it shares."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.repeated_orders import expanded, repeated, repeats, several_moves

PAPER = read(
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\nShade matters.\n\n"
    "## Limits\n\nThe summer was wet. The sample was small. It rained.\n\n## Outlook\n\nMore will follow. It goes on.\n"
)


@pytest.mark.parametrize(
    ("order", "orders"),
    [
        ("Rename Intro to “A” and Limits to “B”", ("Rename Intro to “A”", "Rename Limits to “B”")),
        ("Rename Intro to A and Limits to B", ("Rename Intro to A", "Rename Limits to B")),
        (
            "Replace “Trees” with “Elms” in Intro and “wet” with “dry” in Limits",
            ("Replace “Trees” with “Elms” in Intro", "Replace “wet” with “dry” in Limits"),
        ),
        ("Move Outlook before Limits, Limits before Intro", ("Move Outlook before Limits", "Move Limits before Intro")),
        (
            "Delete the first and the last sentence of Limits",
            ("Delete the first sentence of Limits", "Delete the last sentence of Limits"),
        ),
        ("Delete sentences 1 and 3 of Limits", ("Delete sentences 1 of Limits", "Delete sentences 3 of Limits")),
        (
            "Lösche den ersten und den letzten Satz von Limits",
            ("Lösche den ersten Satz von Limits", "Lösche den letzten Satz von Limits"),
        ),
        (
            "Delete the last sentence of Limits as well as the second paragraph of Intro",
            ("Delete the last sentence of Limits", "Delete the second paragraph of Intro"),
        ),
    ],
)
def test_a_verb_with_several_objects_is_repeated(order: str, orders: tuple[str, ...]) -> None:
    assert expanded(PAPER, order) == orders


@pytest.mark.parametrize(
    "order",
    [
        "Swap Limits and Outlook", "Move Limits and Outlook before Intro",
        "Merge the first and the last paragraph of Intro",
        "Delete the last sentence of Limits, then Outlook", "Delete the words “wet and small”",
        "What is in Limits and Outlook?",
    ],
)  # fmt: skip
def test_other_pairs_are_one_order(order: str) -> None:
    assert expanded(PAPER, order) == ()


@pytest.mark.parametrize(
    "clause",
    ["The same for Outlook.", "Ditto Outlook", "and in Outlook too", "dasselbe für Outlook", "pareil pour Outlook"],
)
def test_an_order_is_repeated_for_another_section(clause: str) -> None:
    assert repeated(PAPER, "Delete the last sentence of Limits", clause) == "Delete the last sentence of Outlook"


def test_a_repeated_order_takes_a_new_value() -> None:
    assert repeated(PAPER, "Rename Outlook to “X”", "the same for Limits: “Y”") == "Rename Limits to “Y”"


@pytest.mark.parametrize(
    "clause", ["Outlook too", "Outlook is too long", "The same for Outlook and Intro", "Delete Outlook too"]
)
def test_what_may_mean_something_else_repeats_nothing(clause: str) -> None:
    assert repeated(PAPER, "Delete the last sentence of Limits", clause) == ""


def test_sections_are_joined_under_a_name() -> None:
    order = "Merge Limits and Outlook into one section called “End”."
    assert expanded(PAPER, order) == ("Merge Limits and Outlook", "Rename Limits to “End”")
    assert expanded(PAPER, "Merge Limits and Outlook") == ()


def test_a_title_that_the_document_no_longer_has_is_replaced() -> None:
    assert repeated(PAPER, "Rename Past to “X”", "the same for Limits: “Y”", ["Past"]) == "Rename Limits to “Y”"


def test_a_message_that_may_repeat_an_order_is_short_and_orders_nothing_else() -> None:
    assert repeats("same for Outlook") and not repeats("delete Outlook too") and not repeats("I like Outlook")


@pytest.mark.parametrize(
    ("order", "orders"),
    [
        ("Move Outlook to the front and Limits to the end", ("Move Outlook to the front", "Move Limits to the end")),
        ("Put Outlook before Intro, Limits behind Intro", ("Put Outlook before Intro", "Put Limits behind Intro")),
        ("Shift Intro behind Limits and Outlook to the top", ("Shift Intro behind Limits", "Shift Outlook to the top")),
        (
            "Verschiebe Outlook nach vorn und Limits ans Ende",
            ("Verschiebe Outlook nach vorn", "Verschiebe Limits ans Ende"),
        ),
        ("Mets Outlook au début et Limits à la fin", ("Mets Outlook au début", "Mets Limits à la fin")),
        ("Mueve Outlook al principio y Limits al final", ("Mueve Outlook al principio", "Mueve Limits al final")),
        ("Move Outlook and Limits before Intro", ()),
        ("Move Outlook between Intro and Limits", ()),
        ("Move Outlook between Intro and Limits in the paper", ()),
        ("Move Outlook before Intro and Limits", ()),
        ("Rename Intro to “A” and Limits to “B”", ()),
    ],
)
def test_each_of_several_moves_has_its_own_place(order: str, orders: tuple[str, ...]) -> None:
    assert several_moves(PAPER, order) == orders
