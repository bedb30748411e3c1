"""The words of a text that carry meaning."""

from backend.verification.contradiction_rules.content_words import content_stems, content_words, without_numbers


def test_function_words_and_single_letters_are_left_out():
    found = content_words("The rows of 12 hedges held a nest, x, and more hedges.")
    assert found == ("row", "12", "hedg", "held", "nest", "hedg")
    assert content_stems("Die Hecken wuchsen.", "german") == {"heck", "wuchs"}
    assert content_stems("") == frozenset()


def test_numbers_can_be_left_out():
    assert without_numbers(content_stems("12 hedges in 2003")) == {"hedg"}
