"""A user's limit for models: told before it is reached, refused after, and no word is lost."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from backend.errors import OverLimit
from backend.kernel.events import silent
from backend.kernel.exchange import Usage
from backend.ports import Policy
from backend.services import drafting, research, spending
from backend.services.drafting import SendMessage
from backend.services.research import Research
from backend.storage import messages
from backend.storage.db import reading
from tests.fakes import ScriptedModel

ANSWER = json.dumps({"message": "Here.", "document_content": "", "sources": [], "new_types": []})


class Costly(ScriptedModel):
    """A model that tells what it costs."""

    def complete(self, request, emit, listen=None):
        return replace(super().complete(request, emit, listen), usage=Usage(1, 1, 0.45))


def test_the_third_message_is_warned_of_and_the_fourth_refused(world):
    model = Costly(ANSWER, ANSWER, ANSWER, ANSWER)
    ports = replace(world.ports, writer=model, policy=Policy(spend_limit=1.0))
    told = [
        drafting.send(ports, world.user_id, SendMessage(world.session_id, f"What is {n}?"))["warnings"]
        for n in range(3)
    ]
    assert [any("of this month's $1.00" in each for each in warnings) for warnings in told] == [False, False, True]
    with pytest.raises(OverLimit, match="used up") as refused:
        drafting.send(ports, world.user_id, SendMessage(world.session_id, "And what is 4?"))
    assert refused.value.status == 429 and refused.value.retry_after > 0 and refused.value.extra["limit"] == 1.0
    assert len(model.requests) == 3, "no model was asked"
    with reading():
        assert messages.history(world.session_id)[-1].content == "And what is 4?"
    with pytest.raises(OverLimit):
        research.research(ports, world.user_id, Research("What is it?"), silent)


def test_the_answer_to_a_question_is_warned_of_too(world):
    ports = replace(world.ports, policy=Policy(spend_limit=1.0))
    spending.charge(ports, world.user_id, Usage(cost=0.85))
    told = research.research(ports, world.user_id, Research("What is it?"), silent)["warnings"]
    assert told[-1] == "Before this answer, you had used $0.85 of this month's $1.00 for models."


def test_without_a_limit_nothing_is_refused_and_a_free_writer_never_is(world):
    spending.charge(world.ports, world.user_id, Usage(cost=99.0))
    assert spending.admit(world.ports, world.user_id) == ()
    limited = replace(world.ports, policy=Policy(spend_limit=1.0))
    assert spending.admit(limited, world.user_id, free=True) == ()


def test_the_limit_begins_anew_with_the_month(world):
    december = datetime(2026, 12, 31, 23, 59, 50, tzinfo=UTC)
    ports = replace(world.ports, policy=Policy(spend_limit=1.0), clock=lambda: december)
    spending.charge(ports, world.user_id, Usage(cost=2.0))
    with pytest.raises(OverLimit) as refused:
        spending.admit(ports, world.user_id)
    assert refused.value.retry_after == 10
    assert spending.admit(replace(ports, clock=lambda: datetime(2027, 1, 1, tzinfo=UTC)), world.user_id) == ()
