"""What an order to delete or move means: the named part itself, never a part that only contains what is meant."""

from __future__ import annotations

import pytest

from backend.document.blocks import read
from backend.placement.edit_orders import read_edit
from backend.placement.edited_object import keeps_only
from backend.placement.edited_text import carry_out_edit

PAPER = read(
    "# Summary\n\nWe sell reefs. Costs are low.\n\nIt is new.\n\n## Tides\n\nTides rise.\n\n# Methods\n\nWe dived.\n\n"
    "# Results\n\nReefs grew.\n"
)


@pytest.mark.parametrize(
    "message",
    [
        "Remove the claim about costs from the Summary",
        "Delete the mention of landcover from Methods.",
        "Delete all adverbs from the Summary",
        "Remove interactive from the Summary",
        "Remove the citations from the Summary",
        "Delete the italics in the first paragraph of the Summary",
        "Strike everything about Landsat in Methods",
        "Remove the redundancy in the second paragraph of the Summary",
        "Delete it from the Summary",
        "Take that out of the Summary",
        "Delete what I added to Methods",
        "The commas in the Summary should be deleted",
        "In Methods, delete the commas",
        "Cut the bit on tides from Results",
        "Streiche die Klammern im ersten Absatz der Summary",
        "Lösche die Zitate aus dem Abschnitt Methods",
        "Supprime les virgules dans Methods",
        "Quita las citas de Methods",
        "Togli le virgole da Methods",
        "Remova as citações de Methods",
        "Verwijder de komma's uit Methods",
        "Move the claim about costs from the Summary to Methods",
        "Move the numbers in Results to the end of Methods",
        "Delete the first paragraph of the Summary and the last one",
        "Delete everything but the first paragraph of the Summary",
        "Delete Tides and preserve its first sentence",
        "Lösche alles im Summary ohne den ersten Absatz",
        "Delete the Summary except its first paragraph",
        "Delete paragraphs 1 to 9 of the Summary",
        "Delete paragraphs 1 and 3 of the Summary",
    ],
)
def test_what_is_within_a_part_is_not_the_part(message):
    assert read_edit(PAPER, message) is None


@pytest.mark.parametrize(
    ("message", "position"),
    [
        ("Delete the Summary", "blocks 5"),
        ("Please delete the whole section Methods.", "blocks 2"),
        ("Get rid of Methods", "blocks 2"),
        ("Throw out Methods", "blocks 2"),
        ("Delete everything in Methods", "blocks 2"),
        ("Lösche den ganzen Inhalt von Methods", "blocks 2"),
        ("Borra la sección de Methods", "blocks 2"),
        ("In the Summary, delete the first paragraph", "blocks 1"),
        ("Could you remove the Tides subsection?", "blocks 2"),
        ("Cut Tides from the Summary", "blocks 2"),
        ("We no longer need Methods; delete it.", "blocks 2"),
        ("Delete Methods and Results", "blocks 4"),
        ("Den letzten Absatz von Methods bitte löschen", "blocks 1"),
        ("De laatste alinea van Methods mag weg", "blocks 1"),
        ("Delete paragraphs 1 to 2 of the Summary", "blocks 2"),
        ("Delete paragraphs one and two of the Summary", "blocks 2"),
        ("Delete the first to second paragraph of the Summary", "blocks 2"),
        ("Remove the heading Tides but keep its text", "blocks 1"),
        ("Lösche die Überschrift „Tides“", "blocks 1"),
    ],
)
def test_the_part_itself_is_deleted(message, position):
    edit = read_edit(PAPER, message, "delete")
    assert edit is not None and (edit.operation, edit.position) == ("delete", position)


@pytest.mark.parametrize(
    "message", ["Move Methods behind Results", "At the end of Results put the first paragraph of the Summary"]
)
def test_the_part_itself_is_moved(message):
    edit = read_edit(PAPER, message)
    assert edit is not None and edit.operation == "move"


@pytest.mark.parametrize(
    ("message", "only"),
    [
        ("Delete everything but the first paragraph of X.", True),
        ("keep only the first paragraph of X", True),
        ("Lösch alles außer dem ersten Absatz von X.", True),
        ("Supprime tout sauf le premier paragraphe de X.", True),
        ("Shorten X but keep the numbers.", False),
        ("Delete the first paragraph, but not the second.", False),
    ],
)
def test_an_order_may_keep_only_what_it_names(message: str, only: bool) -> None:
    assert keeps_only(message) is only


@pytest.mark.parametrize("begin", ["We sell", "Costs are"])
def test_a_sentence_is_named_by_its_beginning(begin: str) -> None:
    edit = read_edit(PAPER, f"Delete the sentence that starts with “{begin}”.")
    assert edit is not None
    left = {"We sell": "Costs are low.", "Costs are": "We sell reefs."}[begin]
    assert carry_out_edit(PAPER, edit).text == PAPER.text.replace("We sell reefs. Costs are low.", left)


REEFS = read(
    "# Reefs\n\n## Methods\n\nWe dived.\n\nYears without a survey were left out.\n\nDivers counted corals.\n\n"
    "## Data\n\nAll counts are public.\n\n## Outlook\n\nMore reefs.\n"
)
WITHOUT_YEARS = REEFS.text.replace("Years without a survey were left out.\n\n", "")


@pytest.mark.parametrize(
    ("message", "result"),
    [
        (
            "Move the paragraph on the years to the end of the section Data.",
            WITHOUT_YEARS.replace("public.\n", "public.\n\nYears without a survey were left out.\n"),
        ),
        (
            "In Methods, the paragraph on the years should come after the one on corals.",
            WITHOUT_YEARS.replace("corals.\n", "corals.\n\nYears without a survey were left out.\n"),
        ),
        ("In the Methods section, delete the paragraph on the years.", WITHOUT_YEARS),
    ],
)
def test_a_described_part_is_the_object_and_a_section_its_place_or_scope(message: str, result: str) -> None:
    edit = read_edit(REEFS, message)
    assert edit is not None and carry_out_edit(REEFS, edit).text == result
