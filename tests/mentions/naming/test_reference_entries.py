"""The entries of the references, each with its number and its place."""

import pytest

from backend.document.blocks import read
from backend.mentions.naming.reference_entries import entries

NUMBERED = "# Aims\n\n[1] is no entry.\n\n# References\n\n[1] Ann (2017). Birds.\n\n[2] Bob (2018). Bees.\n\n# Annex\n"


def test_each_numbered_paragraph_is_an_entry():
    document = read(NUMBERED)
    found = list(entries(document))
    assert [(each.number, each.text.strip()) for each in found] == [
        (1, "[1] Ann (2017). Birds."),
        (2, "[2] Bob (2018). Bees."),
    ]
    assert all(document.text[slice(*each.span)] == each.text for each in found)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1. Ann (2017).\n2. Bob (2018).\n   More.\n", [1, 2]),
        ("- Ann (2017).\n- Bob (2018).\n", [0, 0]),
        ("[1] Ann (2017).\n[2] Bob (2018).\n", [1, 2]),
        ("Ann (2017).\nBob (2018).\n", [0, 0]),
    ],
)
def test_entries_of_one_block_are_divided(text, numbers):
    found = list(entries(read(f"# Literatur\n\n{text}")))
    assert [each.number for each in found] == numbers
    assert "".join(each.text for each in found) == text


def test_a_paper_without_references_has_no_entries():
    assert list(entries(read("# Aims\n\n[1] Ann (2017).\n"))) == []
