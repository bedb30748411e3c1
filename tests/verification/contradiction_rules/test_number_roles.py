from __future__ import annotations

import pytest

from backend.verification.contradiction_rules.number_roles import number_of_other, number_of_other_group


@pytest.mark.parametrize(
    ("passage", "true", "false", "found", "language"),
    [
        (
            "Of the grafts, 71% healed with sutures and 54% with glue.",
            "With glue, 54% of the grafts healed.",
            "With sutures, 54% of the grafts healed.",
            ("54", "sutures"),
            "english",
        ),
        (
            "Yields were 4.1 t higher in barley and 2.7 in rye.",
            "Yields in rye were 2.7 t higher.",
            "Yields in rye were 4.1 t higher.",
            ("4.1", "rye"),
            "english",
        ),
        (
            "The front lens had a loss of 2×10^-4, the rear lens of 3×10^-3.",
            "The rear lens had a loss of 3×10^-3.",
            "The rear lens had a loss of 2×10^-4.",
            ("2×10^-4", "rear"),
            "english",
        ),
        (
            "Die Buche erreichte eine Höhe von 31,4 m, die Eiche 27,9.",
            "Die Eiche kam auf 27,9 m.",
            "Die Eiche kam auf eine Höhe von 31,4 m.",
            ("31,4", "eiche"),
            "german",
        ),
        (
            "实验组的平均得分为82.5分,对照组为71.3分。",
            "对照组的平均得分为71.3分。",
            "对照组的平均得分为82.5分。",
            ("82.5", "对照"),
            "chinese",
        ),
    ],
)
def test_a_number_of_something_else_is_found(passage, true, false, found, language):
    assert number_of_other(true, passage, language) is None
    assert number_of_other(false, passage, language) == found


def test_a_sentence_that_compares_has_the_words_of_both_numbers():
    passage = "Of the grafts, 71% healed with sutures and 54% with glue."
    assert number_of_other("Sutures did better than glue, with 71%.", passage, "english") is None


def test_numbers_in_order_are_not_bound_to_the_words_beside_them():
    passage = "Losses of ash, elm and oak were 5%, 8% and 2%, respectively."
    assert number_of_other("Elm lost 8%.", passage, "english") is None


def test_a_number_that_belongs_to_a_word_is_none():
    passage = "Cure was seen in 254 patients given the 7-day course and in 261 given the 14-day course."
    assert number_of_other("Cure was seen in 254 patients who took the 7-day course.", passage, "english") is None


WIPES = [
    "Chlorhexidine wipes were compared with soap and water.",
    "Infections occurred in 1.8 and 3.9 cases, respectively.",
]
ROUTES = [
    "Loss was 642 mL in the oral group and 655 mL in the intravenous group.",
    "Aid was needed by 3.1% and 2.7%, respectively.",
]


@pytest.mark.parametrize(
    ("parts", "sentence", "number"),
    [
        (WIPES, "Infections occurred in 3.9 cases with chlorhexidine.", "3.9"),
        (WIPES, "Infections occurred in 1.8 cases with soap.", "1.8"),
        (WIPES, "Infections occurred in 3.9 cases with soap and water.", ""),
        (WIPES, "Infections occurred in 1.8 cases with wipes.", ""),
        (WIPES, "Infections occurred in 1.8 cases with wipes and in 3.9 with soap.", ""),
        (WIPES, "Infections occurred in 3.9 cases.", ""),
        (ROUTES, "Aid was needed by 2.7% of the oral group.", "2.7"),
        (ROUTES, "Aid was needed by 2.7% of the intravenous group.", ""),
        (["Wipes were used.", "Infections were rare."], "Infections occurred in 3.9 cases with wipes.", ""),
    ],
)
def test_a_number_belongs_to_the_group_at_its_place(parts, sentence, number):
    assert number_of_other_group(sentence, parts, 1) == number
