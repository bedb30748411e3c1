"""Of several open drafts the one is meant whose words the message has; without such words the answer asks."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.services import documents, drafting
from backend.services.drafting import SendMessage
from backend.services.edits.meant_draft import beginning
from backend.storage import drafts
from backend.storage.db import reading
from backend.storage.sessions import OwnedSession
from tests.fakes import ScriptedModel

PAPER = "# Methods\n\nWe measured.\n\n# Results\n\nIt was warm.\n\nIt was dry.\n"
COST = "The cost of a gauge was twelve euros."
DRIFT = "The drift of a gauge was small in winter."


@pytest.fixture
def ports(world):
    documents.put(world.ports, OwnedSession(world.user_id, world.session_id), "*", PAPER)
    move = json.dumps({"message": "I move it.", "document_content": "", "intent": "move"})  # for a doubtful order
    ports = replace(world.ports, writer=ScriptedModel(move), placer=None)
    for text in (COST, DRIFT):
        say(ports, world, f"Insert at the end of Methods: “{text}”")
    return ports


def say(ports, world, text: str):
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


def moved(world) -> list[str]:
    """Return the texts of the drafts that a message has moved."""
    with reading():
        return [each.content for each in drafts.waiting(world.session_id) if each.place]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("The cost one should go before the last paragraph of Results.", COST),
        ("Put the one on cost before the last paragraph of Results.", COST),
        ("Move the drift paragraph to the end of Results.", DRIFT),
        ("The first one should go to the end of Results.", COST),
        ("Put it at the end of Results.", DRIFT),
    ],
)
def test_the_draft_that_the_words_mean_is_moved(ports, world, message: str, text: str) -> None:
    answer = say(ports, world, message)
    assert moved(world) == [text] and text[:20] in answer["response"]


def test_words_of_several_drafts_are_asked_about(ports, world) -> None:
    answer = say(ports, world, "Move the draft on cost and drift to the end of Results.")
    assert moved(world) == [] and "Several drafts wait for approval" in answer["response"]


def test_a_draft_is_named_by_its_first_words(ports, world) -> None:
    with reading():
        names = [beginning(each) for each in drafts.waiting(world.session_id)]
    assert names == ["The drift of a gauge was small in …", "The cost of a gauge was twelve euros."]


def test_an_order_about_other_text_moves_no_draft(ports, world) -> None:
    keyless = replace(ports, writer=ports.research.keyless)
    for message in (
        "In Results, after the first paragraph, put the caption in bold.",
        "In Results put dry before warm.",
    ):
        answer = say(keyless, world, message)
        assert (answer["status"], moved(world)) == (None, [])
