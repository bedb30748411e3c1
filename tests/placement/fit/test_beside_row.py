"""A new row of a table goes beside the row that the message names, or its place is unsure."""

import pytest

from backend.document.blocks import read
from backend.placement.place import carry_out
from backend.placement.rules import decide

ROWS = ["| North | 12 |", "| South | 8 |", "| Port Mole | 3 |"]
PAPER = read(
    "# P\n\n## R\n\nText.\n\n| Site | Trees |\n| --- | --- |\n" + "\n".join(ROWS) + "\n\n![F](f.png)\n\nEnd.\n"
)
NEW = "| West | 5 |"


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("Add the row above South.", 1), ("Add a row for West to the table, below South.", 2),
        ("Insert it after the row North", 1), ("Put it before the Port Mole row", 2), ("Add the row under North", 1),
        ("Add the row after the first row of the table", 1), ("Insert the row before the last row.", 2),
        ("Add the row between North and South", 1), ("Füge die Zeile nach North ein.", 1),
        ("Füge sie vor der Zeile South ein", 1), ("Ajoute la ligne après North.", 1),
        ("West to the table: 5, below South", 2), ("Añade la fila antes de Port Mole", 2),
        ("Add the row above “Port Mole”", 2),
    ],
)  # fmt: skip
def test_the_row_goes_beside_the_named_row(message: str, number: int) -> None:
    decision = decide(PAPER, NEW, (message,))
    rows = [*ROWS[:number], NEW, *ROWS[number:]]
    assert decision.sure
    assert carry_out(PAPER, NEW, decision.placement).text == PAPER.text.replace("\n".join(ROWS), "\n".join(rows))


@pytest.mark.parametrize(
    "message",
    [
        "Add the row after Lisbon",
        "Add the row between North and Port Mole",
        "Add the row between North, South and Lisbon",
    ],
)
def test_a_place_that_the_table_does_not_have_is_unsure(message: str) -> None:
    decision = decide(PAPER, NEW, (message,))
    assert not decision.sure and decision.placement.position == "row 3"


def test_a_row_without_another_place_goes_to_the_end() -> None:
    decision = decide(PAPER, NEW, ("Add the row to the table in R.",))
    assert decision.sure and decision.placement.position == "row 3"


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("Add West as the second row.", 1), ("Add a row for West as the first row of the table", 0),
        ("Put West at the top of the table.", 0), ("Füge West als zweite Zeile der Tabelle ein.", 1),
        ("Ajoute West en tête du tableau.", 0), ("Insert West as the last row of the table.", 3),
    ],
)  # fmt: skip
def test_a_row_becomes_the_one_with_the_number_that_the_message_says(message: str, number: int) -> None:
    decision = decide(PAPER, NEW, (message,))
    rows = [*ROWS[:number], NEW, *ROWS[number:]]
    assert decision.sure
    assert carry_out(PAPER, NEW, decision.placement).text == PAPER.text.replace("\n".join(ROWS), "\n".join(rows))


def test_a_row_is_named_by_the_first_word_of_its_first_cell():
    paper = read("# P\n\n| Study | City |\n| --- | --- |\n| Alvi 2012 | Lahore |\n| Chen 2018 | Taipei |\n\nEnd.\n")
    row = "| Visser 2022 | Rotterdam |"
    decision = decide(paper, row, ("Add a row under Alvi.",))
    assert decision.sure and f"Lahore |\n{row}\n| Chen" in carry_out(paper, row, decision.placement).text


def test_a_correction_needs_no_verb_to_put_the_row_beside_another_one():
    orders = ("Add the row below North.", "No, above Port Mole.")
    decision = decide(PAPER, NEW, orders)
    assert decision.sure and (decision.placement.operation, decision.placement.place) == ("insert_before", "row 3")


@pytest.mark.parametrize(
    ("message", "sure"),
    [
        ("Add a row for West to Table 2.", True),
        ("Table 2 needs a row for West: 5 trees.", True),
        ("Add West to the second table.", True),
        ("Add a row for West.", False),
    ],
)
def test_a_row_for_a_table_that_is_named_goes_to_its_end(message: str, sure: bool) -> None:
    table = "| Site | Trees |\n| --- | --- |\n" + "\n".join(ROWS) + "\n"
    paper = read(f"# P\n\n{table}\n*Table 1. Trees.*\n\n## R\n\n{table}\n*Table 2. More trees.*\n\nEnd.\n")
    decision = decide(paper, NEW, (message,))
    assert decision.sure is sure
    if sure:
        placed = carry_out(paper, NEW, decision.placement).text
        assert placed == paper.text.replace(f"{table}\n*Table 2", f"{table}{NEW}\n\n*Table 2")
