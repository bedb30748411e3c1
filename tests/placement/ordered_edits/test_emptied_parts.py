"""An edit that deletes all words of an item or block leaves nothing of it, and changes no other byte."""

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.ordered_edits.emptied_parts import empties_more, without_empty_part, without_lines
from backend.placement.word_changes import read_word_change

PAPER = (
    "# Lab\n\n## To do\n\n- Clean the hood\n- Book the confocal\n  1. ask Ann\n  2. TODO\n- [ ] Order plates\n"
    "- Update protocol\n\n## Loose\n\n* one thing\n\n* two things\n\n* three things\n\n## One\n\n+ lonely item\n\n"
    "> Quoted text.\n\n## Data\n\n| Site | Cooling |\n| --- | --- |\n| Park | 2.4 |\n\n## Notes\n\nTODO\n\n"
    "Shade matters.\n"
)


@pytest.mark.parametrize(
    ("order", "gone"),
    [
        ('Delete "Clean the hood".', "- Clean the hood\n"),
        ("Lösche „Update protocol“.", "- Update protocol\n"),
        ('Delete "Order plates".', "- [ ] Order plates\n"),
        ('Remove "ask Ann".', "  1. ask Ann\n"),
        ('Delete "one thing".', "* one thing\n\n"),
        ("Supprime « two things ».", "* two things\n\n"),
        ('Delete "three things".', "* three things\n\n"),
        ('Delete "lonely item".', "+ lonely item\n\n"),
        ('Delete "Quoted text."', "> Quoted text.\n\n"),
        ('Delete "Shade matters."', "\n\nShade matters."),
    ],
)
def test_a_part_without_words_is_removed(order, gone):
    document = read(PAPER)
    edit = read_word_change(document, order)
    assert edit is not None and edit.confidence > 0.5
    assert carry_out_edit(document, edit).text == PAPER.replace(gone, "", 1)


def test_several_parts_without_words_are_removed():
    document = read(PAPER)
    edit = read_word_change(document, 'Delete "TODO".')
    assert carry_out_edit(document, edit).text == PAPER.replace("  2. TODO\n", "").replace("TODO\n\n", "")


@pytest.mark.parametrize("order", ['Delete "Book the confocal".', 'Delete "Park".'])
def test_what_is_to_become_of_the_rest_is_asked(order):
    assert read_word_change(read(PAPER), order).confidence < 0.5


def test_words_within_an_item_leave_the_item():
    document = read(PAPER)
    edit = read_word_change(document, 'Delete the words "the hood".')
    assert carry_out_edit(document, edit).text == PAPER.replace(" the hood", "")


@pytest.mark.parametrize(
    ("ahead", "gone", "behind", "order"),
    [
        ("# A\n\nOne is here.\n", "Two is wide.\n", "Three follows.\n\nEnd.\n", "Delete the second sentence of A."),
        ("# A\r\n\r\nOne is here.\r\n", "Two is wide.\r\n", "Three follows.\r\n", 'Delete "Two is wide."'),
        ("# A\n\n", "Two is wide.\n", "One is here.\n\nEnd.\n", "Delete the first sentence of A."),
        ("# A\n\nOne is here.\n", "Two is wide.\n", "\nEnd.\n", 'Delete "Two is wide."'),
        ("# A\n\nOne is here.\n", "Two\nis\nwide.\n", "Three follows.\n", "Delete the second sentence of A."),
        ("# A\n\n> One is here.\n", "> Two is wide.\n", "> Three follows.\n", 'Delete "Two is wide."'),
        (
            "# A\n\n- Zero.\n  One is here.\n",
            "  Two is wide.\n",
            "  Three follows.\n- Four.\n",
            'Delete "Two is wide."',
        ),
        ("# A\n\nOne is here.", "\nTwo is wide.", "", 'Delete "Two is wide."'),
    ],
)
def test_a_line_without_words_is_removed(ahead, gone, behind, order):
    document = read(ahead + gone + behind)
    edit = read_word_change(document, order) or read_edit(document, order)
    assert carry_out_edit(document, edit).text == ahead + behind


def test_functions_for_one_source():
    assert without_empty_part("list", "- \n- b\n", 1) == "- b\n"
    assert without_empty_part("paragraph", "Some words.\n", 4) == "Some words.\n"
    assert without_lines("- a\n\n- b\n", 5, 9) == "- a\n"
    assert empties_more("list", "- a\n  - b\n", (2, 3)) and not empties_more("list", "- a\n- b\n", (2, 3))
