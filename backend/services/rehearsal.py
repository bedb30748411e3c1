"""Execute the statements of a message before the process accepts requests, in a transaction that is rolled back.

A statement is compiled at its first execution, and prepared at its second (`storage/prepared.py`). For the first two
messages of a process this took as much time as three other messages.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import datetime

from backend.errors import Busy
from backend.kernel.events import Numbered
from backend.kernel.exchange import ChatReply, Usage
from backend.kernel.records import Lookup
from backend.kernel.works import Citation
from backend.ports import Ports
from backend.storage import (
    drafts,
    element_types,
    library_works,
    messages,
    model_calls,
    registry_records,
    revisions,
    run_events,
    runs,
    sessions,
    users,
)
from backend.storage.db import new_id, transaction
from backend.storage.drafts import NewDraft, ThreadMessage
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import Ending, NewRun

log = logging.getLogger(__name__)

_TEXT = "The gauge drifted."


class _Undone(Exception):
    """Raised at the end of the rehearsal, so that nothing is stored."""


def rehearse(ports: Ports) -> None:
    """Execute the statements of a message twice, and roll the transaction back. If the database is busy, do nothing."""
    now = ports.clock()
    with suppress(_Undone):
        try:
            with transaction():
                user_id = users.create(f"rehearsal {new_id()}", None, "", now).id
                for _ in range(2):
                    session_id = sessions.create(user_id, None, now).id
                    _message(user_id, session_id, now)
                raise _Undone
        except Busy:
            log.info("The first message may be slower, because the database was too busy to prepare its statements.")


def _message(user_id: str, session_id: str, now: datetime) -> None:
    """Do what a message does with the database, from the check of its token to the end of its run."""
    users.family(new_id())
    sessions.own(user_id, session_id)
    revisions.head(session_id)
    asked = messages.add(session_id, "user", _TEXT, now, mode="write")
    run = runs.begin(
        NewRun(session_id, user_id, "message", {"message_id": asked.id}, asked=True), Lease(this_process(), now, 1)
    )
    run_events.add([(run.id, Numbered(1, "phase", {}))], now)
    drafts.waiting(session_id)
    drafts.last_approved(session_id)
    element_types.list_types(session_id)
    messages.for_prompt(session_id, asked.number)
    runs.owned(this_process())
    registry_records.get([Lookup(service, "") for service in ("crossref", "openalex", "europepmc")], now, stale=True)
    library_works.retracted(user_id)
    messages.that_cite(session_id, "retracted")
    answer = messages.add(
        session_id,
        "assistant",
        _TEXT,
        now,
        mode="write",
        document_content=_TEXT,
        citations=[Citation("", "", None, None, "unchecked")],
    )
    model_calls.record_call(session_id, answer.id, "stage1", ChatReply(_TEXT, "", "", Usage(cost=0.01)), now)
    drafts.hold(NewDraft(session_id, answer.id, _TEXT, now, 1, (ThreadMessage("request", asked.id),)), now)
    runs.end(run.id, Ending("succeeded", answer.id, result={}), now, owner=run.owner)
