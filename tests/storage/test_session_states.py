"""A session's mark changes with everything that its followers are told."""

from __future__ import annotations

from datetime import timedelta

from backend.storage import drafts, messages, revisions, runs, session_states
from backend.storage.db import new_id, reading, transaction
from backend.storage.drafts import NewDraft
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import NewRun
from tests.storage.conftest import NOW


def test_marks_and_states_follow_what_happens(world):
    user, session = world.user, world.session
    with reading():
        first = session_states.marks([session.id, new_id()])
        empty = session_states.state(session.id)
    assert set(first) == {session.id} and first[session.id].run_id is None
    later = NOW + timedelta(seconds=1)
    with transaction():
        run = runs.begin(NewRun(session.id, user.id, "message"), Lease(this_process(), later, 60))
        message = messages.add(session.id, "assistant", "x", later)
        new = NewDraft(session.id, message.id, "text", requested_at=later, requested_number=1, thread=())
        draft = drafts.hold(new, later)
        revisions.add(session.id, 0, "text", "edited", later)
    with reading():
        mark = session_states.marks([session.id])[session.id]
        state = session_states.state(session.id)
        assert session_states.causes(session.id, 0) == ((1, "edited"),)
        assert session_states.state(new_id()) is None
    assert mark == state.mark != first[session.id] and (mark.run_id, mark.revision) == (run.id, 1)
    assert empty.drafts == empty.runs == {} and state.drafts[draft.id]["status"] == "pending"
    assert state.runs[run.id] == {"kind": "message", "status": "running", "message_id": None}
    assert state.changed["draft", draft.id] == state.changed["run", run.id] == later
