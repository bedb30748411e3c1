"""Words of a title that name no section: letters of words, old and new words, counted items."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.naming.ordinary_words import counts_items, is_numbered, is_ordinary

VIEW = DocumentView(
    read("# Test of the Lambert-Beers law\n\nOne by Berrs.\n\n# Risks\n\n- A\n- B\n\n# 适量增加蛋\n\nTwo.\n")
)


def named(text):
    words = tokens(text)
    return [text[words[m.first].start : words[m.stop - 1].end] for m in VIEW.named_in(words)]


@pytest.mark.parametrize(
    "text",
    [
        "change Berrs to Beers",
        "ändere Beers in Birs",
        "corrige Beers en Berrs",
        "correct the spelling of Lambert-Beers",
        "prüf die Schreibweise von Beers",
        "the term Beers is odd",
        "the end of the Lambert modelling section",
        "in the law enforcement data section",
        "correct Lambert-Berrs",
        "最后再加一句",
    ],
)
def test_ordinary_words_are_no_name(text):
    assert named(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("move it to Risks", "Risks"),
        ("add this to the Lambert-Beers section", "the Lambert-Beers"),
        ("change the Risks section", "Risks"),
        ("the last words of Risks", "Risks"),
        ("Risks-Abschnitt", "Risks"),
        ("the first risks section", "risks"),
        ("the Lambert section", "the Lambert"),
        ("the Lambert-Beers law section", "the Lambert-Beers law"),
    ],
)
def test_a_name_stays_one(text, name):
    assert name in named(text)


@pytest.mark.parametrize("text", ["the first risk", "delete risk 2", "the last two risks", "das zweite Risk"])
def test_a_counted_word_counts_items(text):
    (at,) = VIEW.counting_in(tokens(text))
    assert tokens(text)[at].norm in ("risk", "risks")


@pytest.mark.parametrize("text", ["the risks", "the first risks section", "risk 2.1", "the risk"])
def test_other_words_count_none(text):
    assert not VIEW.counting_in(tokens(text))


def test_a_number_counts_unless_it_goes_on():
    assert is_numbered(tokens("goal 4"), 1) and not is_numbered(tokens("goal 4.2"), 1)


def test_a_quotation_is_a_name():
    words = tokens("change A to “Beers”")
    assert not any(is_ordinary(words, each) for each in VIEW.names.mentions(words))
    assert not any(counts_items(words, each, VIEW.names.words) for each in VIEW.names.mentions(words))
