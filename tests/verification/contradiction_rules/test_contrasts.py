import pytest

from backend.verification.contradiction_rules.contrasts import denied_in_contrast, without_contrast

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
