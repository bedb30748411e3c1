import pytest

from backend.verification.contradiction_rules.contrasts import denied_in_contrast, elliptical_denial, without_contrast

SOURCE = "The decay was caused by damp, not by insects."


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("Insects caused the decay.", SOURCE),
        ("The rent was paid by the owner.", "The tenants rather than the owner paid the rent."),
    ],
)
def test_what_a_contrast_denies_is_found(sentence, passage):
    assert denied_in_contrast(sentence, passage)


@pytest.mark.parametrize(
    "sentence",
    ["Damp caused the decay.", "The decay was not caused by insects.", "Damp rather than insects caused it."],
)
def test_what_the_passage_says_is_no_contradiction(sentence):
    assert denied_in_contrast(sentence, SOURCE) is None


def test_the_denied_part_is_left_out():
    assert without_contrast(SOURCE) == "The decay was caused by damp ."
    assert without_contrast("The decay was quick.") == "The decay was quick."


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
