"""Words of a closed set exclude each other, and so do names."""

import pytest

from backend.verification.contradiction_rules.alternatives import (
    Substitution,
    other_alternative,
    other_fractions,
    other_name,
    other_point_in_time,
    substitutions,
)


@pytest.mark.parametrize(
    ("sentence", "source", "differ"),
    [
        ("The bloom peaked in late autumn.", "The bloom peaked in late spring.", True),
        ("The eddy moved eastwards.", "The eddy moved west.", True),
        ("Printing came in the 1560s.", "Printing reached the town in the 1480s.", True),
        ("The charter was granted in 1291.", "The charter was granted in 1247.", True),
        ("Levels peaked in spring.", "Levels peaked in spring and fell in winter.", False),
        ("Levels peaked in spring.", "Levels peaked early in the year.", False),
        ("It had 1,250 members.", "It was founded in 1247.", False),
    ],
)
def test_a_word_that_excludes_the_sources_word_is_found(sentence, source, differ):
    assert (other_alternative(sentence, source) is not None) == differ


def test_another_name_is_found_and_another_form_of_one_is_not():
    source = "The trial took place in four hospitals in Kenya."
    assert other_name("Four of the Ugandan hospitals took part.", source, source) == ("Ugandan", "Kenya")
    assert other_name("Four of the Kenyan hospitals took part.", source, source) is None
    assert other_name("Four Ugandan hospitals took part.", "Four hospitals took part.", source) is None


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("It opened in March 2019.", "It opened in March 2016.", ("March 2019", "March 2016")),
        (
            "It dates to the twelfth century.",
            "It dates to the late ninth century.",
            ("twelfth century", "ninth century"),
        ),
        ("It dates to the 9th century.", "It dates to the ninth century.", None),
        ("It opened in March 2016.", "It opened in March 2016 and again in March 2019.", None),
        ("It is from the tenth century.", "It is from the tenth century, the roof from the twelfth century.", None),
    ],
)
def test_another_year_of_a_month_and_another_century_are_found(one, other, found):
    assert other_point_in_time(one, other) == found


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


SOURCE = "The manuscript was copied in Venice in the 1470s, long after the author had died."


def found(sentence, source=SOURCE):
    return list(substitutions(sentence, source, "english"))


def test_a_name_in_place_of_another_is_found():
    assert found(SOURCE.replace("Venice", "Florence")) == [Substitution("Florence", "Venice", True)]


def test_another_word_is_no_name():
    assert found(SOURCE.replace("copied", "burned")) == [Substitution("burned", "copied", False)]


def test_the_same_words_elsewhere_and_function_words_are_none():
    assert found("In the 1470s, long after the author had died, the manuscript was copied in Venice.") == []
    assert found(SOURCE.replace("had died", "has died")) == []


def test_what_is_said_anew_as_a_whole_is_none():
    assert found("Scribes of another generation made the copy.") == []
