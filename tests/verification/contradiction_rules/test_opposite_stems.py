"""Opposites in German, Spanish and French are known by the beginnings of words."""

import pytest

from backend.verification.contradiction_rules.opposite_stems import are_opposed, joined_verbs, sides_of


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


@pytest.mark.parametrize(
    ("sentence", "joined"),
    [
        ("Mit dem Alter nahm die Nutzung ab.", "Mit dem Alter abnahm die Nutzung."),
        ("Die Zahl nimmt jedes Jahr zu, sagen sie.", "Die Zahl zunimmt jedes Jahr, sagen sie."),
        ("Die Tür fiel zu.", "Die Tür fiel zu."),
        ("Use rose from 3 to 4.", "Use rose from 3 to 4."),
    ],
)
def test_a_separated_verb_is_joined_where_it_is_known(sentence, joined):
    assert joined_verbs(sentence) == joined


def test_a_word_that_is_shorter_than_a_listed_stem_is_a_form_of_it_if_it_has_five_letters():
    assert sides_of("gestiege") == sides_of("gestiegen") and sides_of("gest") == frozenset()
    assert sides_of("erhöhung") & sides_of("anstieg")
