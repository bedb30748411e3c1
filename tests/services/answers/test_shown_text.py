"""A replacement of text that the writer was not shown asks back; one of text that it was shown does not."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.placement import plan
from backend.services import approval, documents, drafting, sessions
from backend.services.answers import shown_text
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.storage.paging import PageRequest
from tests.fakes import ScriptedModel

LONG = " ".join(f"Core {number} came from the {number}th peat bog that we sampled in spring." for number in range(60))
PAPER = f"# Peat\n\n## Methods\n\nWe took cores.\n\n## Sites\n\n{LONG}\n\n## Results\n\nCarbon was lost.\n"
SHORTER = "We sampled sixty bogs in spring."


def answered(content: str) -> str:
    return json.dumps({"message": "Here.", "document_content": content, "sources": [], "new_types": []})


@pytest.fixture
def narrow(world):
    """The world's ports with room for some hundred words of the document in a prompt, and rules that place."""
    documents.put(world.ports, world.owned, '"0"', PAPER)
    budgets = replace(world.ports.budgets, document_tokens=300)
    return replace(
        world.ports, writer=ScriptedModel(answered(SHORTER), answered(SHORTER)), placer=None, budgets=budgets
    )


def test_what_was_not_shown_whole_is_not_replaced_unasked(narrow, world):
    given = drafting.send(narrow, world.user_id, SendMessage(world.session_id, "Rewrite the section Sites, shorter."))
    assert any("Sites" in each for each in given["warnings"])
    looked = approval.preview(narrow, world.user_id, ApprovalCommand(world.session_id))
    assert not looked["sure"] and looked["warnings"][0] == shown_text.UNSEEN
    with pytest.raises(Conflict, match="written from only a part") as caught:
        approval.approve(narrow, world.user_id, ApprovalCommand(world.session_id))
    assert documents.current(narrow, world.session_id).content == PAPER
    (first, *_) = caught.value.extra["candidates"]
    chosen = ApprovalCommand(world.session_id, placement=plan.from_json(first))
    approval.approve(narrow, world.user_id, chosen)
    assert documents.current(narrow, world.session_id).content == PAPER.replace(LONG, SHORTER)


def test_what_was_shown_whole_is_replaced_even_if_the_document_has_changed_elsewhere(narrow, world):
    drafting.send(narrow, world.user_id, SendMessage(world.session_id, "Rewrite the section Methods."))
    changed = PAPER.replace("Carbon was lost.", "Much carbon was lost.")
    documents.put(narrow, world.owned, '"1"', changed)
    approval.approve(narrow, world.user_id, ApprovalCommand(world.session_id))
    assert documents.current(narrow, world.session_id).content == changed.replace("We took cores.", SHORTER)


def test_a_target_that_has_changed_since_it_was_shown_was_not_seen(narrow, world):
    drafting.send(narrow, world.user_id, SendMessage(world.session_id, "Rewrite the section Methods."))
    changed = PAPER.replace("We took cores.", "We took cores by hand.")
    documents.put(narrow, world.owned, '"1"', changed)
    with pytest.raises(Conflict, match="changed after you asked for the draft"):
        approval.approve(narrow, world.user_id, ApprovalCommand(world.session_id))


def test_a_later_version_knows_what_the_first_was_shown_and_nobody_is_shown_the_record(narrow, world):
    first = drafting.send(narrow, world.user_id, SendMessage(world.session_id, "Rewrite the section Methods."))
    again = SendMessage(world.session_id, "Say sixty-one.", draft=first["pending_content_id"])
    narrow.writer.answers[0] = answered(SHORTER.replace("sixty", "sixty-one"))
    assert drafting.send(narrow, world.user_id, again)["revises"] == first["pending_content_id"]
    assert approval.preview(narrow, world.user_id, ApprovalCommand(world.session_id))["sure"]
    told = sessions.conversation(narrow, world.user_id, world.session_id, PageRequest(20, None, "asc")).items
    assert all(shown_text.KEY not in each["meta"] for each in told)


def test_the_users_own_words_ask_nothing(narrow, world):
    text = "Replace the paragraph of the section Sites with the following: “We sampled sixty bogs.”"
    drafting.send(narrow, world.user_id, SendMessage(world.session_id, text))
    looked = approval.preview(narrow, world.user_id, ApprovalCommand(world.session_id))
    assert shown_text.UNSEEN not in looked["warnings"]
