"""The end of the document is a place without a name."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.document_end import names_document_end, orders_the_end

PAPER = read("# Bees\n\n## Traps\n\nThe traps were blue.\n\n## Limits\n\nIt rained.\n")


@pytest.mark.parametrize(
    "message",
    [
        "Put it at the very end instead.", "Move it to the end of the document.", "No, at the end of the paper.",
        "Setze ihn lieber ganz ans Ende.", "Ans Ende des Dokuments.", "Mets-la tout à la fin.",
        "Ponlo al final del todo.", "Mettilo alla fine del documento.", "Zet het helemaal aan het einde.",
    ],
)  # fmt: skip
def test_the_very_end_is_that_of_the_document(message: str) -> None:
    assert names_document_end(PAPER, message)


@pytest.mark.parametrize("message", ["Put it at the end.", "Put it at the very end of Traps.", "The end is weak."])
def test_another_end_is_not(message: str) -> None:
    assert not names_document_end(PAPER, message)


def test_a_word_for_a_section_is_its_name_unless_the_document_is_named() -> None:
    paper = read("# Bees\n\n## Introduction\n\nIt rains.\n\n## Limits\n\nIt rained.\n")
    assert not names_document_end(paper, "Einleitung, ganz am Ende.")
    assert names_document_end(paper, "Ganz am Ende.")


@pytest.mark.parametrize(
    ("message", "end"),
    [("Add a section on wind at the end.", True), ("Add it at the end of Traps.", False), ("Add “at the end”.", False)],
)
def test_a_new_section_at_the_end(message: str, end: bool) -> None:
    assert orders_the_end(PAPER, message) is end
