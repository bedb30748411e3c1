"""A replacement removes the text that its order meant when it was given, however the document has changed since."""

from __future__ import annotations

from dataclasses import replace

import pytest

from backend.document.blocks import read
from backend.errors import Conflict
from backend.placement import plan
from backend.placement.place import carry_out
from backend.placement.rules import decide
from backend.services import approval, documents, drafting, proposing
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from backend.services.places import replacement_targets
from backend.services.placing import Choice
from backend.services.proposing import Propose
from backend.storage import drafts
from backend.storage.db import reading

PAPER = "# Bogs\n\nThe first.\n\nThe second.\n\nThe third.\n\n# Methods\n\nWe walked.\n\nWe measured.\n"
ORDER = "Replace the second paragraph of Bogs with: “New words.”"


@pytest.fixture
def asked(world):
    """A session whose paper has a second paragraph that a waiting draft replaces."""
    documents.put(world.ports, world.owned, '"0"', PAPER)
    drafting.send(world.ports, world.user_id, SendMessage(world.session_id, ORDER))
    return world


def change(world, text, revision=1):
    documents.put(world.ports, world.owned, f'"{revision}"', text)


def approved(world, **more):
    return approval.approve(world.ports, world.user_id, ApprovalCommand(world.session_id, **more))["document"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The first.", "Another.\n\nThe first."),
        ("The first.\n\n", ""),
        ("# Bogs", "# Preface\n\nDear reader.\n\nGood day.\n\n# Bogs"),
        ("The third.", "The third one."),
    ],
)
def test_the_paragraph_that_was_second_then_is_replaced_now(asked, old, new):
    changed = PAPER.replace(old, new)
    change(asked, changed)
    assert approved(asked) == changed.replace("The second.", "New words.")


def test_a_preview_shows_the_same_place_and_offers_the_other(asked):
    changed = PAPER.replace("The first.", "Another.\n\nThe first.")
    change(asked, changed)
    looked = approval.preview(asked.ports, asked.user_id, ApprovalCommand(asked.session_id))
    assert looked["sure"] and "-The second." in looked["diff"]
    assert approved(asked, base_revision=2) == changed.replace("The second.", "New words.")


def test_a_paragraph_that_is_gone_is_asked_about_and_nothing_is_removed(asked):
    changed = PAPER.replace("The second.\n\n", "")
    change(asked, changed)
    looked = approval.preview(asked.ports, asked.user_id, ApprovalCommand(asked.session_id))
    assert not looked["sure"] and looked["warnings"][0] == replacement_targets.CHANGED
    with pytest.raises(Conflict, match="has changed since") as caught:
        approved(asked)
    assert documents.current(asked.ports, asked.session_id).content == changed
    chosen = plan.from_json(caught.value.extra["candidates"][0])
    assert approved(asked, placement=chosen) == changed.replace("The third.", "New words.")


def test_two_drafts_for_one_paragraph_do_not_replace_each_other(asked):
    other = ORDER.replace("New words.", "Other words.")
    second = drafting.send(asked.ports, asked.user_id, SendMessage(asked.session_id, other, draft="new"))
    first = approval.pending(asked.ports, asked.user_id, asked.session_id)["open"][-1].get("draft")
    approval.approve(asked.ports, asked.user_id, ApprovalCommand(asked.session_id, first.id))
    with pytest.raises(Conflict, match="has changed since"):
        approved(asked, pending_content_id=second["pending_content_id"])
    assert "New words." in documents.current(asked.ports, asked.session_id).content


def test_a_proposal_keeps_to_the_paragraph_that_it_was_made_for(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    order = "Replace the second paragraph of Bogs with this."
    proposing.propose(world.ports, world.user_id, Propose(world.session_id, "New words.", message=order))
    changed = PAPER.replace("The first.", "Another.\n\nThe first.")
    change(world, changed)
    assert approved(world) == changed.replace("The second.", "New words.")


def test_a_doubtful_replacement_of_a_text_that_is_gone_is_not_added_elsewhere(world):
    long = (
        "The second paragraph says at great length that bogs are wet, that peat grows, and that nobody should drain it."
    )
    paper = PAPER.replace("The second.", long)
    documents.put(world.ports, world.owned, '"0"', paper)
    proposing.propose(
        world.ports,
        world.user_id,
        Propose(world.session_id, "Bogs are wet.", message="Fix the second paragraph of Bogs."),
    )
    looked = approval.preview(world.ports, world.user_id, ApprovalCommand(world.session_id))
    assert looked["placement"]["operation"] == "replace" and not looked["sure"]
    change(world, paper.replace(f"{long}\n\n", "").replace("The third.\n\n", ""))
    with pytest.raises(Conflict, match="changed or deleted"):
        approved(world)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ("Shall I keep the citation?", "may be meant for you"),
        ("**Option 1:** Bogs are wet.\n\n**Option 2:** Bogs hold water.", "several versions"),
        ("Bogs are wet, and peat grows.\n\nI kept the first words.", "may be meant for you"),
    ],
)
def test_words_for_the_user_and_several_versions_replace_no_text(world, content, why):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    command = Propose(world.session_id, content, message="Rewrite the second paragraph of Bogs.")
    proposing.propose(world.ports, world.user_id, command)
    with pytest.raises(Conflict, match=why) as conflict:
        approved(world)
    assert conflict.value.extra["candidates"]


def test_a_place_that_is_doubtful_in_any_case_is_not_compared_with_the_text_of_then(asked):
    changed = PAPER.replace("The second.\n\n", "")
    change(asked, changed)
    with reading():
        (draft,) = drafts.waiting(asked.session_id)
    base, document = documents.current(asked.ports, asked.session_id), read(changed)
    placed = carry_out(document, "New words.", decide(document, "New words.", (ORDER,)).placement)
    choice, thread = Choice(placed, (), sure=True), replacement_targets.thread_of(draft, document)
    assert replacement_targets.checked(draft, base, thread, choice)[1] == replacement_targets.CHANGED
    assert replacement_targets.checked(draft, base, thread, replace(choice, sure=False))[1] == ""
