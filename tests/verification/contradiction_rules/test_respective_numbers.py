"""Numbers with “respectively”, whose groups an earlier sentence names."""

from __future__ import annotations

import pytest

from backend.verification.contradiction_rules.respective_numbers import number_of_other_group

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
