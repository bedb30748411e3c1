"""Words for an attached passage become a quotation of it, if they are the object of an order."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.attached_passages import about_passage, passage_in, passage_mention

PAPER = read(
    "# Trees\n\n## Shade\n\nElms give shade. Oaks\ngive more. Limes are rare.\n\n- Elm\n- Oak tree\n\n| k | v |\n"
    "| --- | --- |\n| p | 1 |\n| q | 2 |\n\n![Map](m.png)\n\n## Water\n\nElms drink. Oaks do not.\n"
)


def order(message: str, text: str) -> str:
    passage = passage_in(PAPER, text)
    assert passage is not None
    return about_passage(PAPER, message, passage)


@pytest.mark.parametrize(
    ("message", "text", "expected"),
    [
        ("Delete this sentence.", "Oaks give more.", "Delete “Oaks give more.”."),
        ("Please remove the highlighted passage", "Limes are rare.", "Please remove “Limes are rare.”"),
        ("Get rid of the passage that I selected", "Limes are rare.", "Get rid of “Limes are rare.”"),
        ("Move this to Water", "Limes are rare.", "Move “Limes are rare.” to Water"),
        ("Replace this with “Limes abound.”", "Limes are rare.", "Replace “Limes are rare.” with “Limes abound.”"),
        ("Change this to “Limes abound.”", "Limes are rare.", "Change “Limes are rare.” to “Limes abound.”"),
        ("Delete the selection", "rare", "Delete “rare”"),
        ("Drop these two sentences", "Oaks\ngive more. Limes are rare.", "Drop “Oaks give more. Limes are rare.”"),
        ("Delete this bullet", "- Oak tree", "Delete “Oak tree”"),
        ("Delete this row", "| q | 2 |", "Delete “| q | 2 |”"),
        ("Delete this table", PAPER.source(PAPER.blocks[4]), "Delete “| k | v | …”"),
        ("Lösche den markierten Satz", "Limes are rare.", "Lösche “Limes are rare.”"),
        ("Kannst du das streichen?", "Limes are rare.", "Kannst du “Limes are rare.” streichen?"),
        ("Supprime cette phrase", "Limes are rare.", "Supprime “Limes are rare.”"),
        ("Supprime la phrase surlignée", "Limes are rare.", "Supprime “Limes are rare.”"),
        ("Quita el fragmento seleccionado", "Limes are rare.", "Quita “Limes are rare.”"),
        ("Bórralo.", "Limes are rare.", "borra “Limes are rare.”."),
        ("Cancella questa frase", "Limes are rare.", "Cancella “Limes are rare.”"),
        ("Apague esta frase", "Limes are rare.", "Apague “Limes are rare.”"),
        ("Verwijder deze zin", "Limes are rare.", "Verwijder “Limes are rare.”"),
    ],
)
def test_the_passage_takes_the_place_of_the_words_for_it(message: str, text: str, expected: str) -> None:
    assert order(message, text) == expected


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("Delete this paragraph", "Limes are rare."),
        ("Delete this section", "Limes are rare."),
        ("Delete this row", "| k | v |"),
        ("Don't delete this", "Limes are rare."),
        ("Should I delete this?", "Limes are rare."),
        ("Delete this tomorrow", "Limes are rare."),
        ("Delete the table", "Limes are rare."),
        ("Shorten this", "Limes are rare."),
        ("Fix this", "Limes are rare."),
        ("Replace “rare” with “few” in this sentence", "Limes are rare."),
        ("Delete the sentence before this one", "Limes are rare."),
        ("Add a sentence after this", "Limes are rare."),
        ("This is too long", "Limes are rare."),
    ],
)
def test_other_messages_are_not_about_the_passage(message: str, text: str) -> None:
    assert order(message, text) == ""


@pytest.mark.parametrize("text", ["Elms", "Water", "A sentence of another paper.", "", "are rar"])
def test_a_text_that_does_not_stand_once_in_the_text_is_no_passage(text: str) -> None:
    assert passage_in(PAPER, text) is None


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Limes are rare.", "sentence"), ("Oaks give more. Limes are rare.", "sentence"), ("are rare", None),
        ("Oak tree", "item"), ("tree", None), ("| q | 2 |", "row"), ("| p | 1 |\n| q | 2 |", "row"),
        ("| k | v |", None), ("![Map](m.png)", "figure"), ("Elms drink. Oaks do not.", "paragraph"),
        ("## Water\n\nElms drink. Oaks do not.", "section"), ("- Elm\n- Oak tree", "list"),
    ],
)  # fmt: skip
def test_a_passage_has_the_kind_of_the_part_that_it_is(text: str, kind: str | None) -> None:
    passage = passage_in(PAPER, text)
    found = passage_mention(PAPER, passage) if passage is not None else None
    assert (found.kind if found is not None else None) == kind
