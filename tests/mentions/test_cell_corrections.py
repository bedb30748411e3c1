"""A cell is named by its row and its column."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.cell_corrections import read_cell_correction

PAPER = (
    "# Plan\n\n## Results\n\n| Site | 2019 | 2020 | Note |\n|---|---|---|---|\n| Park | 12 | 15 | wet |\n"
    "| Lake | 20 | 31 | dry |\n| Old harbour | 4 | 9 | dry |\n\n## Budget\n\n| Item | Cost |\n|---|---|\n"
    "| Travel | 8,000 |\n| Publication | 900 |\n"
)
DOCUMENT = read(PAPER)


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("Lake 2020 should be 33", "31", "33"),
        ("Set Lake 2020 to 33.5 please", "31", "33.5"),
        ("The 2019 value for Park should be 13", "12", "13"),
        ("In Table 1, change Park 2020 to 16", "15", "16"),
        ("The 2020 count of Old harbour should be 10.", "9", "10"),
        ("Change the cost of Travel to 9,000.", "8,000", "9,000"),
        ("Lake 2020 muss 33 sein", "31", "33"),
        ("Mets Park 2019 à 13", "12", "13"),
        ("El valor de Lake en 2020 debe ser 33", "31", "33"),
        ("In the table Lake 2020 is 33", "31", "33"),
        ("Dans le tableau, Park 2019 est 13", "12", "13"),
        ("In the second table the cost of Travel is 9,000", "8,000", "9,000"),
        ("The Lake row of Table 1: 2020 is 33", "31", "33"),
        ("The Lake row is wrong: 2020 should be 33.", "31", "33"),
        ("Die Zeile Lake war falsch, 2020 ist 33", "31", "33"),
    ],
)
def test_the_value_of_a_cell_is_given_anew(message: str, old: str, new: str) -> None:
    found = read_cell_correction(DOCUMENT, message)
    assert found is not None and (found.old, found.new) == (old, new)
    block, start, stop = found.places[0]
    assert DOCUMENT.source(DOCUMENT.blocks[block])[start:stop] == old


@pytest.mark.parametrize(
    ("message", "new"),
    [
        ("The height of Hill is wrong, it's 19 m.", "19"),
        ("Hill’s height is 19m", "19"),
        ("The height of Hill should be 1900 cm", "1900 cm"),
        ("Hill's depth should be 3 km", "3 km"),
    ],
)
def test_a_value_has_no_unit_that_is_in_its_header(message: str, new: str) -> None:
    table = read("| Site | Height (m) | Depth (km) |\n|---|---|---|\n| Hill | 21 | 4 km |\n")
    found = read_cell_correction(table, message)
    assert found is not None and found.new == new


@pytest.mark.parametrize(
    "message",
    [
        "Lake and Park 2020 should be 33",
        "Lake 2020 should be deleted",
        "Lake should be 33",
        "2020 should be 2021",
        "Change Lake to Park in 2020",
        "Should Lake 2020 be 33?",
        "Park 2020 should be 12 and Lake 2020 should be 3",
        "Lake 2020 was 33",
        "Lake 2020 is 33 in the other study",
        "Lake 2020 should be 31",
    ],
)
def test_whoever_names_no_single_cell_gives_no_value(message: str) -> None:
    assert read_cell_correction(DOCUMENT, message) is None


def test_a_row_of_two_tables_is_not_chosen() -> None:
    twice = read(PAPER + "\n## More\n\n| Site | 2019 | 2020 |\n|---|---|---|\n| Lake | 1 | 2 |\n")
    assert read_cell_correction(twice, "Lake 2020 should be 33") is None


def test_rows_without_outer_bars_have_the_same_cells() -> None:
    document = read("Site | 2019\n--- | ---\nPark | 12\nLake | 20\n")
    found = read_cell_correction(document, "Lake 2019 should be 21")
    assert found is not None and document.text[found.places[0][1] : found.places[0][2]] == "20"


@pytest.mark.parametrize(
    "message", ["Tide 1 has 7 boats", "In Table 1 Pier has 5 boats", "Table 1 shows 7 boats for Pier"]
)
def test_a_statement_corrects_only_another_value_of_a_named_table(message: str) -> None:
    document = read("| Place | Boats | Depth (m) |\n|---|---|---|\n| Pier | 5 | 3 |\n\nTable 1: Boats.\n")
    assert read_cell_correction(document, message) is None
    for said in ("In Table 1 Pier has 7 boats", "In Table 1 the boats of Pier are 7", "The depth of Pier should be 4"):
        found = read_cell_correction(document, said)
        assert found is not None and found.new in ("7", "4")
