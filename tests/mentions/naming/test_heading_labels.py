"""Labels of headings: what stands before the colon, where it has a number or is an abbreviation."""

import pytest

from backend.mentions.lexicon import tokens
from backend.mentions.naming.heading_labels import labeled, labels_of, with_printed_words

TITLES = ("", "WP1: Recorders", "Tip 3: Know your data", "Chapter 1", "Chapter 1: Ice", "Note: on ice", "RQ – Why?",
          "Table 1: Sites", "3: Ice", "WP2:Analysis", "Study 2: A", "Study 2: B",
          "Common tip 3: All", "A few notes on: ice")  # fmt: skip


@pytest.mark.parametrize(
    ("message", "meant"),
    [
        ("Swap WP1 and wp2.", [(1,), (9,)]),
        ("Delete tip 3.", [(2,)]),
        ("Delete tip 3.2", []),
        ("Delete tip three.", [(2,)]),
        ("three tips", []),
        ("Rewrite Chapter 1", []),
        ("a note on ice, see Table 1 and 3", []),
        ("the RQ comes first", [(6,)]),
        ("end of Study 2", [(10, 11)]),
        ("tip 4", []),
        ("the common tip 3", [(12,)]),
        ("a few notes on ice", []),
    ],
)
def test_a_label_names_its_headings(message, meant):
    assert [indices for _, _, indices in labeled(tokens(message), labels_of(TITLES))] == meant


def test_what_a_heading_prints_before_its_name_belongs_to_it():
    words = tokens("shorten (IV) Ice")
    assert with_printed_words("shorten (IV) Ice", words, (4, 5), "(IV) Ice") == 1
    assert with_printed_words("shorten (IV) Ice", words, (4, 5), "(V) Ice") == 4
    assert with_printed_words("shorten (IV) Ice", words, (4, 5), "Ice") == 4
