"""A quotation stands word for word in its source, whatever its case and punctuation."""

import pytest

from backend.verification.quotation_check import is_quoted

SOURCE = "Grasses were grown in twelve plots. Drought reduced the leaf area of alpine grasses by 23% within six weeks."


@pytest.mark.parametrize(
    ("quotation", "there"),
    [
        ("reduced the leaf area of alpine grasses", True),
        ("Reduced the leaf-area … by 23%", True),
        ("twelve plots … grasses were grown", False),
        ("increased the leaf area", False),
        ("", False),
    ],
)
def test_a_quotation_stands_word_for_word(quotation, there):
    assert is_quoted(quotation, SOURCE) is there
