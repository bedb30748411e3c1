"""Misspelt words of requests."""

import pytest

from backend.mentions.lexicon import tokens
from backend.mentions.naming.spelling import mended


def read(text, *used):
    return [t.norm for t in mended(tokens(text), lambda word: word in used, set()) if t.word]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("aftr", "after"),
        ("instert", "insert"),
        ("replcae", "replace"),
        ("paragrph", "paragraph"),
        ("betwen", "between"),
        ("sectoin", "section"),
    ],
)
def test_a_slip_is_read_as_the_word_that_was_meant(typed, meant):
    assert read(f"please {typed} the frazil") == ["please", meant, "the", "frazil"]


@pytest.mark.parametrize("word", ["stark", "bead", "cloze", "AFTR", "ftr", "plot2", "größer"])
def test_other_words_are_left_alone(word):
    assert read(word) == [tokens(word)[0].norm]


def test_a_word_of_the_document_is_no_slip():
    assert read("aftr", "aftr") == ["aftr"]


def test_names_and_quotations_are_not_touched():
    words = mended(tokens('aftr "aftr"'), lambda word: False, {0})
    assert [t.norm for t in words if t.word] == ["aftr", "aftr"]
