"""Opposites in German, Spanish and French are known by the beginnings of words."""

import pytest

from backend.verification.opposite_stems import are_opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("erhöhte", "verringert"),
        ("stieg", "sank"),
        ("größer", "kleiner"),
        ("zustimmten", "ablehnten"),
        ("aumentó", "disminuyó"),
        ("fuertes", "débiles"),
        ("augmenté", "diminué"),
        ("tous", "aucun"),
    ],
)
def test_opposites_are_opposed_both_ways(one, other):
    assert are_opposed(one, other) and are_opposed(other, one)
    assert not are_opposed(one, one)


@pytest.mark.parametrize(("one", "other"), [("erhöht", "steigert"), ("gramm", "klein"), ("plus", "positif"), ("", "")])
def test_other_words_are_not(one, other):
    assert not are_opposed(one, other)
