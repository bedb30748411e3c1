"""After an approval, "it" and "that paragraph" mean the text that was approved, in both stages."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.drafting.highlights import AttachedSection
from backend.services import approval, documents, drafting
from backend.services.approval import ApprovalCommand
from backend.services.drafting import SendMessage
from tests.fakes import ScriptedModel

PAPER = "# Tides\n\n## Methods\n\nWe read gauges.\n\n## Discussion\n\nIt was the moon, as the gauges show.\n"
TEXT = "Gauges drift with time, so that each of them was set anew in spring."
COST = "Each gauge costs a little."


@pytest.fixture
def session(world):
    documents.put(world.ports, world.owned, '"0"', PAPER)
    return world


def sent(world, text: str, content: str = "", attached: str = "", **more) -> dict:
    answer = {"message": "Here.", "document_content": content, "sources": [], "new_types": [], **more}
    ports = replace(world.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    highlights = (AttachedSection("highlight", attached),) if attached else ()
    return drafting.send(ports, world.user_id, SendMessage(world.session_id, text, attached_sections=highlights))


def approved(world, draft: str | None = None) -> str:
    command = ApprovalCommand(world.session_id, draft)
    return approval.approve(replace(world.ports, placer=None), world.user_id, command)["document"]


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ("Add a sentence on cost after that paragraph.", f"{TEXT}\n\n{COST}"),
        ("follow it with a sentence on cost", f"{TEXT}\n\n{COST}"),
        ("a sentence on cost, right before the one you just added", f"{COST}\n\n{TEXT}"),
    ],
)
def test_content_is_placed_beside_what_was_approved(session, order, where):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    sent(session, order, COST)
    assert where in approved(session)


def test_what_was_approved_is_deleted_and_revised(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    sent(session, "Make that paragraph shorter.", "Gauges drift with time.")
    assert "We read gauges.\n\nGauges drift with time.\n\n## Discussion" in approved(session)
    sent(session, "Now delete it again.")
    assert approved(session) == PAPER


def test_the_draft_before_the_request_is_meant_however_late_both_are_approved(session):
    first = sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    second = sent(session, "Add a sentence on cost after that paragraph.", COST, intent="new")
    third = sent(session, "Write a sentence for the end of the discussion.", "The sun helps.", intent="new")
    for each in (first, third, second):
        text = approved(session, each["pending_content_id"])
    assert f"{TEXT}\n\n{COST}\n\n## Discussion" in text


def test_an_undone_change_is_not_what_was_approved(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    answer = sent(session, "Undo that.")
    assert answer["intent"] == "edit" and approved(session) == PAPER


def test_another_version_of_what_was_approved_is_not_added_beside_it(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    sent(session, "hmm, the second half is too long-winded", "Gauges drift with time, so each was set anew.")
    shown = approval.preview(replace(session.ports, placer=None), session.user_id, ApprovalCommand(session.session_id))
    assert shown["sure"] and shown["placement"]["operation"] == "replace"
    assert shown["placement"]["anchor"]["excerpt"].startswith("Gauges drift")


def test_a_given_sentence_goes_into_the_approved_paragraph(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    answer = sent(session, f"Add “{COST}” to the end of that paragraph")
    assert answer["document_content"] == COST and f"{TEXT} {COST}\n" in approved(session)


@pytest.mark.parametrize("message", ["delete what you added to Methods", "Remove the sentence you added in Methods."])
def test_the_section_says_which_addition_is_meant(session, message: str) -> None:
    sent(session, f"Insert at the end of Methods: “{COST}”")
    approved(session)
    sent(session, f"Insert at the end of Discussion: “{TEXT}”")
    both = approved(session)
    sent(session, message)
    assert approved(session) == both.replace(f"\n{COST}\n", "")


def test_nothing_is_deleted_where_nothing_was_added(session) -> None:
    sent(session, f"Insert at the end of Discussion: “{TEXT}”")
    approved(session)
    assert sent(session, "delete what you added to Methods")["pending_content_id"] is None


def test_an_attached_passage_of_the_document_is_meant_by_after_this(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    sent(session, "Add a sentence on cost after this.", COST, attached="It was the moon, as the gauges show.")
    assert f"It was the moon, as the gauges show.\n\n{COST}" in approved(session)


@pytest.mark.parametrize("kind", ["highlight", "section"])
@pytest.mark.parametrize(
    "order", ["Rewrite this sentence.", "Make that sentence shorter.", "Formuliere diesen Satz um."]
)
def test_this_sentence_is_the_attached_one_and_not_the_text_approved_last(session, order, kind):
    sent(session, "Write a paragraph on drift for the end of Discussion.", TEXT)
    before = approved(session)
    answer = {"message": "Here.", "document_content": "Gauges were read.", "sources": [], "new_types": []}
    ports = replace(session.ports, writer=ScriptedModel(json.dumps(answer)), placer=None)
    attached = (AttachedSection(kind, "We read gauges."),)
    drafting.send(ports, session.user_id, SendMessage(session.session_id, order, attached_sections=attached))
    assert approved(session) == before.replace("We read gauges.", "Gauges were read.")
    assert f"“{TEXT}”" not in ports.writer.requests[0].turns[-1].content


def test_an_answer_to_a_question_is_not_about_what_was_approved(session):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    ports = replace(session.ports, writer=ScriptedModel(json.dumps({"message": "Do you mean the one on the moon?"})))
    drafting.send(ports, session.user_id, SendMessage(session.session_id, "Replace the last paragraph."))
    answer = sent(session, "Yes, replace that one, please.", "It was the sun.", intent="new")
    assert answer["document_content"] == "It was the sun."


@pytest.mark.parametrize("order", ["Replace that one, please.", "Replace that paragraph.", "Rewrite it."])
def test_what_was_approved_is_not_new_text(session, order):
    sent(session, "Write a paragraph on drift for the end of Methods.", TEXT)
    approved(session)
    assert sent(session, order, COST, intent="new")["document_content"] == COST


def test_a_possessive_means_the_part_of_the_message_before_it(session) -> None:
    sent(session, "Translate Methods into French.")
    sent(session, "Then add “It rained.” at its end.")
    assert "We read gauges.\n\nIt rained.\n\n## Discussion" in approved(session)
