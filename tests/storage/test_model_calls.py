from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.kernel.exchange import ChatReply, Usage
from backend.storage import messages, model_calls, sessions
from backend.storage.db import reading, transaction
from backend.storage.model_calls import Spent, record_call, total, usage
from tests.storage.conftest import NOW, World


def test_sums_are_null_where_no_call_knew(world: World) -> None:
    with reading():
        nothing = usage(world.session.id)
    assert nothing == {"stage1": Spent(), "stage2": Spent(), "system": Spent()} and total(nothing) == Spent()
    with transaction():
        message = messages.add(world.session.id, "assistant", "x", NOW)
        for stage, prompt, completion, cost in (
            ("stage1", 100, None, 0.25),
            ("stage1", None, None, 0.5),
            ("stage2", 7, 3, None),
        ):
            reply = ChatReply("text", "p", "m", Usage(prompt, completion, cost))
            record_call(world.session.id, message.id, stage, reply, NOW, took_ms=12.5, prompt_version="v1")
        record_call(world.session.id, None, "system", ChatReply("text", "p", "m"), NOW)
    with reading():
        spent = usage(world.session.id)
    assert spent == {
        "stage1": Spent(2, 100, None, 0.75),
        "stage2": Spent(1, 7, 3, None),
        "system": Spent(1, None, None, None),
    }
    assert total(spent) == Spent(4, 107, 3, 0.75)


def test_calls_add_up_by_month_and_stay_when_the_session_goes(world: World) -> None:
    with transaction():
        for cost in (0.5, 0.25, None):
            reply = ChatReply("", "p", "m", Usage(cost=cost))
            model_calls.record_call(world.session.id, None, "stage1", reply, NOW)
        model_calls.charge(world.user.id, 0.25, NOW)
        model_calls.charge(world.user.id, None, NOW)
        model_calls.charge(world.user.id, 3, datetime(2026, 4, 1, tzinfo=UTC))
        sessions.delete(world.session.id)
        assert model_calls.spent(world.user.id, NOW) == pytest.approx(1.0)
        assert model_calls.spent(world.user.id, datetime(2026, 4, 30, tzinfo=UTC)) == 3
        assert model_calls.spent(world.user.id, datetime(2026, 5, 1, tzinfo=UTC)) == 0
