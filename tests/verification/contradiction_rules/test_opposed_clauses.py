"""The one clause that is about the same decides, however few of the other words the two have in common."""

import pytest

from backend.verification.contradiction_rules.content_words import content_stems
from backend.verification.contradiction_rules.opposed_clauses import opposed_clause


def _with_stems(sentences):
    return [(each, content_stems(each)) for each in sentences]


SOURCE = [
    "Attendance improved, and tardiness decreased.",
    "Wells near the quarry are acidic, whereas those on the ridge were not sampled.",
    "Trials that were likely to fail ended early.",
]


@pytest.mark.parametrize(
    ("sentence", "words", "at"),
    [
        ("Once the bell rang later, tardiness increased.", ("increased", "decreased"), 0),
        ("People living beside the quarry drink from alkaline wells.", ("alkaline", "acidic"), 1),
    ],
)
def test_an_opposite_word_is_found_in_the_clause_that_is_about_the_same(sentence, words, at):
    assert opposed_clause(sentence, _with_stems(SOURCE)) == (*words, SOURCE[at])


@pytest.mark.parametrize(
    "sentence",
    [
        "Once the bell rang later, tardiness became rarer.",
        "Tardiness did not increase.",  # the negation cancels the opposite word
        "It predicts which trials fail and which succeed.",  # the sentence has both words
        "Two out of five wells near the quarry were deep.",  # “out” and “in” are function words
    ],
)
def test_other_clauses_are_not_opposed(sentence):
    assert opposed_clause(sentence, _with_stems(SOURCE)) is None


def test_a_word_that_two_clauses_share_does_not_tell_which_one_is_meant():
    assert (
        opposed_clause("Noise increased.", _with_stems(["By day noise decreased.", "At night noise was steady."]))
        is None
    )


def test_converse_words_with_exchanged_sides_agree():
    assert opposed_clause("The flood followed the rain.", _with_stems(["The rain preceded the flood."])) is None
    assert opposed_clause("The rain followed the flood.", _with_stems(["The rain preceded the flood."])) is not None
