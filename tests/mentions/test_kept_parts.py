"""What an order says to keep is no object of the order."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.mentions.kept_parts import read_kept_parts

PAPER = read(
    "# Study\n\n## Methods\n\nWe measured. It rained.\n\n- One\n- Two\n\n## Results\n\nIt was wet. It grew.\n\n"
    "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nMore came. It stayed.\n\n## Outlook\n\nMore will follow. It goes on.\n"
)


@pytest.mark.parametrize(
    ("message", "order", "kept"),
    [
        ("Rewrite Methods but leave the list alone.", "Rewrite Methods", ["list"]),
        ("Please reword Methods, the list stays as it is.", "Please reword Methods", ["list"]),
        ("Rewrite Results, keeping the table.", "Rewrite Results", ["table"]),
        ("Improve Results without touching the table.", "Improve Results", ["table"]),
        ("Tighten Methods (the list stays untouched).", "Tighten Methods", ["list"]),
        ("Rewrite Methods. The list must remain.", "Rewrite Methods.", ["list"]),
        ("Rewrite the Results section except for the table.", "Rewrite the Results section", ["table"]),
        ("Rewrite Results, with the table left as it is.", "Rewrite Results", ["table"]),
        ("Rewrite Results; don't change the last sentence.", "Rewrite Results", ["last sentence"]),
        ("Rewrite Methods but the list should not be changed.", "Rewrite Methods", ["list"]),
        ("Rewrite Methods and Results, but leave the list and the table alone.", "Rewrite Methods and Results",
         ["list", "table"]),
        ("Rewrite Outlook, not Methods.", "Rewrite Outlook", ["Methods"]),
        ("Leave Results and rewrite Methods.", "rewrite Methods.", ["Results"]),
        ("Schreib Methods neu, aber die Liste bleibt.", "Schreib Methods neu", ["Liste"]),
        ("Formuliere Results um, ohne die Tabelle anzufassen.", "Formuliere Results um", ["Tabelle"]),
        ("Formuliere Outlook um, behalte aber den ersten Satz.", "Formuliere Outlook um", ["ersten Satz"]),
        ("Überarbeite Results, die Tabelle soll aber so bleiben.", "Überarbeite Results", ["Tabelle"]),
        ("Réécris Methods mais garde la liste.", "Réécris Methods", ["liste"]),
        ("Réécris Methods sans toucher à la liste.", "Réécris Methods", ["liste"]),
        ("Reescribe Methods, pero no toques la lista.", "Reescribe Methods", ["lista"]),
        ("Riscrivi Methods, ma lascia stare l'elenco.", "Riscrivi Methods", ["elenco"]),
    ],
)  # fmt: skip
def test_a_kept_part_is_read_apart_from_the_order(message: str, order: str, kept: list[str]) -> None:
    said = read_kept_parts(PAPER, message)
    assert said.order == order
    assert sorted(each.said for each in said.parts) == kept


@pytest.mark.parametrize(
    "message",
    [
        "My English is not so good in the first paragraph of Methods, can you correct it?",
        "Der Stil ist nicht gut in Methods, bitte überarbeiten.",
        "Rewrite Methods.", "Rewrite Results without the table.", "Keep Methods but rewrite its first sentence.",
        "Rewrite Results so that the table remains readable.", "Keep it short and rewrite Results.",
        "Add that rain was not a factor to Results, after the table.", "Replace the list with a sentence.",
        "Shorten Results; the table is not clear.", "Leave the list out of Methods.",
    ],
)  # fmt: skip
def test_other_messages_are_orders_as_they_are(message: str) -> None:
    said = read_kept_parts(PAPER, message)
    assert (said.order, said.parts) == (message, ())


def test_its_first_sentence_is_that_of_the_paragraph_that_the_order_names() -> None:
    said = read_kept_parts(PAPER, "Rewrite the second paragraph of Results, but keep its first sentence.")
    assert [PAPER.text[slice(*each.span)] for each in said.parts] == ["More came."]
