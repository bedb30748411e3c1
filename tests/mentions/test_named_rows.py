"""Rows that a message names by their first cell."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve

PAPER = (
    "# Plan\n\n## Results\n\nThe lake was cold. We saw birds.\n\nTable 1: Birds. By site.\n\n| Site | 2019 | 2020 |\n"
    "|---|---|---|\n| Park | 12 | 15 |\n| Lake | 20 | 31 |\n| Old harbour | 4 | 9 |\n\n## Budget\n\n| Item | Cost |\n"
    "|---|---|\n| Travel | 8,000 |\n| Publication | 900 |\n"
)
DOCUMENT = read(PAPER)


def rows(message: str) -> list[str]:
    named = [each for each in resolve(DOCUMENT, message) if each.kind == "row"]
    return [PAPER[slice(*each.span)].split("|")[1].strip() for each in named if each.sure]


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Delete the row Lake.", ["Lake"]),
        ('Delete the row "Lake" from the table.', ["Lake"]),
        ("Lösche Zeile „Old harbour“.", ["Old harbour"]),
        ("Supprime la ligne Lake.", ["Lake"]),
        ("Delete the Publication row in the budget", ["Publication"]),
        ("Delete the rows Park and Lake.", ["Park", "Lake"]),
        ("Swap the rows Travel and Publication", ["Travel", "Publication"]),
        ("Move the row Lake before Park.", ["Lake", "Park"]),
        ("Move the Park row after the Old harbour row.", ["Park", "Old harbour"]),
    ],
)
def test_a_row_is_named_by_its_first_cell(message: str, named: list[str]) -> None:
    assert rows(message) == named


@pytest.mark.parametrize("message", ["Delete the row Paris.", "Add a row Lake.", "Delete the row of sites."])
def test_other_words_behind_the_noun_name_no_row(message: str) -> None:
    assert rows(message) == []


def test_the_last_sentence_of_a_section_is_not_that_of_a_caption() -> None:
    (named,) = [each for each in resolve(DOCUMENT, "delete the last sentence of Results") if each.kind == "sentence"]
    assert PAPER[slice(*named.span)] == "We saw birds."
