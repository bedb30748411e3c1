"""Units of one dimension are compared by what they measure."""

import math

import pytest

from backend.verification.contradiction_rules.measures import measured


@pytest.mark.parametrize(
    ("one", "other"), [((5, "mg"), (0.005, "g")), ((90, "min"), (1.5, "hours")), ((2, "Wochen"), (14, "jours"))]
)
def test_the_same_amount_in_two_units_is_one(one, other):
    (dimension, value), (another, same) = measured(one[0], one[1].lower()), measured(other[0], other[1].lower())
    assert dimension == another and math.isclose(value, same)


def test_other_dimensions_differ_and_what_is_counted_is_no_measure():
    assert measured(5, "mg")[0] != measured(5, "ml")[0]
    assert measured(5, "patients") is None and measured(5, "") is None
