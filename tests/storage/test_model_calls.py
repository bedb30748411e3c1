from __future__ import annotations

from backend.kernel.exchange import ChatReply, Usage
from backend.storage import messages
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
