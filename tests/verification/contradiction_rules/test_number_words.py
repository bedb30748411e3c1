"""Words for numbers, alone and joined."""

import pytest

from backend.verification.contradiction_rules.number_words import ONES, TENS, number_of, value_of


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
