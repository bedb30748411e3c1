"""What is asked of runs, and how they leave."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from marshmallow import ValidationError

from backend.api.schemas.run_schemas import CancelIn, EventsQuery, RunQuery, RunWithResult


def test_a_list_of_runs_is_newest_first_fifty_at_a_time():
    assert RunQuery().load({}) == {"limit": 50, "cursor": None, "order": "desc", "session_id": None}
    assert EventsQuery().load({"cursor": "3"}) == {"cursor": 3, "unit": "codepoint"}
    assert EventsQuery().load({"unit": "utf16"}) == {"cursor": None, "unit": "utf16"}


@pytest.mark.parametrize(("only", "good"), [("retrieval", True), (None, True), ("writing", False), ("", False)])
def test_only_the_searching_can_be_stopped_alone(only, good):
    if good:
        assert CancelIn().load({"only": only}) == {"only": only}
    else:
        with pytest.raises(ValidationError):
            CancelIn().load({"only": only})


def test_what_had_been_written_leaves_as_partial():
    now = datetime(2026, 1, 2, tzinfo=UTC)
    run = {"id": "00000000-0000-0000-0000-000000000001", "session_id": None, "kind": "message", "status": "running",
           "started_at": now, "heartbeat_at": now, "ended_at": None, "message_id": None, "attempts": 1, "cancel": None,
           "error": None, "result": None, "text": {"message": "Half"}}  # fmt: skip
    told = RunWithResult().dump(run)
    assert (told["partial"], told["result"], told["started_at"]) == ({"message": "Half"}, None, "2026-01-02T00:00:00Z")
    assert "text" not in told
