"""A remark that limits a request to a part of the section makes it a request for this part."""

import pytest

from backend.document.blocks import read
from backend.placement.narrowed_request import narrowed

PAPER = read("# Tides\n\n## Methods\n\nWe measured tides.\n\nGauges drift.\n\n## Results\n\nTides are high.\n")


@pytest.mark.parametrize(
    ("request_", "remark", "order"),
    [
        ("Shorten Methods.", "only the first paragraph, I meant", "Shorten the first paragraph of Methods."),
        ("Shorten the section Methods.", "I meant its second paragraph", "Shorten the second paragraph of Methods."),
        ("Kürze Methods.", "nur den ersten Absatz", "Kürze the ersten Absatz of Methods."),
        ("Raccourcis Methods.", "seulement le premier paragraphe", "Raccourcis the premier paragraphe of Methods."),
    ],
)
def test_a_part_is_meant(request_, remark, order):
    assert narrowed(PAPER, request_, remark) == order


@pytest.mark.parametrize(
    ("request_", "remark"),
    [
        ("Shorten Methods.", "the first paragraph is good"),
        ("Shorten Methods.", "keep only the first paragraph"),
        ("Shorten Methods.", "delete only the first paragraph"),
        ("Shorten Methods.", "only two sentences"),
        ("Shorten Methods and Results.", "only the first paragraph"),
        ("Shorten it.", "only the first paragraph"),
        ("Shorten Methods.", ""),
    ],
)
def test_other_remarks_limit_nothing(request_, remark):
    assert narrowed(PAPER, request_, remark) == ""
