"""Shares in words are compared by their values."""

import pytest

from backend.verification.contradiction_rules.word_fractions import other_factors, other_fractions


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("Nearly two thirds of the species", "Nearly a third of the species", True),
        ("Half of the workshops", "A quarter of the workshops", True),
        ("Almost one in three species", "Nearly a third of the species", False),
        ("One out of four workshops", "A quarter of the workshops", False),
        ("A third of the species and half of the trees", "Half of the trees", False),
        ("Some of the trees", "Half of the trees", False),
    ],
)
def test_a_share_is_another_if_its_value_is(one, other, differ):
    assert (other_fractions(one, other) is not None) == differ
    assert (other_fractions(other, one) is not None) == differ


def test_a_factor_is_another_if_its_value_is():
    assert other_factors("Yield tripled.", "The yield doubled.") == ("tripled", "doubled")
    assert other_factors("Yield grew twofold.", "The yield doubled.") is None
    assert other_factors("Yield grew.", "The yield doubled.") is None
