"""Stage 1: what a model may say beside the answer without harm."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.errors import Conflict
from backend.kernel.exchange import ChatReply
from backend.services import approval, drafting
from backend.services.approval import Decide
from backend.services.drafting import SendMessage
from tests.fakes import ScriptedModel


@pytest.mark.parametrize(
    ("offered", "admitted"),
    [
        ({"type_name": "lemma", "description": "A lemma.", "metadata_schema": {}}, ["lemma"]),
        ({"name": "lemma", "description": "A lemma.", "examples": ["x"], "is_system": True}, ["lemma"]),
        ({"type_name": "lemma", "description": None}, []),
        ({"type_name": "lemma", "description": {"en": "A lemma."}}, []),
        ({"type_name": None, "description": "A lemma."}, []),
        ({"type_name": ["lemma"], "description": "A lemma.", "metadata_schema": "none"}, []),
    ],
)
def test_new_types_of_every_form(world, offered, admitted):
    answer = json.dumps({"message": "Here.", "document_content": "Text.", "sources": [], "new_types": [offered]})
    ports = replace(world.ports, writer=ScriptedModel(answer))
    given = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a lemma."))
    assert given["new_types"] == admitted and given["status"] == "pending_approval"
    assert len(given["warnings"]) == 1 - len(admitted)


class Ending(ScriptedModel):
    """A model that says why its answer ended."""

    def __init__(self, answer: str, reason: str | None) -> None:
        super().__init__(answer)
        self.reason = reason

    def complete(self, request, emit, listen=None) -> ChatReply:
        return replace(super().complete(request, emit, listen), finish_reason=self.reason)


WHOLE = json.dumps({"message": "Here.", "document_content": "Tides flood the flats.", "sources": [], "new_types": []})
TORN = WHOLE[: WHOLE.index(" the flats")]


@pytest.mark.parametrize(
    ("answer", "reason", "truncated"),
    [
        (WHOLE, "stop", False),
        (WHOLE, None, False),
        (WHOLE, "length", True),  # the provider says so, and the text alone does not show it
        (TORN, "stop", True),  # the text shows it, and the provider does not say so
        (TORN, None, True),
        (TORN, "length", True),
    ],
)
def test_an_answer_was_cut_off_if_either_the_provider_or_its_text_says_so(world, answer, reason, truncated):
    ports = replace(world.ports, writer=Ending(answer, reason))
    made = drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))
    assert made["meta"]["truncated"] is truncated
    assert any("cut off" in words for words in made["warnings"]) is truncated
    decision = Decide(world.session_id, made["pending_content_id"])
    if truncated:
        with pytest.raises(Conflict, match="cut off"):
            approval.approve(ports, world.user_id, decision)
        decision = replace(decision, accept_truncated=True)
    assert approval.approve(ports, world.user_id, decision)["status"] == "approved"
