"""Read the state of sessions for clients that follow them. Normally only a few values are read, which are quick to
compare; after a change, the full state is read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute

#: Number of newest runs and messages that are compared; older ones do not change any more.
NEWEST = 50


@dataclass(frozen=True, slots=True)
class Mark:
    """A few values of a session. Any change of the session changes at least one of them, so two equal marks mean that
    the session is unchanged.
    """

    revision: int
    updated_at: datetime
    run_id: str | None


@dataclass(frozen=True, slots=True)
class SessionState:
    """The state of a session as clients see it: its drafts, newest runs and citations by id (of the draft, run or
    message), and its references by citation key. `mark` has the values that change with every change of the session.

    `changed` maps pairs of kind and id or key, such as ("draft", id), to the time of the last change.
    """

    mark: Mark
    drafts: dict[str, dict[str, Any]]
    runs: dict[str, dict[str, Any]]
    citations: dict[str, Any]
    references: dict[str, Any]
    changed: Mapping[tuple[str, str], datetime]


_s, _d, _r, _m, _f = t.sessions.c, t.drafts.c, t.runs.c, t.messages.c, t.references.c
_MARKS = (
    sa.select(_s.id, _s.revision, _s.updated_at, _r.id)
    .select_from(t.sessions)
    .outerjoin(t.runs, (_r.session_id == _s.id) & t.IS_RUNNING)
    .where(_s.id.in_(sa.bindparam("ids", expanding=True)))
)
_THIS: sa.BindParameter[str] = sa.bindparam("session_id")
_DRAFTS = (
    sa.select(_d.id, _d.status, _d.kind, _d.revises, _d.message_id, _d.place, _d.created_at, _d.decided_at)
    .where(_d.session_id == _THIS)
    .order_by(_d.created_at.desc(), _d.id.desc())
)
_RUNS = (
    sa.select(_r.id, _r.kind, _r.status, _r.message_id, _r.started_at, _r.ended_at)
    .where(_r.session_id == _THIS)
    .order_by(_r.started_at.desc(), _r.id.desc())
    .limit(NEWEST)
)
_CITATIONS = (
    sa.select(_m.id, _m.citations, _m.created_at)
    .where(_m.session_id == _THIS, _m.citations.is_not(None))
    .order_by(_m.number.desc())
    .limit(NEWEST)
)
_REFERENCES = sa.select(_f.key, _f.csl, _f.status, _f.notices, _f.created_at, _f.checked_at).where(
    _f.session_id == _THIS
)


def marks(session_ids: Collection[str]) -> dict[str, Mark]:
    """Return the mark of each session (a few values that change when the session changes), by session id. Deleted
    sessions are left out.
    """
    rows = execute(_MARKS, {"ids": list(session_ids)}).all() if session_ids else ()
    return {row[0]: Mark(*row[1:]) for row in rows}


def state(session_id: str) -> SessionState | None:
    """Return the session's state; None if the session has been deleted."""
    mark = marks([session_id]).get(session_id)
    if mark is None:
        return None
    given = {"session_id": session_id}
    drafts, runs = execute(_DRAFTS, given).all(), execute(_RUNS, given).all()
    citations, references = execute(_CITATIONS, given).all(), execute(_REFERENCES, given).all()
    return SessionState(
        mark,
        {row.id: _fields(row, "status", "kind", "revises", "message_id", "place") for row in drafts},
        {row.id: _fields(row, "kind", "status", "message_id") for row in runs},
        {row.id: row.citations for row in citations},
        {row.key: [row.csl, row.status, row.notices] for row in references},
        {
            **{("draft", row.id): row.decided_at or row.created_at for row in drafts},
            **{("run", row.id): row.ended_at or row.started_at for row in runs},
            **{("citations", row.id): row.created_at for row in citations},
            **{("reference", row.key): row.checked_at or row.created_at for row in references},
        },
    )


def causes(session_id: str, above: int) -> tuple[tuple[int, str], ...]:
    """Return the number and cause of each revision after `above`, ascending."""
    c = t.revisions.c
    query = sa.select(c.number, c.cause).where(c.session_id == session_id, c.number > above).order_by(c.number)
    return tuple((row.number, row.cause) for row in execute(query))


def _fields(row: Any, *names: str) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
