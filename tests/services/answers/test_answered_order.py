"""The answer to a writer's question completes the order that the question was about."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage import drafts
from backend.storage.db import reading
from tests.fakes import ScriptedModel

PAPER = """# Tides

## Gauges

We read two gauges in spring, as an example of tides that flood the flats.

## Main result

The moon raises the sea.

## Outlook

Harbors are next.
"""
EXAMPLE = "Spring tides flood the flats, as two gauges show."


def sent(world, text: str, content: str = "", message: str = "Here.") -> dict:
    answer = {"message": message, "document_content": content, "sources": [], "new_types": []}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


def approved(world) -> dict:
    return approval.approve(replace(world.ports, placer=None), world.user_id, ApprovalCommand(world.session_id))


@pytest.fixture
def session(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    return world


@pytest.mark.parametrize("answer", ["Yes.", "The one on spring tides, please.", "Yes, write it with the gauges."])
def test_the_order_that_is_answered_says_where_its_text_goes(session, answer):
    sent(session, "Add an example to the end of the Main result.", message="Do you mean the one on spring tides?")
    sent(session, answer, EXAMPLE)
    made = approved(session)
    assert made["sure"] and f"The moon raises the sea.\n\n{EXAMPLE}\n\n## Outlook" in made["document"]


def test_several_questions_lead_back_to_the_order(session):
    sent(session, "Add an example to the end of the Main result.", message="Which one?")
    sent(session, "The one on tides.", message="Spring tides or neap tides?")
    sent(session, "Spring tides.", EXAMPLE)
    assert f"The moon raises the sea.\n\n{EXAMPLE}" in approved(session)["document"]


def test_an_answer_may_name_the_place(session):
    sent(session, "Add an example of spring tides.", message="In which section?")
    sent(session, "At the end of the Outlook.", EXAMPLE)
    made = approved(session)
    assert made["sure"] and made["document"].endswith(f"Harbors are next.\n\n{EXAMPLE}\n")


@pytest.mark.parametrize(
    ("order", "said", "then"),
    [
        ("Add an example to the end of the Main result.", "Which one?", "Write a sentence on gauges for the Outlook."),
        ("Add an example to the end of the Main result.", "Which one?", "Amend the Outlook: it lacks the gauges."),
        ("What does the Main result lack?", "An example. Shall I write one?", "Yes."),
        ("Add an example to the end of the Main result.", "I cannot do this.", "Spring tides flood the flats."),
    ],
)
def test_other_messages_complete_no_order(session, order, said, then):
    sent(session, order, message=said)
    draft = sent(session, then, EXAMPLE)["pending_content_id"]
    with reading():
        assert len(drafts.get(session.session_id, draft).thread) == 1
