"""A sentence is supported by what says the same, contradicted by its opposite, and accused of nothing else."""

import pytest

from backend.verification.support import SourceText, support

SOURCE = (
    "Alpine grasses were grown in twelve plots. Drought reduced the leaf area of alpine grasses by 23% within six "
    "weeks. Root mass was not affected by the drought. We recommend longer trials."
)


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("Drought reduced the leaf area of alpine grasses by 23% [1].", "supported"),
        ("Within six weeks, drought reduced leaf area in alpine grasses.", "supported"),
        ("Drought did not affect root mass.", "supported"),
        ("Drought reduced the leaf area of alpine grasses by 32%.", "contradicted"),
        ("Drought increased the leaf area of alpine grasses by 23%.", "contradicted"),
        ("Drought did not reduce the leaf area of alpine grasses within six weeks.", "contradicted"),
        ("Root mass was affected by the drought.", "contradicted"),
        ("Neural networks translate between languages.", "not found"),
        ("", "not found"),
    ],
)
def test_a_sentence_is_held_against_its_source(sentence, verdict):
    found = support(sentence, SOURCE)
    assert found.verdict == verdict
    assert bool(found.passage) == (verdict not in ("not found",))
    assert 0 <= found.score <= 1


def test_a_word_in_place_of_another_is_told_though_it_may_mean_the_same():
    found = support("Drought curbed the leaf area of alpine grasses by 23% within six weeks.", SOURCE)
    assert (found.verdict, found.reason) == ("partly", "The sentence says “curbed” where the source says “reduced”.")


def test_a_number_that_the_source_does_not_have_is_told():
    found = support("Drought reduced the leaf area of alpine grasses in 41 places within six weeks.", SOURCE)
    assert found.verdict == "partly" and "41" in found.reason


def test_an_empty_source_says_nothing():
    assert support("Drought reduced leaf area.", "").verdict == "not found"


def test_meaning_counts_beside_words():
    plain = support("Dry spells shrink meadow plants.", SOURCE).score
    assert support("Dry spells shrink meadow plants.", SOURCE, lambda _, texts: [0.9] * len(texts)).score > plain


@pytest.mark.parametrize(
    ("source", "true", "false"),
    [
        ("Die Düngung erhöhte den Ertrag des Weizens.", "Die Düngung erhöhte den Ertrag des Weizens deutlich.",
         "Die Düngung verringerte den Ertrag des Weizens."),
        ("La asociación era fuerte en los primeros ensayos.", "En los primeros ensayos era fuerte la asociación.",
         "La asociación era débil en los primeros ensayos."),
        ("Le bruit a réduit la taille des couvées.", "La taille des couvées a été réduite par le bruit.",
         "La taille des couvées a été augmentée par le bruit."),
        ("Women reported more pain than men after surgery.", "After surgery, women reported more pain than men.",
         "After surgery, men reported more pain than women."),
        ("Each mouse got 5 mg of the compound.", "Each mouse got 0.005 g of the compound.",
         "Each mouse got 5 kg of the compound."),
    ],
)  # fmt: skip
def test_what_is_turned_round_is_seen_in_several_languages(source, true, false):
    assert support(true, source).verdict in ("supported", "partly")
    assert support(false, source).verdict == "contradicted"


def test_only_the_clause_that_speaks_of_the_same_can_deny_it():
    source = "The score did not correlate with age but was significantly associated with circulating naive T cells."
    assert support("The score was associated with naive circulating T cells.", source).verdict == "supported"
    assert support("The score correlated with age.", source).verdict == "contradicted"


@pytest.mark.parametrize(
    ("source", "true", "false"),
    [
        ("Owners must report leaks.", "Owners have to report leaks.", "Owners may report leaks."),
        (
            "The altar was carved in Ghent and sold in Lille.",
            "The altar was carved in Ghent.",
            "The altar was carved in Lille.",
        ),
        (
            "Herons displaced gulls from the islet.",
            "Gulls were driven from the islet by herons.",
            "Herons were driven from the islet by gulls.",
        ),
        (
            "The clinic refused to admit the pilot.",
            "The pilot was not admitted to the clinic.",
            "The pilot was admitted to the clinic.",
        ),
    ],
)
def test_a_sentence_that_may_say_the_opposite_is_supported_in_part_at_most(source, true, false):
    assert support(true, source).score > 2 * support(false, source).score
    assert support(false, source).verdict == "partly"
    assert support(false, source).reason


@pytest.mark.parametrize(
    ("source", "true"),
    [
        ("In the soil, lead fell by 3%; in moss, the figure was 9.4%.", "In moss, lead fell by 9.4%."),
        ("The site had few visitors in May, and prices did not vary by season.", "The site had few visitors in May."),
        ("Few of the wells had been capped.", "Most of the wells had not been capped."),
        ("The last step remains the slowest one.", "No step is slower than the last one."),
        (
            "Noise from roads was clearly associated with poor sleep in towns. Noise from trams showed no association.",
            "Noise from trams was not associated with poor sleep.",
        ),
        (
            "Lime raised the strength of the bricks by a fifth but had no effect on color. Porosity decreased.",
            "The porosity of the bricks decreased with lime.",
        ),
        ("Hard rain preceded the flood by 6 hours.", "The flood followed the hard rain by 6 hours."),
        ("Die Ärzte urteilten strenger als die Patienten.", "Die Patienten waren milder als die Ärzte."),
        ("Yields in spring were 4.1 t higher in barley and 2.7 in rye.", "Yields in rye were 2.7 t higher in spring."),
        (
            "Rain is highest in the northern range, which was settled by six clans.",
            "The northern range was settled by six clans.",
        ),
        ("Die Düngung erhöht den Ertrag, die Güte des Korns aber verringert sie.", "Die Düngung verringert die Güte."),
    ],
)
def test_what_another_clause_or_sentence_says_is_no_contradiction(source, true):
    assert support(true, source).reason == ""


@pytest.mark.parametrize(
    ("source", "true", "false"),
    [
        (
            "Fever fell sooner with ice. Appetite recovered equally in both wards.",
            "In both wards, appetite recovered equally.",
            "Appetite recovered faster in one of the wards.",
        ),
        (
            "In grade four, scores rose significantly after the course.",
            "Scores in grade four rose significantly after the course.",
            "Scores in grade four did not rise significantly after the course.",
        ),
        (
            "Rounding reduced falls in all homes. Injurious falls were unaffected.",
            "Rounding reduced falls in all homes.",
            "Rounding reduced injurious falls in all homes.",
        ),
        ("The gas was cooled to 50 µK.", "They cooled the gas to 50 µK.", "They cooled the gas to 50 mK."),
        ("工作压力与离职意愿呈正相关。", "离职意愿与工作压力呈正相关。", "工作压力与离职意愿呈负相关。"),
    ],
)
def test_the_sentence_that_a_claim_is_about_decides(source, true, false):
    assert not support(true, source).reason
    assert support(false, source).reason


def test_a_sentence_is_contradicted_if_one_of_its_statements_is():
    source = "Log transformation reduced bias from 12% to 3%. Three methods were compared. Coverage was not improved."
    true = "Log transformation reduced bias from 12% to 3%, and three methods were compared in the study."
    false = "Log transformation raised bias from 12% to 3%, and three methods were compared in the study."
    assert not support(true, source).reason
    found = support(false, source)
    assert (found.verdict, found.passage) == ("contradicted", "Log transformation reduced bias from 12% to 3%.")


def test_a_sentence_that_one_sentence_of_the_source_has_is_not_compared_clause_by_clause():
    source = "Seeds are found through pairing of two sites, but not all sites are equally effective in fish and birds."
    assert not support(
        "Seeds are found through pairing of two sites, but not all are equally effective in birds.", source
    ).reason


def test_a_doubt_is_not_worded_as_a_certain_contradiction():
    found = support("Ditches raised density.", "Ditches had no effect on density.")
    assert found.verdict == "partly" and "seem to contradict each other" in found.reason


def test_a_reversed_comparison_is_contradicted_in_other_words_unless_another_passage_agrees():
    source = "The barn owls hunted earlier than the tawny owls. Their prey did not differ."
    assert support("Tawny owls hunted before barn owls.", source).verdict == "contradicted"
    assert support("Barn owls hunted before tawny owls.", source).verdict != "contradicted"
    both = f"{source} In winter, the tawny owls hunted earlier than the barn owls."
    assert support("Tawny owls hunted before barn owls.", both).verdict != "contradicted"


def test_a_sentence_with_few_words_of_its_source_is_doubted_if_one_of_them_has_the_opposite_beside_it():
    found = support("Once the bell rang later, tardiness increased.", "Attendance improved, and tardiness decreased.")
    assert found.verdict == "partly" and "“decreased”" in found.reason


def test_a_text_without_periods_is_compared_in_pieces():
    text = SourceText("more water than ash is heavier than " * 300)
    assert "".join(text.parts) == text.text.strip() and max(map(len, text.parts)) <= 2_000
