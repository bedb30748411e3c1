"""Verbs and nouns which say that the text opens or closes a part."""

from __future__ import annotations

import pytest

from backend.placement.request.edges import edge_that_text_becomes, read_edge
from tests.placement.request.readings import parts, reading, told


def said(text: str):
    read, _, roles = parts(text)
    found = read_edge(read, roles)
    return (found.relation, told(found.target)) if found is not None else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Discussion ought to start this way.", ("start", "Discussion")),
        ("Shift it so that it closes the Discussion.", ("end", "Discussion")),
        ("A paragraph on tides should close Discussion.", ("end", "Discussion")),
        ("Please see to it that Discussion ends on this note.", ("end", "Discussion")),
        ("In Discussion, open with this.", ("start", "Discussion")),
        ("Open Discussion with a paragraph on tides.", ("start", "Discussion")),
        ("Discussion soll damit losgehen.", ("start", "Discussion")),
        ("Das soll die Discussion abschließen.", ("end", "Discussion")),
        ("Que cela termine Discussion.", ("end", "Discussion")),
        ("Esto debe encabezar Discussion.", ("start", "Discussion")),
        ("Discussion dovrebbe aprirsi con questo.", ("start", "Discussion")),
        ("Isto deve encerrar Discussion.", ("end", "Discussion")),
        ("Dit moet Discussion afsluiten.", ("end", "Discussion")),
        ("The paper should end with a section on tides.", ("end", "document")),
        ("Concludi l'articolo con una sezione sulle maree.", ("end", "document")),
    ],
)
def test_a_verb_puts_the_text_at_an_edge(text: str, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Discussion ends with a list of ferries.",
        "Discussion starts with a walk, and ferries come next.",
        "It continues what Discussion starts.",
        "Discussion should not start with this.",
        "This is the end of Discussion.",
        "It starts behind Discussion.",
        "Write about how a discussion starts.",
    ],
)
def test_a_description_puts_nothing_anywhere(text: str):
    assert said(text) is None


def test_another_part_in_the_clause_is_a_rival():
    read, _, roles = parts("This should open Results or Discussion.")
    assert read_edge(read, roles).rivaled


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("Discussion: make it the opening paragraph.", "start"),
        ("First thing readers should meet in Discussion.", "start"),
        ("It should be the last paragraph of Discussion.", "end"),
        ("The first paragraph of Discussion is weak.", ""),
        ("First paragraph of Discussion.", ""),
        ("Delete the last paragraph of Discussion.", ""),
    ],
)
def test_a_noun_says_what_the_text_becomes(text: str, edge: str):
    read = reading(text)
    assert edge_that_text_becomes(read, read.sentence(0)) == edge
