"""Rows of an answer are written as rows of the document's table."""

import pytest

from backend.document.blocks import read
from backend.drafting.row_form import as_rows

HEAD = "| Site | Cooling |\n| --- | --- |\n"
PAPER = read(f"# P\n\n{HEAD}| Park | 2.4 |\n| Ours | 1.8 |\n\nText.\n")
YARD = "| Yard | 2.0 |"


@pytest.mark.parametrize("content", [f"{HEAD}{YARD}", "Yard | 2.0", f"```\n{YARD}\n```", YARD])
def test_new_rows_have_no_header_and_no_code_block(content):
    assert as_rows(content, "Add a row for Yard to the table.", PAPER) == YARD


def test_a_changed_row_has_no_header():
    for content in (f"{HEAD}| Ours | 1.9 |", "Ours | 1.9"):
        assert as_rows(content, "Correct the value for Ours.", PAPER) == "| Ours | 1.9 |"


@pytest.mark.parametrize(
    ("content", "request_"),
    [
        (f"{HEAD}| Ours | 1.8 |", "Delete all rows but Ours."),
        (f"{HEAD}| Park | 2.5 |\n| Ours | 1.9 |", "Correct the values."),
        (f"{HEAD}| Park | 2.4 |\n| Ours | 1.8 |\n{YARD}", "Add a row for Yard to the table."),
        ("a | b", "Define the conditional probability."),
        ("Text.", "Add a row."),
        ("| A | B | C |", "Add a row."),
    ],
)
def test_other_content_stays(content, request_):
    assert as_rows(content, request_, PAPER) == content


def test_without_a_table_nothing_is_a_row():
    assert as_rows("Yard | 2.0", "Add a row.", read("Text.\n")) == "Yard | 2.0"


def test_a_table_of_one_column_has_no_rows_to_write():
    paper = read("# P\n\n| Box |\n| --- |\n| One. |\n\nText.\n")
    assert as_rows("Two | 3", "Add a row.", paper) == "Two | 3" and as_rows("| Two |", "Add a row.", paper) == "| Two |"
