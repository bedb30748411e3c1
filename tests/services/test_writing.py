"""Stage 1: what a model may say beside the answer without harm."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from backend.services import drafting
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
