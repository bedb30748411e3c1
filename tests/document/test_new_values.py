"""New values without quotation marks: where they end, and what the words behind them say."""

import pytest

from backend.document.new_values import end_of_value, is_key, is_landmark_value, stands_near


@pytest.mark.parametrize(
    ("new", "divided"),
    [
        ("2.6 in row B", ("2.6", "in row B")),
        ("2.6 for B", ("2.6", "for B")),
        ("2.6 because we miscounted", ("2.6", "")),
        ("2.6, weil das falsch war", ("2.6", "")),
        ("2.6 degrees", ("2.6 degrees", "")),
        ("2.6 and 30 to 31", None),
        ("2.6 dans le texte", ("2.6", "dans le texte")),
        ("a few", ("a few", "")),
    ],
)
def test_a_value_ends_before_a_place_and_a_reason(new, divided):
    assert end_of_value("2.4", new) == divided


def test_other_words_than_values_are_left_as_they_are():
    assert end_of_value("wet summer", "dry summer in June") == ("dry summer in June", "")
    assert end_of_value("wet", "dry in June") == ("dry in June", "")


def test_a_value_with_from_is_not_the_new_one():
    assert end_of_value("n", "from 10 to 11") is None


def test_names_must_stand_near_the_old_value():
    assert stands_near("in row B", "| Site | Mean |\n| B | 2.4 |")
    assert not stands_near("in row A", "| Site | Mean |\n| B | 2.4 |")
    assert stands_near("in the code block", "pip install a")


def test_the_first_cell_of_a_row_is_its_key():
    table = "| Year | n |\n| --- | --- |\n| 2019 | 8 |"
    assert is_key(table, table.index("2019"))
    assert not is_key(table, table.index("8 |"))


def test_a_value_behind_a_preposition_says_where():
    assert is_landmark_value("n for 2019 should be 7", "2019")
    assert not is_landmark_value("2019 should be 2020", "2019")
    assert not is_landmark_value("the year 2019 should be 2020", "2019")
