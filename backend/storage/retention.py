"""Delete expired rows, at most `most` in one call. Each function returns True if there may be more expired rows."""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa

from backend.storage import tables as t
from backend.storage.db import execute

_d, _m, _r, _e = t.drafts.c, t.messages.c, t.runs.c, t.events.c


def remove_events(before: datetime, most: int) -> bool:
    """Delete the events of at most `most` runs that ended before the time `before`. The runs and their results stay."""
    old = sa.select(_r.id).where(_r.ended_at < before, sa.exists().where(_e.run_id == _r.id)).limit(most)
    runs = list(execute(old).scalars())
    if runs:
        execute(t.events.delete().where(_e.run_id.in_(runs)))
    return len(runs) == most


def remove_raw_answers(before: datetime, most: int) -> bool:
    """Delete the unparsed model answers of at most `most` messages that are older than `before`. What was parsed from
    the answers stays.
    """
    old = sa.select(_m.id).where(_m.created_at < before, _m.raw.is_not(None)).limit(most)
    return execute(t.messages.update().where(_m.id.in_(old)).values(raw=None)).rowcount == most


def remove_closed_drafts(before: datetime, most: int) -> bool:
    """Delete at most `most` drafts that were rejected or superseded before the time `before`, and their text in their
    messages. Returns True if there may be more.

    Approved drafts stay with their revisions. All versions of an open draft stay, too.
    """
    open_ = t.drafts.alias()
    its_root_is_open = sa.exists().where(open_.c.root == _d.root, open_.c.status == "pending")
    closed = _d.status.in_(("rejected", "superseded"))
    placed = sa.exists().where(t.revisions.c.draft_id == _d.id)
    rows = execute(
        sa.select(_d.id, _d.message_id).where(closed, _d.decided_at < before, ~its_root_is_open, ~placed).limit(most)
    ).all()
    if rows:
        execute(t.messages.update().where(_m.id.in_([row[1] for row in rows])).values(document_content=""))
        execute(t.drafts.delete().where(_d.id.in_([row[0] for row in rows])))
    return len(rows) == most
