"""What turns a sentence round: a negation or an opposite word."""

import pytest

from backend.verification.contradiction_rules.opposites import (
    is_negated,
    is_same_direction,
    opposed_words,
    opposite_rest,
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


def test_failing_denies_what_follows_and_a_failure_denies_nothing():
    assert is_negated("The pump failed to start.")
    assert not is_negated("The beam failed at 3 kN.")


def test_a_denied_word_counts_beside_its_denial():
    assert opposed_words("It samples without bias.", "Sampling is unbiased.") == [("bias", "unbiased")]


def test_a_doubled_consonant_before_an_ending_is_one():
    assert opposed_words("The ring is thicker.", "The ring is thinner.") == [("thicker", "thinner")]
    assert opposed_words("The thickness is small.", "The ring is thinner.") == []
    assert opposed_words("It samples with bias.", "Sampling is unbiased.")


def test_what_is_only_set_against_something_else_denies_nothing():
    assert not is_negated("An article is advertising, not scholarship.")
    assert is_negated("An article is not scholarship.")


def test_an_interval_to_not_reached_denies_nothing():
    assert not is_negated("Median survival was 9.6 months, 95 percent CI 7.8 to not reached.")


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


def test_words_of_one_direction_mean_the_same_change():
    assert is_same_direction("lessens", "reduced") and not is_same_direction("sank", "climbed")


def test_more_and_fewer_are_directions_like_rose_and_fell():
    assert opposed_words("Fewer barns were built.", "The number of barns rose.") == [("fewer", "rose")]
    assert opposed_words("They cut the price.", "The price grew.") == [("cut", "grew")]
    # a word of the same direction leaves nothing opposed
    assert not opposed_words("There were fewer barns.", "The levy raised rents and reduced the number of barns.")
    assert opposed_words("The film is non-soluble.", "The film is soluble.") == [("nonsoluble", "soluble")]
