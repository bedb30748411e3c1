"""Words in place of others are found between equal words; what is said anew is not."""

from backend.verification.contradiction_rules.substitutions import Substitution, substitutions

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
