"""Sections said by number: with a noun, and bare where the headings have numbers."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import DocumentView
from backend.mentions.lexicon import tokens
from backend.mentions.naming.number_references import NumberReferences

BODY = "# {}Model\n\nOne.\n\n# {}Data\n\nTwo.\n\n## {}Sites\n\nThree.\n\n## {}Dates\n\nFour.\n"
TYPED = DocumentView(read(BODY.format("1 ", "2 ", "2.1 ", "2.2 ")))
DECLARED = DocumentView(read("---\nnumber-sections: true\n---\n\n" + BODY.format("", "", "", "")))
PLAIN = DocumentView(read(BODY.format("", "", "", "")))


def found(view, text):
    return [
        (view.sections[said.sections[0]].title.split()[-1], said.guessed)
        for said in NumberReferences(view, text, tokens(text)).read()
    ]


VALUES = [
    "correct 2.1 to 2.2",
    "ändere 2.1 zu 2.2",
    "remplace 2.1 par 2.2",
    "cambia 2.1 por 2.2",
    "the gap of 2.1 meV is too small",
    "raise it from 2.1 to 2.2",
    "a drop of 2.1 kHz",
]


@pytest.mark.parametrize("view", [TYPED, DECLARED, PLAIN])
@pytest.mark.parametrize("text", VALUES)
def test_a_value_is_no_section(view, text):
    assert found(view, text) == []


@pytest.mark.parametrize(
    "text", ["the factor 2.1 is wrong, it should be 2.2", "correct 2.1", "der Faktor 2.1 ist falsch", "le facteur 2.1"]
)
def test_a_bare_decimal_is_none_where_no_heading_has_a_number(text):
    assert found(PLAIN, text) == []


@pytest.mark.parametrize("text", ["the mean of 2.1 is", "by a factor of 2.1 at the peak"])
def test_a_quantity_is_not_surely_a_section(text):
    assert all(guessed for _, guessed in found(TYPED, text.replace("the", "a")))


@pytest.mark.parametrize("view", [TYPED, DECLARED])
@pytest.mark.parametrize(
    "text", ["in 2.1, a sentence on tides", "shorten 2.1", "the end of 2.1", "in 2.1 eine Zeile", "à la fin de 2.1"]
)
def test_a_bare_decimal_in_a_place_is_a_section_where_headings_have_numbers(view, text):
    assert found(view, text) == [("Sites", False)]


def test_where_no_heading_has_a_number_a_place_is_a_guess():
    assert found(PLAIN, "in 2.1, a sentence on tides") == [("Sites", True)]


def test_what_is_moved_goes_from_a_section_to_a_section():
    assert found(TYPED, "move the table from 2.1 to 2.2") == [("Sites", False), ("Dates", False)]


@pytest.mark.parametrize("view", [TYPED, DECLARED, PLAIN])
@pytest.mark.parametrize("text", ["section 2.1", "§ 2.1", "Abschnitt 2.1", "第2.1节"])
def test_with_a_noun_it_is_always_a_section(view, text):
    assert found(view, text)[0] == ("Sites", False)


@pytest.mark.parametrize(
    "text",
    [
        "replace 212 with 213 in 2.1",
        "change “212” to 213 in 2.1",
        "ersetze 212 durch 213 in 2.1",
        "remplace 212 par 213 dans 2.1",
        "cambia 212 por 213 en 2.1",
    ],
)
def test_a_number_behind_the_new_value_is_a_place(text):
    assert found(TYPED, text) == [("Sites", False)]
