"""Two things that are compared the other way round are found, whatever words compare them."""

import pytest

from backend.verification.contradiction_rules.compared_order import compared_order, comparisons


@pytest.mark.parametrize(
    ("passage", "same", "reversed_"),
    [
        ("Rye was dearer than oats.", "Oats cost less than rye.", "Oats cost more than rye."),
        (
            "Monks sold their wool earlier than nuns did.",
            "Nuns sold their wool later than monks.",
            "Nuns sold wool before monks.",
        ),
        (
            "Otters outnumbered mink on the upper reaches.",
            "On the upper reaches, there were fewer mink than otters.",
            "On the upper reaches, there were more mink than otters.",
        ),
        (
            "It is heavier than cork and lighter than oak.",
            "The foam is lighter than oak.",
            "The foam is heavier than oak.",
        ),
        (
            "Relapse occurred in 12% of the lithium group and in 31% of the valproate group.",
            "Relapse was less frequent with lithium than with valproate.",
            "Relapse was more frequent with lithium than with valproate.",
        ),
        (
            "The gain was 9 points for sonnets and 4 points for ballads.",
            "Sonnets gained more than ballads.",
            "Ballads gained more than sonnets.",
        ),
    ],
)
def test_a_comparison_is_found_reversed_in_other_words(passage, same, reversed_):
    assert compared_order(same, passage)[2] == 1
    assert compared_order(reversed_, passage)[2] == -1


@pytest.mark.parametrize(
    ("passage", "sentence"),
    [
        # the sentence compares another property
        ("Rye was less popular but dearer than oats.", "Rye was more nutritious than oats."),
        ("Ministers were younger and more often lawyers than bishops.", "Bishops were older than ministers."),
        # the number is a bound, the order of two times says nothing about other events, and the denial stands alone
        ("More than half of the rye was exported.", "Less rye than oats was exported."),
        ("The price fell after the harvest.", "Before the harvest, people sold their cattle."),
        ("Rye was dearer than oats.", "Oats were not dearer than rye."),
    ],
)
def test_other_comparisons_are_not_reversed(passage, sentence):
    found = compared_order(sentence, passage)
    assert found is None or found[2] == 1


def test_only_words_that_compare_two_things_make_a_comparison():
    assert not comparisons("The more expensive rye was sold.") and not comparisons("It took more than 5 days.")
    assert comparisons("Rye was dearer than oats.")[0].direction == 1
