"""A sentence that says more than its source stands higher on a scale."""

import pytest

from backend.verification.contradiction_rules.scales import other_step, shares_step


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Owners may report damage.", "Owners must report damage."),
        ("Fishing is allowed in May.", "Fishing is prohibited in May."),
        ("Screening is mandatory.", "The guideline recommends daily screening."),
        ("Private companies have to disclose.", "Disclosure is not compulsory for private companies."),
        ("It is proven that salt helps.", "Salt might help."),
        ("The links have been confirmed.", "The group is suspected of links, though attribution is tentative."),
        ("Burnout was the cause of falls.", "Burnout correlated with falls across 52 units."),
        ("The revolt was triggered by the tax.", "The revolt broke out in the same year as the tax."),
        ("Worked examples helped all pupils.", "Only pupils with low prior knowledge profited."),
        ("Microplastic was present at all stations.", "Microplastic was found at 3 of 41 stations."),
        ("Yields were higher with microwaves than with an oil bath.", "Microwave heating gave the same yields."),
        ("Recall depended on the font.", "Recall did not depend on the font."),
        ("In patients, the compound reduced fat.", "The compound reduced hepatic fat in mice."),
        ("On real roads it avoided collisions.", "It was evaluated in simulation only."),
    ],
)
def test_different_steps_of_a_scale_are_found(sentence, source):
    assert other_step(sentence, source, source) is not None


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Owners must report damage.", "Owners have to report damage."),
        ("Owners report damage.", "Owners must report damage."),
        ("Members must vote, guests may.", "Members must vote."),
        ("Salt might help.", "It is proven that salt helps."),
        ("Burnout and falls were related.", "Burnout correlated with falls."),
        ("Grades did not differ.", "Grades were similar in both cohorts."),
        ("Not all pupils profited.", "Only some pupils profited."),
        ("The compound reduced fat in mice.", "In mice, the compound reduced fat."),
    ],
)
def test_the_same_step_a_lower_claim_and_a_step_that_only_one_has_are_no_difference(sentence, source):
    assert other_step(sentence, source, source) is None


def test_what_another_clause_calls_equal_is_something_else():
    source = "Training improved perception; production was the same."
    assert other_step("Perception got better.", source, "Training improved perception") is None


def test_a_denial_and_a_word_can_mean_the_same_step():
    assert shares_step("Grades did not differ.", "Grades were similar.")
    assert not shares_step("Grades differed.", "Grades were similar.")


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Reports are read in few cases.", "Reports are read in every case."),
        ("Storms caused little of the damage.", "Storms caused 70 % of the damage."),
        ("Most tenants came.", "Tenants came in only 28 % of the cases."),
        ("Less than half of the reeds were hollow.", "58 % of the reeds were hollow."),
        ("Prices rose after the reform.", "Prices did not change after the reform."),
        ("Boys were affected more than girls.", "Boys and girls were affected alike."),
        ("Noise declined with the wall.", "Noise remained stable with the wall."),
    ],
)
def test_few_and_most_and_a_change_and_none_are_different_steps(sentence, source):
    assert other_step(sentence, source, source) is not None


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("Few reeds were hollow.", "Falls dropped by 80 %, and 12 % of the reeds were hollow."),
        ("58 % of the reeds were hollow.", "28 % of the sedges were hollow."),
        ("Most reeds were hollow.", "Of the reeds, 58 % were hollow, and 12 % were brown."),
        ("Prices changed little.", "Prices rose by a fifth."),
    ],
)
def test_a_change_in_percent_and_two_shares_are_no_step(sentence, source):
    assert other_step(sentence, source, source) is None
