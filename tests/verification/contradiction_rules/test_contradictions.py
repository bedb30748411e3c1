"""A sentence contradicts another if an odd number of things in a clause turn it round, or if things are exchanged."""

import pytest

from backend.verification.contradiction_rules.contradictions import contradiction, is_balanced


@pytest.mark.parametrize(
    ("source", "true", "false"),
    [
        (
            "Garbage collection took less than five percent of the time in all programs.",
            "In no program did garbage collection take five percent of the time or more.",
            "Garbage collection took more than five percent of the time in all programs.",
        ),
        (
            "Households in the lowest income group spent a larger share on energy than any other group.",
            "No group spent a larger share on energy than the poorest households.",
            "Households in the highest income group spent a larger share on energy than any other group.",
        ),
        (
            "The sediment rate fell in winter.",
            "The sediment rate did not rise in winter.",
            "The sediment rate rose in winter.",
        ),
        (
            "The cluster lies in front of the nebula.",
            "The nebula is behind the cluster.",
            "The cluster lies behind the nebula.",
        ),
        (
            "The quake triggered landslides in all six valleys.",
            "In each of the six valleys, landslides were triggered by the quake.",
            "The quake triggered landslides in only one of the six valleys.",
        ),
        (
            "Drought reduced the growth of spruce.",
            "Spruce grew less in drought.",
            "Drought increased the growth of spruce.",
        ),
        (
            "The basalt flows are older than the overlying sandstone.",
            "The sandstone above the basalt flows is younger than they are.",
            "The basalt flows are younger than the overlying sandstone.",
        ),
        (
            "Pyrite was absent from the upper layers.",
            "The upper layers had no pyrite.",
            "Pyrite was abundant in the upper layers.",
        ),
        (
            "Neutrinos arrived three hours before the first light was seen.",
            "The first light was seen three hours after neutrinos had arrived.",
            "The first light was seen three hours before neutrinos arrived.",
        ),
        (
            "Patients given the drug before surgery had half as many infections as those given it afterwards.",
            "Infections were half as frequent in patients given the drug before surgery.",
            "Patients given the drug after surgery had half as many infections as those given it beforehand.",
        ),
        (
            "Tuberculosis deaths have declined since 2000, but progress stalled during the pandemic.",
            "Tuberculosis deaths have declined since 2000, but progress stalled in the pandemic.",
            "Tuberculosis deaths have declined since 2000, and progress accelerated during the pandemic.",
        ),
        (
            "Rent control lowered rents for current tenants at the expense of newcomers.",
            "At the expense of newcomers, rent control lowered rents for current tenants.",
            "Rent control lowered rents for newcomers at the expense of current tenants.",
        ),
        (
            "Lenders that borrowed abroad were hit harder than domestic lenders.",
            "Domestic lenders suffered less than lenders that borrowed abroad.",
            "Domestic lenders were hit harder than lenders that borrowed abroad.",
        ),
        (
            "The manuscript was copied in Venice in the 1470s.",
            "In the 1470s, the manuscript was copied in Venice.",
            "The manuscript was copied in Florence in the 1470s.",
        ),
    ],
)
def test_what_is_restated_is_told_from_what_is_turned_round(source, true, false):
    assert contradiction(true, source, "english") == ""
    assert contradiction(false, source, "english")


@pytest.mark.parametrize("word", ["lawful", "aware", "reversible"])
def test_a_word_and_its_denial_by_a_prefix_contradict_each_other(word):
    prefix = "ir" if word == "reversible" else "un"
    said, told = f"The council was {word} in the end.", f"The council was {prefix}{word} in the end."
    assert contradiction(said, told, "english") and contradiction(told, said, "english")
    assert not contradiction(told, f"The council was not {word} in the end.", "english")


@pytest.mark.parametrize(
    ("source", "agrees", "contradicts"),
    [
        (
            "The old pump is twice as loud as the new one.",
            "The new pump is half as loud as the old one.",
            "The new pump is twice as loud as the old one.",
        ),
        (
            "Clerks blamed managers more often than managers blamed clerks.",
            "Managers blamed clerks less often than clerks blamed managers.",
            "Clerks blamed managers less often than managers blamed clerks.",
        ),
        (
            "Moss holds twice as much water as lichen.",
            "Lichen holds half as much water as moss.",
            "Lichen holds twice as much water as moss.",
        ),
        ("All but three of the twelve keys fit.", "Nine of the twelve keys fit.", "Eight of the twelve keys fit."),
        (
            "Stocks fell from 6.4 to 5.1 million tonnes.",
            "Stocks fell by 1.3 million tonnes.",
            "Stocks fell to 4.4 tonnes.",
        ),
    ],
)
def test_two_reversals_a_rest_and_a_difference_contradict_nothing(source, agrees, contradicts):
    assert contradiction(agrees, source, "english") == ""
    assert contradiction(contradicts, source, "english") != ""


def test_what_is_excepted_is_not_what_is_said_of_the_rest():
    assert contradiction("Only one plot was wet.", "All plots but one were dry.", "english") == ""
    assert contradiction("Only one plot was dry.", "All plots were dry.", "english") != ""


def test_reversals_that_cancel_each_other_are_balanced():
    source = "Town birds sang at higher pitches than forest birds."
    assert is_balanced("Forest birds sang at lower pitches than town birds.", source, "english")
    assert not is_balanced("Forest birds sang at higher pitches than town birds.", source, "english")
    assert not is_balanced(source, source, "english")
