"""The cells of a column, found by the words in the header."""

import pytest

from backend.document.blocks import read
from backend.mentions.naming.table_columns import column_spans

TEXT = "Text.\n\n| Site | **n** | mass |\n|---|--:|---|\n| Park | 5 | 7 |\n| Lake | 6 |\n"


@pytest.mark.parametrize(("name", "shown"), [("n", ["5", "6"]), ("mass", ["7"]), ("SITE", ["Park", "Lake"])])
def test_the_cells_below_a_header_are_its_column(name, shown):
    document = read(TEXT)
    found = column_spans(document, document.blocks[1], name)
    assert found is not None and found[0] == 1
    assert [document.text[a:b].strip() for a, b in found[1]] == shown


@pytest.mark.parametrize("table", ["| a | a |\n|---|---|\n| 1 | 2 |\n", "| b | c |\n|---|---|\n| 1 | 2 |\n"])
def test_a_header_that_is_missing_or_twice_there_names_no_column(table):
    document = read(table)
    assert column_spans(document, document.blocks[0], "a") is None
