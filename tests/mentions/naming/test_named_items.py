"""Items and rows that a message names by their section, their first words or their place."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.naming.named_items import beside_elements
from backend.mentions.resolver import resolve
from backend.placement.edit_orders import read_edit

TEXT = """# Methods

- power: two cells
- SMS: a server

# Results

| Site | Ice |
| --- | --- |
| Berlin | 3 |
| Munich | 2 |

## Goals

1. Map it.
2. Compare it.
3. Print it.
"""
DOCUMENT = read(TEXT)


def named(message: str) -> list[str]:
    return [DOCUMENT.text[slice(*each.span)].strip() for each in resolve(DOCUMENT, message) if each.sure]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("put it after goal 2", "2. Compare it."),
        ("The third goal is too long.", "3. Print it."),
        ("goal 3 in section 2.1 should be shorter", "3. Print it."),
        ("swap goals 2 and 3", "2. Compare it.\n3. Print it."),
        ("Delete the first two goals.", "1. Map it.\n2. Compare it."),
        ("the last two goals are vague", "2. Compare it.\n3. Print it."),
        ("Delete the row for Berlin.", "| Berlin | 3 |"),
        ("Remove the Munich row", "| Munich | 2 |"),
        ("Lösch die Zeile für Berlin.", "| Berlin | 3 |"),
        ("Supprime la ligne de Munich.", "| Munich | 2 |"),
        ("drop the last row", "| Munich | 2 |"),
        ("drop the two last rows", "| Berlin | 3 |\n| Munich | 2 |"),
        ("delete the first row of the table", "| Berlin | 3 |"),
        ("drop the last two rows", "| Berlin | 3 |\n| Munich | 2 |"),
        ("Delete the one on SMS.", "- SMS: a server"),
    ],
)
def test_an_item_is_found_by_other_words(message: str, text: str) -> None:
    assert named(message) == [text]


@pytest.mark.parametrize(
    "message",
    [
        "Add a row for Berlin.",
        "put it after goal 9",
        "Delete the row for Paris.",
    ],
)
def test_what_is_not_there_is_no_item(message: str) -> None:
    assert not any(each.kind in ("item", "row") and each.start != 13 for each in resolve(DOCUMENT, message))


@pytest.mark.parametrize("message", ["Delete the ninth goal.", "Lösch das siebte Goal.", "Supprime le huitième goal."])
def test_an_item_that_is_not_there_is_not_the_whole_section(message: str) -> None:
    (section,) = resolve(DOCUMENT, message)
    assert section.guessed and read_edit(DOCUMENT, message) is None


def test_a_name_that_goes_on_is_a_guess() -> None:
    (goal,) = resolve(DOCUMENT, "Write about the second goal of life")
    assert goal.guessed


def test_two_tables_with_such_a_row_are_rivals() -> None:
    twice = read(TEXT + "\n| Site | Mud |\n| --- | --- |\n| Berlin | 1 |\n")
    (row,) = [each for each in resolve(twice, "delete the row for Berlin") if each.kind == "row"]
    assert row.rivals and not row.sure


def test_what_another_element_covers_is_left_out() -> None:
    assert list(beside_elements([], [])) == []


def test_a_number_behind_a_numbered_title_is_no_item_of_it():
    document = read("# P\n\n## Day 2: Washing\n\n1. Wash.\n2. Dry.\n3. Wait.\n\n## Open problems\n\n1. A.\n2. B.\n")
    assert all(each.kind == "section" for each in resolve(document, "on day 2: 3 µg instead of 5"))
    (item,) = resolve(document, "delete open problem 2")
    assert document.text[slice(*item.span)].strip() == "2. B."
