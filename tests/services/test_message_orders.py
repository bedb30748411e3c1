"""The orders of a message are carried out without what the message says beside them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage.sessions import OwnedSession
from tests.fakes import ScriptedModel

PAPER = (
    "# Study\n\n## Intro\n\nTrees cool streets. They need water.\n\n## Methods\n\nWe measured 12 sites.\n\n"
    "## Limits\n\nThe summer was wet. The sample was small.\n\n## Outlook\n\nMore sites will follow.\n"
)
LIMITS, OUTLOOK = PAPER[PAPER.index("## Limits") : PAPER.index("## Outlook")], PAPER[PAPER.index("## Outlook") :]
MOVED = PAPER.replace(LIMITS + OUTLOOK, f"{OUTLOOK}\n{LIMITS.rstrip()}\n")


@pytest.fixture
def ports(world):
    """Ports whose model must not be asked."""
    documents.put(world.ports, OwnedSession(world.user_id, world.session_id), "*", PAPER)
    return replace(world.ports, writer=ScriptedModel(), placer=None)


def say(ports, world, text: str):
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


def approved(ports, world) -> str:
    return str(approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))["document"])


@pytest.mark.parametrize(
    "message",
    [
        "Move Outlook before Limits, because Methods is too long already.",
        "Because Methods is too long, move Outlook before Limits.",
        "Move Outlook before Limits. Methods is too long.",
        "Move Outlook before Limits and leave Methods alone",
        "Verschiebe Outlook vor Limits, denn Methods ist lang.",
    ],
)
def test_a_section_that_a_reason_names_is_no_place(ports, world, message: str) -> None:
    say(ports, world, message)
    assert approved(ports, world) == MOVED


def test_own_words_go_where_the_order_says_and_not_where_the_reason_does(ports, world) -> None:
    answer = say(ports, world, "Add “Rain came late.” after the first sentence of Limits because Methods mentions it.")
    assert answer["document_content"] == "Rain came late."
    assert approved(ports, world) == PAPER.replace("wet.", "wet. Rain came late.")


@pytest.mark.parametrize(
    "message",
    [
        "Delete Outlook. Actually no, leave it.", "Rename Outlook to “Future”. Forget it.",
        "Delete Outlook, or maybe wait until Friday.", "Lösche Outlook. Ach nein, lass es.",
        "Add “Rain came late.” to the end of Limits. Never mind.",
    ],
)  # fmt: skip
def test_nothing_is_prepared_if_the_message_takes_its_order_back(ports, world, message: str) -> None:
    answer = say(ports, world, message)
    assert (answer["pending_content_id"], answer["document_content"], answer["intent"]) == (None, "", "talk")
    assert "takes its order back" in answer["response"] or "nimmt ihren Auftrag zurück" in answer["response"]


@pytest.mark.parametrize(
    ("message", "named"),
    [
        ("Delete Outlook and check the spelling", "check the spelling"),
        ("Delete Outlook. The figure belongs into Limits.", "The figure belongs into Limits"),
        (
            "Add “Rain came late.” to the end of Limits and number the list",
            "Rain came late.” to the end of Limits” in a",
        ),
    ],
)
def test_half_of_a_message_is_not_carried_out(ports, world, message: str, named: str) -> None:
    answer = say(ports, world, message)
    assert answer["pending_content_id"] is None and named in answer["response"]
