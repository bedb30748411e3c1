"""An order about an attached passage of the document changes this passage, and nothing else."""

from __future__ import annotations

import pytest

from backend.drafting.highlights import AttachedSection
from backend.kernel.exchange import Evidence, Excerpt
from backend.services import drafting
from backend.services.drafting import SendMessage
from backend.services.edits.passage_orders import without_passage
from tests.services.ordering import approved, text_of, without_model

PAPER = (
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\nShade matters.\n\n## Methods\n\n- Sites\n"
    "- Sensors\n\n| k | v |\n| --- | --- |\n| p | 1 |\n| q | 2 |\n\n## Limits\n\n"
    "The summer was wet. The sample was small.\n"
)
TABLE = "| k | v |\n| --- | --- |\n| p | 1 |\n| q | 2 |\n"


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


def say(ports, world, text: str, passage: str):
    attached = (AttachedSection("highlight", passage),)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text, attached_sections=attached))


@pytest.mark.parametrize(
    ("message", "passage", "old", "new"),
    [
        ("Delete this sentence.", "They need water.", " They need water.", ""),
        ("Could you delete this, please?", "The summer was wet.", "The summer was wet. ", ""),
        ("Delete the selected words", "was wet", " was wet", ""),
        ("Remove this row", "| p | 1 |", "| p | 1 |\n", ""),
        ("Quita este elemento", "- Sites", "- Sites\n", ""),
        ("Supprime ce tableau", TABLE.rstrip(), f"{TABLE}\n", ""),
        ("Lösche diesen Absatz", "Shade matters.", "Shade matters.\n\n", ""),
        ("Delete these", "Shade matters.\n\n## Methods\n\n- Sites\n- Sensors", "", ""),
        ("Replace this with “They drink.”", "They need water.", "They need water.", "They drink."),
        ("Delete this because Limits says it", "They need water.", " They need water.", ""),
    ],
)
def test_the_attached_passage_is_the_object(ports, world, message: str, passage: str, old: str, new: str) -> None:
    answer = say(ports, world, message, passage)
    if not old:  # parts of two sections
        assert answer["pending_content_id"] is None and text_of(ports, world) == PAPER
        return
    assert answer["intent"] == "edit" and answer["document_content"] == ""
    assert approved(ports, world) == PAPER.replace(old, new)


@pytest.mark.parametrize(
    ("message", "passage", "expected"),
    [
        (
            "Move this sentence to the end of Limits",
            "They need water.",
            PAPER.replace(" They need water.", "").replace("small.", "small. They need water."),
        ),
        (
            "Verschiebe diesen Absatz ans Ende von Limits",
            "Shade matters.",
            PAPER.replace("Shade matters.\n\n", "") + "\nShade matters.\n",
        ),
        ("Move this item to the top of the list", "Sensors", PAPER.replace("- Sites\n- Sensors", "- Sensors\n- Sites")),
        (
            "Mueve esta tabla al final de Intro",
            TABLE.rstrip(),
            PAPER.replace(f"{TABLE}\n", "").replace("Shade matters.\n", f"Shade matters.\n\n{TABLE}"),
        ),
    ],
)
def test_the_attached_passage_is_moved(ports, world, message: str, passage: str, expected: str) -> None:
    say(ports, world, message, passage)
    assert approved(ports, world) == expected


@pytest.mark.parametrize(
    ("message", "passage"),
    [
        ("Delete this sentence and the one after it", "Trees cool streets."),
        ("Delete this once the reviewers agree", "They need water."),
    ],
)
def test_an_unclear_order_about_the_passage_prepares_nothing(ports, world, message: str, passage: str) -> None:
    assert say(ports, world, message, passage)["pending_content_id"] is None


def test_a_second_order_is_carried_out_with_that_about_the_passage(ports, world) -> None:
    say(ports, world, "Delete this sentence and rename Limits to “Caveats”.", "They need water.")
    assert approved(ports, world) == PAPER.replace(" They need water.", "").replace("Limits", "Caveats")


def test_an_order_about_another_part_ignores_the_passage(ports, world) -> None:
    say(ports, world, "Delete the table", "They need water.")
    assert approved(ports, world) == PAPER.replace(f"{TABLE}\n", "")


def test_the_writer_without_a_model_gets_no_attached_text() -> None:
    excerpts = Excerpt("a", "highlight"), Excerpt("b", "passage")
    assert without_passage(Evidence("write", "delete this", excerpts)).excerpts == excerpts[1:]
