"""What a message, a placement and a decision may hold, and what they mean where they are silent."""

from __future__ import annotations

import pytest
from marshmallow import ValidationError

from backend.api.schemas.chat_schemas import MAX_SECTIONS, ApproveIn, DraftOut, MessageIn, PlacementIn, RewriteIn
from backend.placement.plan import Placement

SAID = {"session_id": "s", "message": "Write."}


def refused(schema, body):
    with pytest.raises(ValidationError) as raised:
        schema.load(body)
    return raised.value.messages


def test_a_message_needs_a_session_and_words_and_means_the_rest():
    found = MessageIn().load(SAID)
    assert (found["mode"], found["draft"]) == ("write", None)
    assert not {"fast", "focus", "library"} & set(found), "what is not said is not there"
    assert (found["attached_sections"], found["persona_id"], found["models"]) == ([], None, {})
    assert set(refused(MessageIn(), {})) == {"session_id", "message"}
    assert set(refused(MessageIn(), SAID | {"message": " \n", "mode": "talk", "focus": "x", "more": 1})) == {
        "message", "mode", "focus", "more",
    }  # fmt: skip


def test_as_many_sections_as_there_may_be_and_none_of_them_empty():
    section = {"content": "c"}
    found = MessageIn().load(SAID | {"attached_sections": [section] * MAX_SECTIONS})
    assert found["attached_sections"][0] == {
        "type": "section", "content": "c", "title": None, "note": None, "source": None,
    }  # fmt: skip
    assert refused(MessageIn(), SAID | {"attached_sections": [section] * (MAX_SECTIONS + 1)})
    assert refused(MessageIn(), SAID | {"attached_sections": [{"content": ""}]})


def test_a_placement_of_the_callers_own_is_theirs_and_sure():
    found = PlacementIn().load({"operation": "append_to_document"})
    assert isinstance(found, Placement)
    assert (found.decided_by, found.confidence, found.section, found.anchor) == ("user", 1.0, None, None)


@pytest.mark.parametrize(
    ("placement", "field"),
    [
        ({"operation": "burn"}, "operation"),
        ({}, "operation"),
        ({"operation": "append_to_document", "confidence": 1.1}, "confidence"),
        ({"operation": "append_to_document", "decided_by": "chance"}, "decided_by"),
        ({"operation": "insert_after", "anchor": {"block": -1}}, "anchor"),
        ({"operation": "insert_after"}, "anchor"),
    ],
)
def test_a_placement_that_cannot_be_names_its_field(placement, field):
    assert field in refused(PlacementIn(), placement)
    assert field in refused(ApproveIn(), {"session_id": "s", "placement": placement})["placement"]


def test_deciding_needs_a_session_alone():
    assert ApproveIn().load({"session_id": "s"}) == {
        "session_id": "s", "pending_content_id": None, "document_content": None, "placement": None,
        "base_revision": None, "accept_truncated": False, "accept_sources": False, "unit": "codepoint",
        "hunks": None,
    }  # fmt: skip
    assert RewriteIn().load({"session_id": "s"})["instruction"] is None
    assert refused(ApproveIn(), {"session_id": "s", "document_content": " \n"})
    assert refused(ApproveIn(), {"session_id": "s", "accept_truncated": "yes"})


def test_a_draft_leaves_by_the_names_of_the_contract():
    draft = {"id": "00000000-0000-0000-0000-000000000001", "content": "c", "kind": "content"}
    told = DraftOut().dump({"draft": draft, "title": "T"})
    assert {"pending_content_id": draft["id"], "document_content": "c", "kind": "content"}.items() <= told.items()
