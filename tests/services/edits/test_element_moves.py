"""A table, figure or list that is named by its noun alone is moved where the order says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.fakes import ScriptedModel
from tests.services.ordering import approved, say, text_of, without_model

TABLE, FIGURE, LIST = "| k | v |\n| --- | --- |\n| p | 1 |\n", "![Map](m.png)\n", "- Sites\n- Rain\n"
PAPER = (
    f"# Study\n\n## Intro\n\nTrees cool.\n\nShade matters.\n\n## Methods\n\nWe measured.\n\n{LIST}\n"
    f"## Results\n\nIt was wet.\n\n{TABLE}\n{FIGURE}\n## Outlook\n\nMore follows.\n"
)
TURNED = PAPER.replace(f"{TABLE}\n{FIGURE}", f"{FIGURE}\n{TABLE}")


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    return without_model(world, PAPER)


def without(part: str) -> str:
    return PAPER.replace(f"{part}\n", "")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Move the table to the end of Methods.", without(TABLE).replace(LIST, f"{LIST}\n{TABLE}")),
        ("Move the table to Methods because Results is long", without(TABLE).replace(LIST, f"{LIST}\n{TABLE}")),
        ("Could you put the figure at the end of Outlook?", f"{without(FIGURE)}\n{FIGURE}"),
        ("Move the figure before the table", TURNED),
        ("Verschiebe die Liste an den Anfang von Outlook", without(LIST).replace("More", f"{LIST}\nMore")),
        (
            "Kannst du die Abbildung vor die Tabelle schieben?",
            PAPER.replace(f"{TABLE}\n{FIGURE}", f"{FIGURE}\n{TABLE}"),
        ),
        ("Déplace la figure à la fin de Outlook", f"{without(FIGURE)}\n{FIGURE}"),
        ("Mueve la figura al final de Outlook", f"{without(FIGURE)}\n{FIGURE}"),
        ("Move the figure to Outlook and delete the table", f"{without(FIGURE)}\n{FIGURE}".replace(f"{TABLE}\n", "")),
    ],
)
def test_the_only_element_of_its_kind_is_moved(ports, world, message: str, expected: str) -> None:
    assert say(ports, world, message)["intent"] == "edit"
    assert approved(ports, world) == expected


@pytest.mark.parametrize(
    "message",
    [
        "Move the figure between Methods and Results.", "Move the figure and the list to Outlook",
        "Don't move the table to Methods",
        "Should I move the table to Methods?", "Move a table to Methods", "Move the table to the front of Methods",
        "Verschiebe die Tabelle nach Methods", "Move the figure out of Results",
        "Put the list at the end of Outlook and Methods at the start", "Move the list to where Outlook is now",
        "Move the equation to Methods",
    ],
)  # fmt: skip
def test_nothing_is_prepared_for_an_unclear_move(ports, world, message: str) -> None:
    answer = say(replace(ports, writer=ScriptedModel("Where to?")), world, message)
    assert answer["pending_content_id"] is None and text_of(ports, world) == PAPER


def test_the_end_of_a_section_of_subsections_is_behind_them(world) -> None:
    parts = "# Study\n\n## Results\n\n### Rates\n\nAll fell.\n\n", "### Fits\n\nAll good.\n", "\n## Outlook\n\nMore.\n"
    ports = without_model(world, f"{parts[0]}{TABLE}\n{parts[1]}{parts[2]}")
    assert say(ports, world, "Move the table to the end of the results.")["intent"] == "edit"
    assert approved(ports, world) == f"{parts[0]}{parts[1]}\n{TABLE}{parts[2]}"
