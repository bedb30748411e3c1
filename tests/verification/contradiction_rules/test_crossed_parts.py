import pytest

from backend.verification.contradiction_rules.crossed_parts import crossed_parts


@pytest.mark.parametrize(
    ("sentence", "passage", "found"),
    [
        ("The ship was built in Lisbon.", "The ship was built in Bergen and sold in Lisbon.", "lisbon"),
        ("The resin softens in water.", "The resin softens in ether but hardens in water.", "water"),
        ("The cells were sensitive to zinc.", "The cells were resistant to zinc but sensitive to copper.", "zinc"),
    ],
)
def test_a_verb_with_the_end_of_another_part_is_found(sentence, passage, found):
    assert crossed_parts(sentence, passage) == found


@pytest.mark.parametrize(
    ("sentence", "passage"),
    [
        ("The ship was built in Bergen.", "The ship was built in Bergen and sold in Lisbon."),
        ("The ship was sold in Lisbon.", "The ship was built in Bergen and sold in Lisbon."),
        ("Built in Bergen, the ship went to Lisbon.", "The ship was built in Bergen and sold in Lisbon."),
        ("Fronts respond to the wind.", "Fronts (known as boundaries, or lines) respond to the wind."),
    ],
)
def test_words_of_one_part_are_not_crossed(sentence, passage):
    assert crossed_parts(sentence, passage) == ""
