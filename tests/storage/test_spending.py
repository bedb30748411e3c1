"""What a user has spent in a month, whatever became of the session."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from backend.kernel.exchange import ChatReply, Usage
from backend.storage import model_calls, sessions, spending
from backend.storage.db import transaction
from tests.storage.conftest import NOW, World


def test_calls_add_up_by_month_and_stay_when_the_session_goes(world: World) -> None:
    with transaction():
        for cost in (0.5, 0.25, None):
            reply = ChatReply("", "p", "m", Usage(cost=cost))
            model_calls.record_call(world.session.id, None, "stage1", reply, NOW)
        spending.charge(world.user.id, 0.25, NOW)
        spending.charge(world.user.id, None, NOW)
        spending.charge(world.user.id, 3, datetime(2026, 4, 1, tzinfo=UTC))
        sessions.delete(world.session.id)
        assert spending.spent(world.user.id, NOW) == pytest.approx(1.0)
        assert spending.spent(world.user.id, datetime(2026, 4, 30, tzinfo=UTC)) == 3
        assert spending.spent(world.user.id, datetime(2026, 5, 1, tzinfo=UTC)) == 0
