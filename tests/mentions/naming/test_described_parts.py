"""Parts that a message names by words in them."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.element_phrases import Phrase
from backend.mentions.lexicon import tokens
from backend.mentions.naming.described_parts import DescribedParts
from backend.mentions.resolver import resolve

TEXT = """# Survey

Our boats use SONAR at night. It is cheap.

Gulls follow the boats.

# Grazing

Cattle eat the marsh. The fences hold.

Boats cannot land here.
"""
DOCUMENT = read(TEXT)


def named(message):
    return [
        (each.kind, DOCUMENT.text[slice(*each.span)].strip().split(".")[0], each.sure)
        for each in resolve(DOCUMENT, message)
    ]


@pytest.mark.parametrize(
    ("message", "kind", "begins"),
    [
        ("shorten the SONAR paragraph", "paragraph", "Our boats use SONAR at night"),
        ("shorten the part on SONAR", "paragraph", "Our boats use SONAR at night"),
        ("shorten what we say about gulls", "paragraph", "Gulls follow the boats"),
        ("kürze, was wir über Gulls schreiben", "paragraph", None),
        ("kürze den Absatz über Gulls", "paragraph", "Gulls follow the boats"),
        ("raccourcis le passage sur les gulls", "paragraph", "Gulls follow the boats"),
        ("acorta la parte sobre cattle", "paragraph", "Cattle eat the marsh"),
        ("accorcia ciò: il brano su SONAR", "paragraph", "Our boats use SONAR at night"),
        ("delete the sentence on fences in Grazing", "sentence", "The fences hold"),
        ("shorten the paragraph about boats in Grazing", "paragraph", "Boats cannot land here"),
        ("move the sentence about gulls to the Grazing section", "sentence", "Gulls follow the boats"),
        ("Grazing: shorten the part on boats", "paragraph", "Boats cannot land here"),
        ("drop that sentence about fences", "sentence", "The fences hold"),
        ("rewrite the paragraph on cattle so that it names the farm", "paragraph", "Cattle eat the marsh"),
        ("the sentence about fences comes first", "sentence", "The fences hold"),
        ("put the sentence about fences at the very end of Survey", "sentence", "The fences hold"),
        ("streich den Satz, wonach die fences hold", "sentence", "The fences hold"),
        ("den Satz, dass fences hold, bitte streichen", "sentence", "The fences hold"),
    ],
)
def test_a_part_is_named_by_its_words(message, kind, begins):
    found = [each for each in named(message) if each[0] == kind]
    assert found == ([(kind, begins, True)] if begins else [])


def test_a_pronoun_means_another_part_of_the_same_kind():
    found = named("move the paragraph on gulls before the one on SONAR")
    assert found == [("paragraph", "Gulls follow the boats", True), ("paragraph", "Our boats use SONAR at night", True)]


def test_a_plural_noun_with_two_descriptions_means_two_parts():
    found = named("join the paragraphs on SONAR and on gulls in Survey")
    assert found == [("paragraph", "Our boats use SONAR at night", True), ("paragraph", "Gulls follow the boats", True)]


def test_a_function_word_is_no_misspelled_title():
    assert not [
        each for each in resolve(read("# Dank\n\nWir danken.\n"), "lösche dann den Rest") if each.kind == "section"
    ]


def test_several_parts_with_the_words_are_rivals():
    ((_, _, sure),) = named("shorten the paragraph about boats")
    assert not sure


def test_a_word_that_is_no_name_is_a_guess_before_the_noun():
    assert named("shorten the gulls paragraph") == [("paragraph", "Gulls follow the boats", False)]


@pytest.mark.parametrize(
    "message", ["add a paragraph on gulls", "a SONAR paragraph", "the part on whales", "the long paragraph"]
)
def test_what_is_new_or_not_there_is_none(message):
    words = tokens(message)
    noun = next((at for at, word in enumerate(words) if word.norm == "paragraph"), 0)
    parts = DescribedParts(DocumentView(DOCUMENT), words, ())
    assert list(parts.of_other_words()) == []
    assert not noun or parts.of_phrase(Phrase(noun, noun + 1, ("paragraph",), "paragraph")) is None


_PAPER = """# Related Work

Leases are used in Chubby [2]. Spanner waits at commit [1].

# Design

We took much from Chubby and Spanner. The rest is new.

# References

[1] J. Corbett. Spanner: a global database. OSDI, 2012.

[2] M. Burrows. The Chubby lock service. Chubby. OSDI, 2006.

[3] K. Rinard. Harp for phones. EuroSys, 2018.
"""


@pytest.mark.parametrize(
    ("message", "begins"),
    [
        ("Say in Related Work, after the sentence on Chubby, that Harp does the same.", "Leases are used in Chubby"),
        ("Move it to Related Work, behind the sentence that mentions Chubby.", "Leases are used in Chubby"),
        ("Schreib in Related Work, hinter dem Satz über Spanner, wie Harp es macht.", "Spanner waits at commit"),
        ("Shorten the sentence about Harp.", None),
        ("Shorten the paragraph on Rinard.", None),
    ],
)
def test_a_topic_means_a_sentence_of_the_named_section_and_no_entry_of_the_bibliography(message, begins):
    document = read(_PAPER)
    found = [document.text[slice(*m.span)] for m in resolve(document, message) if m.kind != "section"]
    assert [text.startswith(begins) for text in found] == ([True] if begins else [])


def test_a_topic_in_the_bibliography_means_its_entry():
    document = read(_PAPER)
    found = [m for m in resolve(document, "Shorten the paragraph on Harp in References.") if m.kind == "paragraph"]
    assert [document.text[slice(*m.span)].startswith("[3]") for m in found] == [True]
