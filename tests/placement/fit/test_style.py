"""The style of a text, independent of its subject."""

from backend.placement.fit.style import profile
from backend.ranking.terms import words_of


def of(text, language="english"):
    return profile(words_of(text), text, language)


def test_function_words_endings_numbers_and_signs_are_counted():
    found = of("We measured 12 cores, and may be drilling again (Figure 2; `run`) [@smith].")
    assert found["we"] == found["may"] == found["and"] == 1
    assert found["#ed"] == found["#ing"] == found["#shown"] == found["#@"] == found["#("] == found["#`"] == 1
    assert found["#1"] == 2 and "cores" not in found and "measured" not in found


def test_other_languages_have_their_own():
    assert of("Wir haben das nicht gewusst.", "german")["nicht"] == 1
    assert "nicht" not in of("Wir haben das nicht gewusst.")
    assert not of("")
