import pytest

from backend.verification.contradiction_rules.elliptical_denials import elliptical_denial


@pytest.mark.parametrize(
    ("passage", "agrees", "contradicts"),
    [
        (
            "The vaccine protected cats but not ferrets.",
            "The vaccine did not protect ferrets.",
            "The vaccine protected ferrets.",
        ),
        (
            "Biomass increased under shade, whereas seed set did not.",
            "Under shade, seed set did not increase.",
            "Seed set increased under shade.",
        ),
        (
            "Bids were lower in the south, though not significantly so.",
            "Bids were not significantly lower in the south.",
            "Bids were significantly lower in the south.",
        ),
    ],
)
def test_what_a_clause_without_a_verb_denies_is_found(passage, agrees, contradicts):
    words, denied = elliptical_denial(agrees, passage)
    assert denied
    assert elliptical_denial(contradicts, passage) == (words, False)


@pytest.mark.parametrize(
    "sentence",
    [
        "The vaccine protected cats.",  # not about what is denied
        "The vaccine protected cats better than ferrets.",  # about both
        "The vaccine protected cats but not ferrets.",
    ],
)
def test_a_sentence_about_something_else_is_not_denied(sentence):
    assert elliptical_denial(sentence, "The vaccine protected cats but not ferrets.") is None
