"""Content goes between two paragraphs that a message names."""

import pytest

from backend.document.blocks import read
from backend.placement.rules import decide

PAPER = read("# Bees\n\n## Methods\n\nM one.\n\nM two.\n\nM three.\n\n## Results\n\nR one.\n\nR two.\n")


@pytest.mark.parametrize(
    ("message", "excerpt"),
    [
        ("Put it between paragraphs 2 and 3 of Methods", "M two."),
        ("Put it between the second and the third paragraph of Methods", "M two."),
        ("Put it between the first two paragraphs of Methods", "M one."),
        ("Methods: between paras 1 and 2", "M one."),
        ("Results, btwn graf one and graf two", "R one."),
        ("Results, between both paragraphs", "R one."),
        ("Füge es zwischen dem ersten und zweiten Absatz von Results ein", "R one."),
    ],
)
def test_between_two_paragraphs(message, excerpt):
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert found.sure and (found.placement.operation, found.placement.anchor.excerpt) == ("insert_after", excerpt)


def test_paragraphs_that_do_not_follow_each_other_have_no_place_between_them():
    found = decide(PAPER, "Rain fell on the bees.", ("Put it between the first and the third paragraph of Methods",))
    assert not found.sure


def test_both_paragraphs_of_a_section_that_has_three():
    assert not decide(PAPER, "Rain fell on the bees.", ("Methods, between both paragraphs",)).sure


def test_content_is_not_surely_put_between_a_formula_and_the_words_that_announce_it():
    for lead, sure in (("We fitted a model:", False), ("We fitted a model.", True)):
        paper = read(f"# T\n\n## Methods\n\nIt rained.\n\n{lead}\n\n$$\ny = ax\n$$\n\n## End\n\nIt was so.\n")
        assert decide(paper, "Rain fell on the bees.", ("Add a sentence on rain before the equation.",)).sure is sure
