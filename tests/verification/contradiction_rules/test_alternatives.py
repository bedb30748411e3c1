"""Words of a closed set exclude each other, and so do names."""

import pytest

from backend.verification.contradiction_rules.alternatives import other_alternative, other_name


@pytest.mark.parametrize(
    ("sentence", "source", "differ"),
    [
        ("The bloom peaked in late autumn.", "The bloom peaked in late spring.", True),
        ("The eddy moved eastwards.", "The eddy moved west.", True),
        ("Printing came in the 1560s.", "Printing reached the town in the 1480s.", True),
        ("The charter was granted in 1291.", "The charter was granted in 1247.", True),
        ("Levels peaked in spring.", "Levels peaked in spring and fell in winter.", False),
        ("Levels peaked in spring.", "Levels peaked early in the year.", False),
        ("It had 1,250 members.", "It was founded in 1247.", False),
    ],
)
def test_a_word_that_excludes_the_sources_word_is_found(sentence, source, differ):
    assert (other_alternative(sentence, source) is not None) == differ


def test_another_name_is_found_and_another_form_of_one_is_not():
    source = "The trial took place in four hospitals in Kenya."
    assert other_name("Four of the Ugandan hospitals took part.", source, source) == ("Ugandan", "Kenya")
    assert other_name("Four of the Kenyan hospitals took part.", source, source) is None
    assert other_name("Four Ugandan hospitals took part.", "Four hospitals took part.", source) is None
