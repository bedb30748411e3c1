"""Content goes beside the paragraph that a message describes by its topic, and is sure only if no other one fits."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.placement.content import Content
from backend.placement.fit.beside_described import beside_described, is_same_place
from backend.placement.fit.candidates import PlacementBuilder
from backend.placement.rules import decide

PAPER = read(
    "# Bees\n\n## Introduction\n\nHoney is made of nectar.\n\nPlasmids are rings of DNA. Many plasmids are small.\n\n"
    "Islands are hard to assemble, and among many other things that we list for the sake of completeness, so are the "
    "plasmids.\n\nThe rest of this paper describes hives.\n\n"
    "## Discussion\n\nNectar was scarce.\n\nThe honey of wild hives was darker than expected.\n\n"
    "**Predators.** Wasps and toads eat bees.\n\nWe saw that honey attracts bears.\n\nIn summer, honey dries.\n"
)


@pytest.mark.parametrize(
    ("message", "operation", "excerpt"),
    [
        ("Discussion, after the nectar para", "insert_after", "Nectar was scarce."),
        ("In the discussion, right before the paragraph on predators, please.", "insert_before", "**Predators.**"),
        ("Please put this in the introduction after the one about plasmids.", "insert_after", "Plasmids are rings"),
        ("In the discussion, where we describe wasps: straight after", "insert_after", "**Predators.**"),
        ("Discussion: after wasps", "insert_after", "**Predators.**"),
        ("Nella discussione, dopo il paragrafo sui predatori (predators).", "insert_after", "**Predators.**"),
    ],
)
def test_the_only_fitting_paragraph_is_sure(message, operation, excerpt):
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert found.placement.operation == operation
    assert found.placement.anchor.excerpt.startswith(excerpt)
    assert found.sure


def test_between_two_described_neighbors():
    message = "In the discussion between the paragraph on honey of wild hives and the one about wasps"
    found = decide(PAPER, "Rain fell on the bees.", (message,))
    assert found.placement.anchor.excerpt.startswith("The honey of wild")
    assert found.sure


@pytest.mark.parametrize("message", ["Discussion, after the honey paragraph", "after the paragraph on zebras"])
def test_rivals_leave_a_doubt(message):
    assert not decide(PAPER, "Rain fell on the bees.", (message,)).sure


def test_a_better_described_paragraph_of_another_section_leaves_a_doubt():
    paper = "# Bees\n\n## Methods\n\n{}\n\n## Discussion\n\nLate frost came.\n\nWasps came.\n"
    message = ("In the discussion, after the paragraph on late frost and mites.",)
    assert decide(read(paper.format("We fed the bees.")), "Rain fell on the bees.", message).sure
    assert not decide(read(paper.format("Mites and late frost kill bees.")), "Rain fell on the bees.", message).sure


def test_places_of_one_gap_are_the_same():
    builder = PlacementBuilder(view_of(PAPER), Content.of("Rain fell."))
    after, alone = beside_described(builder, "Discussion, after the nectar para")
    before, _ = beside_described(builder, "Discussion, before the paragraph on wild hives")
    assert alone
    assert is_same_place(builder.view, after[0], before[0])
    assert not is_same_place(builder.view, after[0], builder.make("insert_after", 0, "block", "", 1))


SHOWN = read(
    "## Methods\n\nWe weigh hives.\n\n$$ m = n $$\n\nThe scale is old.\n\n## Results\n\n### Honey\n\nHoney one.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\nTable: Honey by month.\n\nHoney two.\n\n### Wax\n\nFirst, wax melts.\n\n"
    "![Wax.](wax.png)\n\nSecond, wax hardens.\n\n![Combs.](combs.png)\n"
)


@pytest.mark.parametrize(
    ("message", "operation", "excerpt"),
    [
        ("Results > Honey, after the table", "insert_after", "Table: Honey by month."),
        ("Methods: before the equation", "insert_before", "$$ m = n $$"),
        ("In Wax, below the figure of the combs", "insert_after", "![Combs.]"),
        ("Wax, before 'Second'", "insert_before", "Second, wax hardens."),
        ("Methods, unter der Gleichung", "insert_after", "$$ m = n $$"),
    ],
)
def test_element_or_quotation_of_the_named_section(message, operation, excerpt):
    found = decide(SHOWN, "Rain fell on the bees.", (message,))
    assert found.placement.operation == operation
    assert found.placement.anchor.excerpt.startswith(excerpt)
    assert found.sure


@pytest.mark.parametrize("message", ["Wax, after the figure", "after the figure", "Honey, before the figure"])
def test_several_elements_or_none_leave_a_doubt(message):
    assert not decide(SHOWN, "Rain fell on the bees.", (message,)).sure
