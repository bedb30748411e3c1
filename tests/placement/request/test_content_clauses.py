"""A clause that says what the text shall say names no place."""

import pytest

from backend.document.blocks import read
from backend.mentions.document_view import view_of
from backend.mentions.parsed_message import ParsedMessage
from backend.placement.request.content_clauses import content_clauses
from backend.placement.rules import decide

PAPER = read(
    "# Bees\n\n## Security\n\nTests are run.\n\nEach major release is tested.\n\n## Results\n\nHoney dried.\n\n"
    "| a | b |\n|---|---|\n| 1 | 2 |\n\nWax.\n"
)


def clauses(message):
    reading = ParsedMessage(view_of(PAPER), message)
    return [message[reading.tokens[a].start : reading.tokens[b - 1].end] for a, b in content_clauses(reading)]


@pytest.mark.parametrize(
    ("message", "clause"),
    [
        ("Add a sentence saying that hives rot after each rain.", ["that hives rot after each rain."]),
        ("Add a sentence saying that hives rot after rain, after the table.", ["that hives rot after rain"]),
        ("Add a remark stating that hives rot before the end of Results.", ["that hives rot"]),
        ("Put this after the sentence saying that hives rot in rain.", []),
        ("Add that hives of wood rot in the rain.", ["that hives of wood rot in the rain."]),
        ("We should add and mention somewhere that hives rot.", ["that hives rot."]),
        ("Write a sentence on the fact that hives rot.", ["that hives rot."]),
        ("Add a sentence saying that sentences about hives are long.", ["that sentences about hives are long."]),
        ("Add that to Results, please.", []),
        ("We need that in Beekeeping for hives.", []),
        ("Actually make that the Results, last paragraph.", []),
        ("Add a sentence saying that paragraph, please.", []),
        ("Add it to Results.", []),
        ("Ergänze einen Satz, dass Waben nach dem Regen faulen.", ["dass Waben nach dem Regen faulen."]),
        (
            "Ajoute une phrase disant que les ruches pourrissent après la pluie.",
            ["que les ruches pourrissent après la pluie."],
        ),
    ],
)
def test_clause_ends_before_a_place(message, clause):
    assert clauses(message) == clause


@pytest.mark.parametrize(
    "message",
    [
        "Please add a sentence saying that tests are repeated after each major release.",
        "Add a remark stating that the weight varied between 80 and 250 g in the hives.",
    ],
)
def test_relations_in_a_clause_are_no_sure_place(message):
    assert not decide(PAPER, "Rain fell on the roofs.", (message,)).sure


def test_place_behind_a_clause_is_sure():
    message = "Add a sentence saying that tests are repeated after each major release, in Results after the table."
    found = decide(PAPER, "Rain fell on the roofs.", (message,))
    assert (found.placement.operation, found.sure) == ("insert_after", True)
