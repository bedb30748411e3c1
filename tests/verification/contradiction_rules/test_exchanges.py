"""Two things that changed places are seen; what is only said in another order is not."""

import pytest

from backend.verification.contradiction_rules.exchanges import (
    compared_otherwise,
    moved_otherwise,
    numbers_exchanged,
)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("After surgery, men reported more pain than women.", "Women reported more pain than men.", "english"),
        ("Nach der Operation litten Männer mehr als Frauen.", "Frauen litten mehr als Männer.", "german"),
        ("Les hommes souffrent plus que les femmes.", "Les femmes souffrent plus que les hommes.", "french"),
    ],
)
def test_what_is_compared_the_other_way_round_is_seen(one, other, language):
    assert compared_otherwise(one, other, language) and compared_otherwise(other, one, language)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("After surgery, women reported more pain than men.", "Women reported more pain than men after surgery."),
        ("Women reported more pain.", "Women reported more pain than men."),
    ],
)
def test_another_order_of_words_is_no_exchange(one, other):
    assert compared_otherwise(one, other, "english") is None


def test_numbers_that_stand_with_each_others_words_are_seen():
    told = "The drug group lost 4 kg and the placebo group lost 1 kg."
    assert numbers_exchanged("The drug group lost 1 kg, the placebo group 4 kg.", told, "english") == ("1", "4")
    assert numbers_exchanged("The placebo group lost 1 kg, the drug group 4 kg.", told, "english") is None
    assert numbers_exchanged("It lost 4 kg.", told, "english") is None


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Snipe rose from 57 to 12 pairs.", "Pairs of snipe rose from 12 to 57 in nine years.", "english"),
        ("Der Anteil stieg von 41,5 % auf 17 %.", "Er stieg von 17 % auf 41,5 %.", "german"),
        ("Le taux passe de 9 à 4.", "Le taux passe de 4 à 9.", "french"),
    ],
)
def test_numbers_that_lead_the_other_way_are_exchanged(one: str, other: str, language: str) -> None:
    assert numbers_exchanged(one, other, language) and numbers_exchanged(other, one, language)
    assert numbers_exchanged(one, one, language) is None


def test_the_ends_of_a_range_are_exchanged_only_if_their_words_are_not():
    said = "The damping ranges from ~40% in rich regions to ~20% in poor regions."
    assert numbers_exchanged(said, "It ranges from ~20% in very rich regions to ~40% in poor regions.", "english")
    assert not numbers_exchanged(said, "It ranges from 20% in poor regions to 40% in rich regions.", "english")


def test_a_verb_can_compare_as_than_does():
    source = "Thrushes outnumbered finches in the orchards."
    assert compared_otherwise("There were more finches than thrushes in the orchards.", source, "english") is not None
    assert compared_otherwise("There were more thrushes than finches in the orchards.", source, "english") is None
    bound = "The fee may not exceed 40 euros a year.", "A fee of no more than 40 euros a year is due."
    assert compared_otherwise(*bound, "english") is None


def test_a_movement_in_the_opposite_direction_is_found():
    source = "Silver flowed from Peru to Spain."
    assert moved_otherwise("Peru received silver from Spain.", source, "english") == ("peru", "spain")
    assert moved_otherwise("Spain received silver from Peru.", source, "english") is None


@pytest.mark.parametrize(
    ("source", "agrees", "exchanges"),
    [
        (
            "Clerks blamed managers more often than managers blamed clerks.",
            "Clerks blamed managers more bitterly than managers blamed clerks.",
            "Managers blamed clerks more often than clerks blamed managers.",
        ),
        (
            "The old pump is twice as loud as the new one.",
            "The old pump is three times as loud as the new one.",
            "The new pump is twice as loud as the old one.",
        ),
        (
            "Light bends more strongly near lead than near tin.",
            "Near lead, light is bent in a stronger way than near tin.",
            "Near tin, the bending of light is weaker than near lead.",
        ),
    ],
)
def test_the_order_of_a_comparison_is_read(source, agrees, exchanges):
    assert compared_otherwise(agrees, source, "english") is None
    assert compared_otherwise(exchanges, source, "english") is not None
