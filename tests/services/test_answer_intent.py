"""An answer's content becomes a new draft, a version of one that waits, or an order about its place."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from tests.fakes import ScriptedModel

PAPER = "# Tides\n\n## Methods\n\nWe read gauges.\n\n## Discussion\n\nIt was the moon.\n"
CONTENT = "The readings were repeated on a second day."


def sent(world, text: str, content: str) -> dict:
    answer = {"message": "Here.", "document_content": content, "sources": [], "new_types": []}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text))


@pytest.mark.parametrize(
    ("remark", "section"),
    [
        ("nice. let's have it in the methods, near the part on gauges", "Methods"),
        ("hmm, shouldn't this go to the discussion?", "Discussion"),
        ("that's for the discussion really", "Discussion"),
    ],
)
def test_content_that_comes_back_unchanged_on_a_remark_with_a_place_gets_that_place(world, remark, section):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    first = sent(world, "Write a sentence on the readings.", CONTENT)
    moved = sent(world, remark, CONTENT)
    assert (moved["intent"], moved["pending_content_id"], moved["document_content"]) == ("move", None, "")
    assert section in moved["response"] and not any("unchanged" in each for each in moved["warnings"])
    sent(world, "Make it sound less dry.", CONTENT.replace("were repeated", "came twice"))
    ports = replace(world.ports, placer=None)
    made = approval.approve(ports, world.user_id, ApprovalCommand(world.session_id))
    assert made["placement"]["section"][-1] == section and first["status"] == "pending_approval"


def test_content_that_comes_back_unchanged_without_a_place_stays(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    sent(world, "Write a sentence on the readings.", CONTENT)
    again = sent(world, "Make it clearer, like the discussion.", CONTENT)
    assert again["intent"] == "talk" and any("came back unchanged" in each for each in again["warnings"])
