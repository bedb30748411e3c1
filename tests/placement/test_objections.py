"""The rules' objections to a model's plan, each in a paper where the plan would do that harm."""

import pytest

from backend.document.blocks import read
from backend.placement.objections import objections
from backend.placement.place import carry_out
from backend.placement.plan import Anchor, Placement, position
from backend.placement.rules import decide

PAPER = read(
    "# Tides\n\n## Abstract\n\nTides rise.\n\n## Methods\n\nWe measured.\n\nThen we waited.\n\n### Sites\n\nTwo bays."
    "\n\n## Results\n\nIt was wet.\n\n## References\n\n1. A. One. 2001.\n2. B. Two. 2002.\n"
)


def at(block):
    return Anchor(block, " ".join(PAPER.source(PAPER.blocks[block]).split()))


def found(placement, message, content="Salt water is dense."):
    decision = decide(PAPER, content, [message])
    return objections(PAPER, carry_out(PAPER, content, placement), decision, (message, content))


INSERT = "Add a paragraph on salt to Methods."


def test_a_place_that_the_rules_are_not_sure_of_is_free():
    assert found(Placement("insert_after", anchor=at(5)), "A paragraph on salt.") == ()


def test_a_place_beside_the_one_that_is_clearly_named_is_told():
    (only,) = found(Placement("insert_after", anchor=at(9)), INSERT)
    assert only.gravity == "other place" and "Methods" in only.words


@pytest.mark.parametrize(
    ("placement", "message", "words"),
    [
        (Placement("replace", anchor=at(5), position="block"), INSERT, "did not order"),
        (
            Placement("replace", anchor=at(5), position="block"),
            "Replace the last paragraph of Methods with this.",
            "the wrong text",
        ),
        (Placement("insert_after", anchor=at(11), position="item 1"), "A paragraph on salt.", "References"),
        (Placement("append_to_document"), "A paragraph on salt.", "References"),
        (Placement("insert_after", anchor=at(2)), "A paragraph on salt.", "Abstract"),
        (Placement("prepend_to_document"), "A paragraph on salt.", "before the first heading"),
        (
            Placement("append_to_section", anchor=at(3), position=position("end", "### Buy now")),
            INSERT,
            "The user did not ask for the heading",
        ),
    ],
)
def test_what_harms_is_named(placement, message, words):
    named = [each.words for each in found(placement, message) if each.gravity in ("loss", "harm")]
    assert any(words in each for each in named), named


@pytest.mark.parametrize("before", ["", "Draft of May.\n\n"])
def test_only_text_without_a_heading_of_its_own_harms_the_part_before_the_first_heading(before):
    paper, message = read(before + PAPER.text), "Something on thanks."
    place = Placement("insert_before", anchor=Anchor(1, "# Tides")) if before else Placement("prepend_to_document")
    for content, harms in (("Thanks to all.", True), ("# Preface\n\nThanks to all.", False), ("# Preface", False)):
        placed = carry_out(paper, content, place)
        said = [each.words for each in objections(paper, placed, decide(paper, content, [message]), (message, content))]
        assert any("before the first heading" in each for each in said) is harms, content


def test_a_heading_in_the_middle_of_a_section_tears_it():
    content = "## Salt\n\nSalt water is dense."
    (only,) = found(Placement("insert_after", anchor=at(4)), "A section on salt.", content)
    assert only.gravity == "harm" and "under another heading" in only.words
    assert not found(Placement("new_section", anchor=at(8), position="after section"), "A part on salt.", content)


def test_what_belongs_into_a_closed_section_may_go_there():
    message = "Add this to the end of the References."
    there = found(Placement("insert_before", anchor=at(11)), message, "3. C. Three. 2003.")
    assert [each.gravity for each in there] == ["other place"], "not the end of it, but no harm"
    assert not found(Placement("append_to_document"), "A section on thanks.", "## Acknowledgements\n\nThanks.")


def test_a_row_goes_into_its_table():
    paper = read("# Tides\n\n| Site | Depth |\n|---|---|\n| North | 3 |\n| South | 4 |\n\nThe table has two bays.\n")
    content, message = "| East | 5 |", "Add a row for East."
    decision, outside = decide(paper, content, [message]), Placement("append_to_document", position="end")
    (only,) = objections(paper, carry_out(paper, content, outside), decision, (message, content))
    assert only.gravity == "harm" and "row of a table" in only.words
