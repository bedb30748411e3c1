"""Carrying out an edit: the source text changes where the edit says, and nowhere else."""

import pytest

from backend.document.blocks import read
from backend.errors import Unplaceable
from backend.placement.edit_orders import read_edit
from backend.placement.edited_text import carry_out_edit
from backend.placement.plan import Placement, anchor_at

TEXT = "# 2. Ice\n\nOne.\n\nTwo. Three.\n\n# Fire {#sec-fire}\n\nFour.\n"
DOCUMENT = read(TEXT)
SWAPPED = TEXT.replace("Four", "x").replace("One", "Four").replace("x", "One")


def carried_out(operation, block, position):
    return carry_out_edit(DOCUMENT, Placement(operation, None, anchor_at(DOCUMENT, block), position)).text


@pytest.mark.parametrize(
    ("operation", "block", "position", "expected"),
    [
        ("delete", 1, "blocks 1", TEXT.replace("One.\n\n", "")),
        ("delete", 2, "characters 0-5", TEXT.replace("Two. ", "")),
        ("move", 1, "blocks 1 to before block 3", TEXT.replace("One.\n\nTwo. Three.", "Two. Three.\n\nOne.")),
        ("move", 1, "blocks 1 swapped with blocks 4-4", SWAPPED),
        ("move", 1, "blocks 2 joined", TEXT.replace("One.\n\n", "One. ")),
        ("rename", 3, "heading: Flame", TEXT.replace("Fire", "Flame")),
        ("rename", 0, "heading: Snow", TEXT.replace("2. Ice", "2. Snow")),
        ("rename", 0, "heading: 3. Snow", TEXT.replace("2. Ice", "3. Snow")),
    ],
)  # fmt: skip
def test_an_edit_changes_the_text_where_it_says(operation, block, position, expected):
    assert carried_out(operation, block, position) == expected


@pytest.mark.parametrize(
    ("text", "operation", "position", "told"),
    [
        ("[r]:\n\nhttp://a.example\n", "move", "blocks 2 joined", "would not be a single paragraph"),
        ("#\n\nOne.\n", "rename", "heading: Snow", "heading is empty"),
        ("# A\n\nOne.\n", "move", "blocks 2 joined", "no longer beside each other"),
    ],
)
def test_what_an_edit_cannot_do_is_told(text, operation, position, told):
    document = read(text)
    with pytest.raises(Unplaceable, match=told):
        carry_out_edit(document, Placement(operation, None, anchor_at(document, 0), position))


@pytest.mark.parametrize(("old", "new"), [("III.3 Costs", "III.3 Prices"), ("B. Costs", "B. Prices")])
def test_a_renamed_heading_keeps_its_number(old, new):
    document = read(f"## {old}\n\nText.\n")
    renamed = carry_out_edit(document, Placement("rename", None, anchor_at(document, 0), "heading: Prices")).text
    assert renamed == f"## {new}\n\nText.\n"


def test_of_two_parts_that_are_swapped_each_is_where_the_other_was():
    swap = Placement("move", None, anchor_at(DOCUMENT, 4), "blocks 1 swapped with blocks 1-1")
    splices = carry_out_edit(DOCUMENT, swap).splices
    assert [(each.start, each.stop, each.text) for each in splices] == [(1, 2, "Four."), (4, 5, "One.")]


@pytest.mark.parametrize(
    "position",
    [
        "",
        "blocks",
        "blocks 9",
        "blocks 3 joined",
        "blocks 9 joined",
        "blocks 1 to before block 99",
        "blocks 1 to before block 1",
    ],
)
def test_a_range_that_is_not_there_is_refused(position):
    with pytest.raises(Unplaceable):
        carried_out("move", 1, position)


LISTED = (
    "# P\n\n## Summary\n\nFirst one,\nin two lines.\n\n- one\n- two\n- three\n\n## Data\n\nA.\n\nTable 1: Costs.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\nTable 2: Years.\n\n| c | d |\n|---|---|\n| 3 | 4 |\n\nB.\n"
)


@pytest.mark.parametrize("eol", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "order",
    [
        "Move Data before Summary.",
        "Swap Summary and Data.",
        "Move the list of Summary to the end of Data.",
        "Move Table 1 after Table 2.",
        "Move the first paragraph of Summary to the end of Data.",
    ],
)
def test_what_is_moved_keeps_its_lines_and_their_ends(order: str, eol: str) -> None:
    document = read(LISTED.replace("\n", eol))
    edit = read_edit(document, order)
    assert edit is not None
    after = carry_out_edit(document, edit).text
    assert sorted(after.split(eol)) == sorted(document.text.split(eol)), "only the order of the lines is another"


def test_a_table_moves_with_its_caption() -> None:
    document = read(LISTED)
    edit = read_edit(document, "Move Table 1 after Table 2.")
    assert edit is not None
    assert "| 3 | 4 |\n\nTable 1: Costs.\n\n| a | b |" in carry_out_edit(document, edit).text


def test_several_items_are_deleted_together() -> None:
    document = read(LISTED)
    edit = read_edit(document, "Delete the last two items of the list in Summary.")
    assert edit is not None
    assert carry_out_edit(document, edit).text == LISTED.replace("- two\n- three\n", "")


@pytest.mark.parametrize("behind", ["", "\n: Table 1: Roofs.\n", "\n\n\nText.\n"])
@pytest.mark.parametrize("row", ["| b | 2 |\n", "| c | 3 |\n"])
def test_a_deleted_row_leaves_the_blank_lines_after_its_table(row, behind):
    text = f"| a | n |\n|---|---|\n| b | 2 |\n| c | 3 |\n{behind}"
    start = text.index(row)
    position = f"characters {start}-{start + len(row)}"
    edit = Placement("delete", None, anchor_at(read(text), 0), position)
    assert carry_out_edit(read(text), edit).text == text.replace(row, "")


def test_a_moved_text_keeps_a_mark_of_the_private_use_area():
    document = read("\ue000 One.\n\nTwo.\n\nThree.\n")
    edit = Placement("move", None, anchor_at(document, 1), "blocks 1 to before block 3")
    assert carry_out_edit(document, edit).text == "\ue000 One.\n\nThree.\n\nTwo.\n"
