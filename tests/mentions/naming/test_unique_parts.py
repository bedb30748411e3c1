"""The one part that the words after "in" name: a row, a column, a footnote, a reference, a caption, a section."""

import pytest

from backend.document.blocks import read
from backend.mentions.naming.unique_parts import covers, unique_parts
from backend.mentions.resolver import resolve

DOCUMENT = read(
    "# Day 1: Lysis\n\nWe used 5 ml.[^a]\n\n# Day 2: Cold wash\n\nWash.\n\n"
    "| Site | n |\n|---|---|\n| Park | 5 |\n| Lake | 7 |\n\n"
    "Table: Birds by site.\n\n- one\n- two\n\n> Quoted.\n\n# References\n\n[1] Ann Lee (2017). Birds.\n\n"
    "[2] Bob Lee (2017). Bees.\n\n[^a]: Page 5.\n"
)


@pytest.mark.parametrize(
    ("phrase", "shown"),
    [
        ("the table", "| Site | n"),
        ("the row Park", "| Park | 5 |"),
        ("der Zeile Lake", "| Lake | 7 |"),
        ("Park", "| Park | 5 |"),
        ("the list", "- one"),
        ("the quote", "> Quoted."),
        ("la note de bas", ""),
        ("the footnote", "[^a]: Page 5."),
        ("footnote a", "[^a]: Page 5."),
        ("footnote 9", ""),
        ("the table caption", "Table: Birds"),
        ("the caption of the table", "Table: Birds"),
        ("the figure caption", ""),
        ("[2]", "[2] Bob"),
        ("reference 1", "[1] Ann"),
        ("la référence 2", "[2] Bob"),
        ("Bob's reference", "[2] Bob"),
        ("the entry of Ann", "[1] Ann"),
        ("the reference to Lee", ""),
        ("reference 3", ""),
        ("the lysis", "# Day 1: Lysis"),
        ("the wash", "# Day 2: Cold wash"),
        ("the References", "# References"),
        ("line 3", "We used 5 ml."),
        ("line 300", ""),
        ("the code", ""),
        ("Table 2", ""),
        ("page 3", ""),
        ("the second paragraph", ""),
        ("my opinion", ""),
    ],
)
def test_a_phrase_names_the_only_part_that_it_can_mean(phrase, shown):
    found = unique_parts(DOCUMENT, phrase)
    assert len(found) == bool(shown)
    assert not shown or DOCUMENT.text[slice(*found[0].span)].startswith(shown)


def test_a_column_is_all_of_its_cells():
    found = unique_parts(DOCUMENT, "column n")
    assert [DOCUMENT.text[slice(*each.span)].strip() for each in found] == ["5", "7"]


def test_mentions_cover_a_phrase_with_all_of_its_words():
    message = "Change it in the References."
    mentions = resolve(DOCUMENT, message)
    assert [each.said for each in covers(mentions, "the References", 13)] == ["References"]
    assert covers(mentions, "it in the References", 7) == ()
