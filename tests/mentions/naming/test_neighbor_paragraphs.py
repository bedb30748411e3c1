"""A paragraph named by the element beside it is meant, and not the element."""

import pytest

from backend.document.blocks import read
from backend.mentions.resolver import resolve
from backend.services.placing import decided_by_rules

PAPER = read(
    "# Trial\n\n## Results\n\nFewer attacks were seen with the drug in all of the twelve months of the trial.\n\n"
    "**Table 1.** Events.\n\n| Event | Drug |\n| --- | --- |\n| Rash | 4 |\n\nMost events were mild and short.\n\n"
    "## End\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\n- one\n- two\n"
)


@pytest.mark.parametrize(
    ("message", "block"),
    [
        ("Rewrite the paragraph after Table 1.", 5),
        ("Make the paragraph right after Table 1 clearer.", 5),
        ("Delete the paragraph before Table 1", 2),
        ("Shorten the paragraph above the first table.", 2),
        ("Kürze den Absatz nach Tabelle 1.", 5),
        ("Put the paragraph after Table 1.", 4),
        ("Add a sentence after Table 1.", 4),
        ("Rewrite a paragraph after Table 1.", 4),
        ("Rewrite Table 1.", 4),
    ],
)
def test_the_paragraph_beside_an_element(message, block):
    found = resolve(PAPER, message)
    assert [(each.start, each.stop) for each in found] == [(block, block + 1)]
    assert message[slice(*found[0].at)] == found[0].said


TWO = read(
    "# P\n\n## R\n\nIt rained. It froze.\n\n| A |\n| --- |\n| 1 |\n\nParks were cool. Streets were not.\n\n## E\n"
)


@pytest.mark.parametrize(
    ("message", "kind", "text"),
    [
        ("Merge the two sentences after the table.", "paragraph", "Parks were cool. Streets were not."),
        ("Verbinde beide Sätze nach der Tabelle.", "paragraph", "Parks were cool. Streets were not."),
        ("Rewrite the second sentence after the table.", "sentence", "Streets were not."),
        ("Rewrite the sentence after the table.", "sentence", "Parks were cool."),
        ("Rewrite the sentence before the table.", "sentence", "It froze."),
        ("Rewrite the last sentence after the table.", "sentence", "Streets were not."),
    ],
)
def test_sentences_beside_an_element(message, kind, text):
    (found,) = resolve(TWO, message)
    assert (found.kind, TWO.text[slice(*found.span)].strip()) == (kind, text)


def test_more_sentences_than_there_are_name_no_paragraph_for_certain():
    (found,) = resolve(TWO, "Rewrite the three sentences after the table.")
    assert found.guessed and found.kind == "paragraph"
    assert resolve(TWO, "Rewrite the third sentence after the table.")[0].guessed


def test_a_paragraph_that_leaves_its_place_is_the_one_beside_the_element():
    for message in (
        "Move the paragraph after Table 1 to the End.",
        "Move the paragraph after Table 1 before the list.",
    ):
        assert resolve(PAPER, message)[0].start == 5
    assert resolve(PAPER, "Put the paragraph after Table 1 in the Results.")[0].start == 4


def test_a_neighbor_that_is_no_paragraph_is_only_guessed():
    assert [each.guessed for each in resolve(PAPER, "Rewrite the paragraph after the second table.")] == [True]


def test_the_table_is_not_replaced_by_its_neighbor():
    content = "Fewer attacks were seen with the drug in each of the twelve months of this trial."
    decided = decided_by_rules(PAPER, content, ("Rewrite the paragraph before Table 1.",))
    anchor = decided.placement.anchor
    assert decided.sure and decided.placement.operation == "replace" and anchor is not None and anchor.block == 2
