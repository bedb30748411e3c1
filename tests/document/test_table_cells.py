"""Cells are read from rows of Markdown tables and of LaTeX tabulars."""

from backend.document.table_cells import cell_spans, cells, tabular_cells


def test_cells_of_a_markdown_row():
    assert cells("| Rash  |   4 |\n") == cells("Rash | 4") == ("Rash", "4")
    assert cells(r"| a \| b | 2 |") == (r"a \| b", "2")
    assert cells("No row.") == ()


def test_cell_spans_have_the_white_space_around_a_cell():
    row = r"| a \| b |2|"
    assert [row[slice(*span)] for span in cell_spans(row)] == [r" a \| b ", "2"]
    assert ["x | y\n"[slice(*span)] for span in cell_spans("x | y\n")] == ["x ", " y"]


def test_cells_of_a_tabular_row():
    assert tabular_cells(r"  100 & 2.71 \\ \hline") == tabular_cells("100&2.71") == ("100", "2.71")
    assert tabular_cells(r"Black \& White & 2") == (r"Black \& White", "2")
    assert tabular_cells("No row.") == ()
