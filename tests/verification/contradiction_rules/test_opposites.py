"""What turns a sentence round: a negation, an opposite word, another number of the same unit."""

import pytest

from backend.verification.contradiction_rules.opposites import (
    Amount,
    amounts,
    counts_exchanged,
    is_negated,
    is_same_direction,
    opposed_words,
    opposite_rest,
    other_amounts,
    other_bounds,
    other_measures,
    percent_for_points,
)


@pytest.mark.parametrize(
    "sentence", ["It does not grow.", "Nothing grew.", "They couldn't grow.", "It grew without light."]
)
def test_a_negation_is_heard(sentence):
    assert is_negated(sentence)


@pytest.mark.parametrize(
    "sentence",
    ["It grows.", "Not only grasses grow.", "It does not grow without light.", "No less than 3 plants grew."],
)
def test_what_turns_nothing_is_no_negation(sentence):
    assert not is_negated(sentence)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yield increased with heat.", "Yield decreased with heat."),
        ("The faster method won.", "The slower method won."),
        ("A significantly larger share.", "An insignificantly larger share."),
        ("It was hyperactive at night.", "It was hypoactive at night."),
        ("Genes were upregulated.", "Genes were downregulated."),
        ("A strong effect.", "A weak effect."),
        ("Low units beside high ones, a high share.", "High units beside high ones, a high share."),
        ("Heat reduced yield.", "Heat increased yield."),
        ("It improves recall.", "It worsened recall."),
    ],
)
def test_opposite_words_are_known(one, other):
    assert opposed_words(one, other) and opposed_words(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Yield increased with heat.", "Yield rose with heat."),
        ("High and low plants grew.", "Plants of low and high growth."),
        ("Trees grow.", "Stones melt."),
    ],
)
def test_other_words_are_no_opposites(one, other):
    assert opposed_words(one, other) == []


def test_amounts_are_numbers_with_what_is_counted():
    assert list(amounts("Three plants lost 1,200 leaves, 4.5% of 2 million [12].")) == [
        Amount(3, "plant"), Amount(1200, "leav"), Amount(4.5, "%"), Amount(2e6, ""),
    ]  # fmt: skip


def test_another_number_of_the_same_unit_is_found():
    assert other_amounts("It rose by 5%.", "It rose by 7 %.") == (Amount(5, "%"), Amount(7, "%"))
    assert other_amounts("It rose by 5%.", "It rose by 5 percent in 3 years.") is None
    assert other_amounts("It rose by 5%.", "In 12 plots it rose.") is None


def test_the_same_number_of_another_unit_is_found_and_the_same_amount_in_another_is_not():
    assert other_measures("Each got 5 µg.", "Each got 5 mg a day.") == (Amount(5, "µg"), Amount(5, "mg"))
    assert other_measures("It took 20 hours.", "It took 20 minutes.") is not None
    assert other_measures("It took 90 min.", "It took 1.5 hours.") is None
    assert other_amounts("It took 90 min.", "It took 1.5 hours, not 3 min.") is None
    assert other_measures("It took 20 min.", "Each weighed 20 kg.") is None


@pytest.mark.parametrize(
    ("sentence", "language", "negated"),
    [
        ("Neither age nor sex predicted it.", "english", True),
        ("Hardly any of them grew.", "english", True),
        ("Normal (non-cancerous) cells grew (but not much).", "english", False),
        ("Non-linear models grew.", "english", False),
        ("Weder Alter noch Geschlecht zählten.", "german", True),
        ("No fue predicho ni por la edad ni por el sexo.", "spanish", True),
        ("L'abandon n'était prédit ni par l'âge ni par le sexe.", "french", True),
        ("Las flores crecieron.", "spanish", False),
    ],
)
def test_a_denial_is_heard_in_its_language(sentence, language, negated):
    assert is_negated(sentence, language) is negated


@pytest.mark.parametrize(
    ("one", "other"),
    [("reads with an N50 below 25 kb", "long reads (N50 > 25 kb)"),
     ("in more than 40 fields", "in fewer than 40 fields"), ("up to 75%", "at least 75%"),
     ("at least 12 sites", "no more than 12 sites"), ("über 30 Grad", "unter 30 Grad")],
)  # fmt: skip
def test_bounds_of_one_number_from_both_sides_contradict(one, other):
    assert other_bounds(one, other) is not None
    assert other_bounds(one, one) is None


def test_failing_denies_what_follows_and_a_failure_denies_nothing():
    assert is_negated("The pump failed to start.")
    assert not is_negated("The beam failed at 3 kN.")


def test_numbers_in_words_up_to_a_hundred_are_known():
    assert [each.value for each in amounts("thirteen normal individuals and twenty-five others")] == [13, 25]


def test_a_denied_word_counts_beside_its_denial():
    assert opposed_words("It samples without bias.", "Sampling is unbiased.") == [("bias", "unbiased")]


def test_a_doubled_consonant_before_an_ending_is_one():
    assert opposed_words("The ring is thicker.", "The ring is thinner.") == [("thicker", "thinner")]
    assert opposed_words("The thickness is small.", "The ring is thinner.") == []
    assert opposed_words("It samples with bias.", "Sampling is unbiased.")


def test_a_rounded_number_is_no_other_number():
    assert other_amounts("It held 46.9 billion points.", "It held 46,864,534,945 points.") is None
    assert other_amounts("It held 46.8 billion points.", "It held 46,864,534,945 points.") is not None


def test_what_is_only_set_against_something_else_denies_nothing():
    assert not is_negated("An article is advertising, not scholarship.")
    assert is_negated("An article is not scholarship.")


def test_an_interval_to_not_reached_denies_nothing():
    assert not is_negated("Median survival was 9.6 months, 95 percent CI 7.8 to not reached.")


def test_a_unit_further_on_and_the_rest_to_a_hundred_percent_are_no_differences():
    assert other_measures("It rose from 210 MPa to 340 MPa.", "It rose from 210 to 340 MPa.") is None
    assert other_amounts("It had lost 5% of its mass.", "It kept 95% of its mass.") is None
    assert other_amounts("It had lost 95% of its mass.", "It kept 90% of its mass.") is not None
    assert other_amounts("Debt was 3.2 billion pesos.", "Debt was 3.2 trillion pesos.") is not None


def test_a_word_with_a_prefix_can_be_the_opposite_of_the_rest():
    assert opposite_rest("impossible") == "possible"
    assert opposite_rest("industry") == ""


def test_a_negation_before_a_number_denies_nothing():
    assert not is_negated("Aid reached barely a fifth of the villages.")
    assert is_negated("Aid barely reached the villages.")


def test_chinese_characters_can_be_negations_and_opposites():
    assert is_negated("该方法未优于基线。", "chinese")
    assert not is_negated("该方法不断改进。", "chinese")
    assert opposed_words("速度提高了15%。", "速度下降了15%。") == [("提", "降")]


def test_percent_and_percentage_points_are_told_apart():
    assert percent_for_points("Graduation rose by 10 percent.", "Graduation rose by ten percentage points.")
    assert not percent_for_points("Graduation rose by 10 %.", "Graduation rose by ten percent.")


def test_a_number_of_something_else_is_found():
    said, told = counts_exchanged("Fourteen children took part.", "Fourteen adults and nine children took part.")
    assert (said.value, told.value) == (14, 9)
    assert counts_exchanged("Nine children took part.", "Fourteen adults and nine children took part.") is None


def test_words_of_one_direction_mean_the_same_change():
    assert is_same_direction("lessens", "reduced") and not is_same_direction("sank", "climbed")
