"""A message that corrects the order approved last takes its change back and carries out the corrected order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.fakes import ScriptedModel
from tests.services.ordering import approved, say, text_of, without_model

PAPER = (
    "# Study\n\n## Intro\n\nTrees cool streets. They need water. Few grow.\n\n## Results\n\n- Sites\n"
    "- Sensors\n- Rain\n\n| k | v |\n| --- | --- |\n| p | 1 |\n\n![Map](m.png)\n\n## Limits\n\n"
    "The summer was wet. The sample was small.\n\n## Outlook\n\nMore sites will follow. The study goes on.\n"
)
OWN = "Rain came late."


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


def carried_out(ports, world, *said: str) -> str:
    for each in said:
        say(ports, world, each)
        approved(ports, world)
    return text_of(ports, world)


@pytest.mark.parametrize(
    ("order", "correction", "meant"),
    [
        ("Delete the last sentence of Intro", "No, the first one.", "Delete the first sentence of Intro"),
        ("Delete the last sentence of Limits", "No, I meant of Outlook.", "Delete the last sentence of Outlook"),
        ("Delete the last sentence of Intro", "Wrong one. The first, please.", "Delete the first sentence of Intro"),
        ("Delete the last item of the list", "Not that one, the first.", "Delete the first item of the list"),
        ("Move Outlook before Limits", "No, before Results.", "Move Outlook before Results"),
        ("Move Outlook before Limits", "Nein, lieber vor Results.", "Move Outlook before Results"),
        ("Rename Outlook to “Future”", "No, “Next steps”.", "Rename Outlook to “Next steps”"),
        ("Replace “small” with “tiny”", "No, with “little”.", "Replace “small” with “little”"),
        ("Delete the figure", "No, the table!", "Delete the table"),
        ("Lösche die Abbildung", "Nicht die, die Tabelle!", "Delete the table"),
        ("Supprime la dernière phrase de Intro", "Non, la première.", "Delete the first sentence of Intro"),
        ("Borra la última frase de Intro", "Esa no, la primera.", "Delete the first sentence of Intro"),
        ("Move the last sentence of Intro to the end of Limits", "Not there, to the end of Outlook", ""),
    ],
)
def test_the_last_change_is_taken_back_and_made_as_corrected(ports, world, order, correction, meant) -> None:
    corrected = carried_out(ports, world, order, correction)
    if not meant:
        assert "Outlook" in say(ports, world, "What did you change?")["response"]
        return
    carried_out(ports, world, "Undo that.", "Undo that.")
    assert text_of(ports, world) == PAPER
    assert carried_out(ports, world, meant) == corrected


def test_the_preview_says_both(ports, world) -> None:
    carried_out(ports, world, "Delete the figure")
    answer = say(ports, world, "No, the table.")
    assert "undoes" in answer["response"] and "deletes the table" in answer["response"]


def test_one_of_several_orders_is_corrected(ports, world) -> None:
    corrected = carried_out(ports, world, "Rename Outlook to “Future” and delete the figure", "No, “Next steps”.")
    assert corrected == PAPER.replace("## Outlook", "## Next steps").replace("![Map](m.png)\n\n", "")


def test_own_words_go_to_the_other_place(ports, world) -> None:
    say(ports, world, f"Add “{OWN}” to the end of Limits.")
    approved(ports, world)
    assert OWN in carried_out(ports, world, "Not there, to Outlook.").partition("## Outlook")[2]


@pytest.mark.parametrize("correction", ["No, the other one.", "No, before the third.", "No, Limits and Results"])
def test_a_correction_that_does_not_fit_prepares_nothing(ports, world, correction: str) -> None:
    carried_out(ports, world, "Delete the figure")
    answer = say(ports, world, correction)
    assert answer["pending_content_id"] is None


def test_only_the_order_just_before_is_corrected(ports, world) -> None:
    carried_out(ports, world, "Delete the figure", "Undo that.")
    ports = replace(ports, writer=ScriptedModel("Which table?"))
    assert say(ports, world, "No, the table.")["response"] == "Which table?"


def test_nothing_is_taken_back_when_nothing_was_approved(ports, world) -> None:
    say(ports, world, "Delete the last sentence of Intro")
    ports = replace(ports, writer=ScriptedModel("Which one?"))
    assert say(ports, world, "No, the first one.")["response"] == "Which one?"
    assert text_of(ports, world) == PAPER
