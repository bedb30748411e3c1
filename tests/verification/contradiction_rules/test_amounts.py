"""Numbers are compared with their units, bounds and what they count."""

from __future__ import annotations

import pytest

from backend.verification.contradiction_rules.amounts import (
    Amount,
    amounts,
    counts_exchanged,
    other_amounts,
    other_bounds,
    other_measures,
    percent_for_points,
)


def test_amounts_are_numbers_with_what_is_counted():
    assert list(amounts("Three plants lost 1,200 leaves, 4.5% of 2 million [12].")) == [
        Amount(3, "plant"), Amount(1200, "leav"), Amount(4.5, "%"), Amount(2e6, ""),
    ]  # fmt: skip


def test_another_number_of_the_same_unit_is_found():
    assert other_amounts("It rose by 5%.", "It rose by 7 %.") == (Amount(5, "%"), Amount(7, "%"))
    assert other_amounts("It rose by 5%.", "It rose by 5 percent in 3 years.") is None
    assert other_amounts("It rose by 5%.", "In 12 plots it rose.") is None


def test_the_same_number_of_another_unit_is_found_and_the_same_amount_in_another_is_not():
    assert other_measures("Each got 5 µg.", "Each got 5 mg a day.") == (Amount(5, "µg"), Amount(5, "mg"))
    assert other_measures("It took 20 hours.", "It took 20 minutes.") is not None
    assert other_measures("It took 90 min.", "It took 1.5 hours.") is None
    assert other_amounts("It took 90 min.", "It took 1.5 hours, not 3 min.") is None
    assert other_measures("It took 20 min.", "Each weighed 20 kg.") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [("reads with an N50 below 25 kb", "long reads (N50 > 25 kb)"),
     ("in more than 40 fields", "in fewer than 40 fields"), ("up to 75%", "at least 75%"),
     ("at least 12 sites", "no more than 12 sites"), ("über 30 Grad", "unter 30 Grad")],
)  # fmt: skip
def test_bounds_of_one_number_from_both_sides_contradict(one, other):
    assert other_bounds(one, other) is not None
    assert other_bounds(one, one) is None


def test_numbers_in_words_up_to_a_hundred_are_known():
    assert [each.value for each in amounts("thirteen normal individuals and twenty-five others")] == [13, 25]


def test_a_rounded_number_is_no_other_number():
    assert other_amounts("It held 46.9 billion points.", "It held 46,864,534,945 points.") is None
    assert other_amounts("It held 46.8 billion points.", "It held 46,864,534,945 points.") is not None


def test_a_unit_further_on_and_the_rest_to_a_hundred_percent_are_no_differences():
    assert other_measures("It rose from 210 MPa to 340 MPa.", "It rose from 210 to 340 MPa.") is None
    assert other_amounts("It had lost 5% of its mass.", "It kept 95% of its mass.") is None
    assert other_amounts("It had lost 95% of its mass.", "It kept 90% of its mass.") is not None
    assert other_amounts("Debt was 3.2 billion pesos.", "Debt was 3.2 trillion pesos.") is not None


def test_percent_and_percentage_points_are_told_apart():
    assert percent_for_points("Graduation rose by 10 percent.", "Graduation rose by ten percentage points.")
    assert not percent_for_points("Graduation rose by 10 %.", "Graduation rose by ten percent.")


def test_a_number_of_something_else_is_found():
    said, told = counts_exchanged("Fourteen children took part.", "Fourteen adults and nine children took part.")
    assert (said.value, told.value) == (14, 9)
    assert counts_exchanged("Nine children took part.", "Fourteen adults and nine children took part.") is None
