"""Orders for new sections without any text."""

import pytest

from backend.document.blocks import read
from backend.document.outline import titles_of
from backend.keyless.new_headings import ordered_headings
from backend.mentions.resolver import names_in, resolve

PAPER = read("# Night buses\n\n## Data\n\nWe counted tickets.\n\n## Methods\n\nWe fitted a model.\n")


def headings_of(message: str) -> list[str]:
    found = ordered_headings(message, titles_of(PAPER), names_in(message, resolve(PAPER, message)))
    return found.split("\n\n") if found else []


@pytest.mark.parametrize(
    ("message", "headings"),
    [
        ('Add a section "Related work" between Data and Methods', ["# Related work"]),
        ("Insert a section called Related work after Data.", ["# Related work"]),
        ("new section Ethics at the end", ["# Ethics"]),
        ("We need an empty section “Ethics”.", ["# Ethics"]),
        ("Add the sections Funding and Ethics at the end", ["# Funding", "# Ethics"]),
        ("Methods needs two subsections: Survey and Model", ["## Survey", "## Model"]),
        (
            "I start a paper on buses. Set up these sections: Aims, Study area, Results.",
            ["# Aims", "# Study area", "# Results"],
        ),
        ("Start an outline: add the sections Aim, Costs and Timeline.", ["# Aim", "# Costs", "# Timeline"]),
        ("Create the following sections:\n- Aims\n- Design", ["# Aims", "# Design"]),
        ("Lege die Abschnitte „Ziele“ und „Ethik“ am Ende an.", ["# Ziele", "# Ethik"]),
        ("Ajoute une section « Éthique » à la fin.", ["# Éthique"]),
        ('Put the title "Buses at night" at the top.', ["# Buses at night"]),
    ],
)
def test_titles_of_new_sections(message: str, headings: list[str]):
    assert headings_of(message) == headings


@pytest.mark.parametrize(
    "message",
    [
        "Please add a section on ethics.",
        'Add a section "Ethics" on what others found.',
        'Add a section "Ethics" with the text “We asked everyone.”',
        "Add a section Ethics. It should say that we asked everyone.",
        "Write a section Ethics.",
        'Move the section "Ethics" to the end.',
        "Delete the sections Aims and Design.",
        "Add a section Data.",
        "Should I add a section Ethics?",
        "Don't add a section Ethics.",
        "Make a section out of the last paragraph.",
    ],
)
def test_other_orders_give_no_heading(message: str):
    assert headings_of(message) == []
