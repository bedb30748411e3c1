"""Units of one dimension are compared by what they measure."""

import math

import pytest

from backend.verification.contradiction_rules.measures import ONES, TENS, measured, number_of, value_of


@pytest.mark.parametrize(
    ("one", "other"), [((5, "mg"), (0.005, "g")), ((90, "min"), (1.5, "hours")), ((2, "Wochen"), (14, "jours"))]
)
def test_the_same_amount_in_two_units_is_one(one, other):
    (dimension, value), (another, same) = measured(one[0], one[1].lower()), measured(other[0], other[1].lower())
    assert dimension == another and math.isclose(value, same)


def test_other_dimensions_differ_and_what_is_counted_is_no_measure():
    assert measured(5, "mg")[0] != measured(5, "ml")[0]
    assert measured(5, "patients") is None and measured(5, "") is None


@pytest.mark.parametrize(
    ("ten", "one", "value"), [(None, "one", 1), (None, "nineteen", 19), ("twenty", None, 20), ("ninety", "nine", 99)]
)
def test_the_value_of_words(ten, one, value):
    assert value_of(ten, one) == value


def test_every_number_below_a_hundred_has_one_way_to_be_said():
    said = [value_of(None, one) for one in ONES] + [value_of(ten, one) for ten in TENS for one in (None, *ONES[:9])]
    assert said == list(range(1, 100))


def test_digits_and_words_are_numbers():
    assert (number_of("Twelve"), number_of("ninety"), number_of("41"), number_of("many")) == (12, 90, 41, None)
