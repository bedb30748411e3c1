import pytest

from backend.verification.contradiction_rules.contradictions import contradiction
from backend.verification.contradiction_rules.implied_negations import bases_denied, denied_words, implies_negation


@pytest.mark.parametrize(
    "sentence",
    [
        "The board declined to renew the lease.",
        "The scan ruled out a fracture.",
        "The water was free of lead.",
        "Its origin is unknown.",
        "A second crossing was impossible.",
    ],
)
def test_a_sentence_can_deny_without_a_negation(sentence):
    assert implies_negation(sentence)


@pytest.mark.parametrize("sentence", ["Sales declined steadily.", "The union met under the bridge.", "It is included."])
def test_words_that_only_look_like_it_deny_nothing(sentence):
    assert not implies_negation(sentence)


def test_the_word_behind_a_negation_is_denied():
    assert denied_words("The drug did not significantly lengthen survival.") == ("lengthen",)
    assert denied_words("It has not been shown that tides matter.") is None
    assert denied_words("The slope had no effect on yields.") is None


@pytest.mark.parametrize(
    ("source", "restated"),
    [
        ("The board declined to renew the lease of the mill.", "The lease of the mill was not renewed by the board."),
        ("Species richness was unaffected on the island.", "Species richness did not change on the island."),
        ("It is impossible to date the seal exactly.", "The seal cannot be dated exactly."),
    ],
)
def test_a_denial_in_other_words_is_no_contradiction(source, restated):
    assert contradiction(restated, source, "english") == ""


def test_an_adjective_with_a_prefix_denies_its_rest_and_a_noun_denies_nothing():
    assert bases_denied("A second crossing is unlikely.") == ("likely",)
    assert bases_denied("The uncertainty was 3 mm.") == ()
