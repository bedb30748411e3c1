"""Delete an account a few rows at a time, so that other writers never wait long.

The foreign keys could delete everything in one statement, but that took 87 seconds for an account with 20,000
documents. So each step deletes a limited number of rows. Rows that refer to other rows are deleted first, and the
user's own row last. If the removal is interrupted, the user's row shows that it must be continued.

`remove_events`, `remove_raw_answers` and `remove_closed_drafts` delete expired rows, at most `most` in one call. They
return True if there may be more.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from backend.storage import library_tables as lt
from backend.storage import tables as t
from backend.storage.db import db, execute, new_rows

#: Maximum number of rows that one step deletes of a table. It is smaller for revisions, whose rows may hold a whole
#: document, and for runs, which have a dozen events each.
MOST_ROWS, MOST_REVISIONS, MOST_RUNS = 500, 20, 50

_d, _m, _r, _e = t.drafts.c, t.messages.c, t.runs.c, t.events.c


def begin(user_id: str, now: datetime) -> None:
    """Close the account: nobody can sign in to it any more, and its e-mail address can be registered again."""
    u = t.users.c
    values = {"leaving_at": now, "disabled_at": now, "email_key": f"leaving {user_id}"}
    execute(t.users.update().where(u.id == user_id, u.leaving_at.is_(None)).values(values))
    for table in (t.families, t.api_keys):
        execute(table.delete().where(table.c.user_id == user_id))


def remember(removed_id: str, now: datetime) -> None:
    """Store that the session or user `removed_id` was deleted. Other machines then also delete its files."""
    execute(new_rows(t.removed).values(id=removed_id, removed_at=now).on_conflict_do_nothing())


def among_removed(ids: Collection[str]) -> set[str]:
    """Return those of the `ids` whose session or user has been deleted."""
    wanted, r = list(ids), t.removed.c
    slices = (wanted[start : start + MOST_ROWS] for start in range(0, len(wanted), MOST_ROWS))
    return {found for some in slices for found in execute(sa.select(r.id).where(r.id.in_(some))).scalars()}


def unfinished() -> tuple[str, ...]:
    """Return the ids of the users whose removal was begun but not finished."""
    return tuple(execute(sa.select(t.users.c.id).where(t.users.c.leaving_at.is_not(None))).scalars())


def next_session(user_id: str) -> str | None:
    """Return the id of any session that the user still has; None if there is none."""
    return execute(sa.select(t.sessions.c.id).where(t.sessions.c.user_id == user_id).limit(1)).scalar()


def next_work(user_id: str) -> tuple[int, str] | None:
    """Return the number and the id of any library work that the user still has; None if there is none."""
    row = execute(sa.select(lt.works.c.number, lt.works.c.id).where(lt.works.c.user_id == user_id).limit(1)).first()
    return None if row is None else (row[0], row[1])


def remove_runs(user_id: str) -> bool:
    """Delete a limited number of the user's runs with their events. Returns False if the user had none left."""
    runs = list(execute(sa.select(t.runs.c.id).where(t.runs.c.user_id == user_id).limit(MOST_RUNS)).scalars())
    if runs and not _remove(t.events, t.events.c.run_id.in_(runs)):
        execute(t.runs.delete().where(t.runs.c.id.in_(runs)))
    return bool(runs)


def remove_from_session(session_id: str) -> bool:
    """Delete a limited number of a session's rows. Returns False once the session itself has been deleted."""
    if any(_remove(table, table.c.session_id == session_id) for table in _referring_tables(t.sessions)):
        return True
    execute(t.sessions.delete().where(t.sessions.c.id == session_id))
    return False


def remove_from_work(owner: int, work: int) -> bool:
    """Delete a limited number of a library work's rows. `owner` is the user's number in the search index. Returns False
    once the work itself has been deleted.
    """
    here = lt.postings.c.owner == owner, lt.postings.c.work == work
    if _remove(lt.postings, sa.and_(*here)) or _remove(lt.passages, lt.passages.c.work == work):
        return True
    execute(lt.works.delete().where(lt.works.c.number == work))
    return False


def remove_user(user_id: str) -> bool:
    """Delete a limited number of rows that refer to the user. Returns False once the user's own row has been
    deleted.
    """
    if any(_remove(table, table.c.user_id == user_id) for table in _referring_tables(t.users)):
        return True
    execute(t.users.delete().where(t.users.c.id == user_id))
    return False


def _referring_tables(parent: sa.Table) -> list[sa.Table]:
    """Return the tables whose rows refer to rows of `parent`, in the order in which their rows can be deleted. Rows
    that refer to such a row in turn are deleted by the database together with it.
    """
    below = reversed(db.metadata.sorted_tables)
    return [each for each in below if any(key.column.table is parent for key in each.foreign_keys)]


def _remove(table: sa.Table, where: sa.ColumnElement[bool]) -> bool:
    """Delete a limited number of those rows of a table that satisfy `where`. Returns True if there may be more."""
    most = MOST_REVISIONS if table is t.revisions else MOST_ROWS
    key = sa.tuple_(*table.primary_key.columns)
    some = sa.select(*table.primary_key.columns).where(where).limit(most)
    return execute(table.delete().where(key.in_(some))).rowcount == most


def remove_events(before: datetime, most: int) -> bool:
    """Delete the events of at most `most` runs that ended before the time `before`. The runs and their results stay.
    Returns True if there may be more.
    """
    old = sa.select(_r.id).where(_r.ended_at < before, sa.exists().where(_e.run_id == _r.id)).limit(most)
    runs = list(execute(old).scalars())
    if runs:
        execute(t.events.delete().where(_e.run_id.in_(runs)))
    return len(runs) == most


def remove_raw_answers(before: datetime, most: int) -> bool:
    """Delete the raw model answers of at most `most` messages that are older than `before`. What was parsed from
    the answers stays. Returns True if there may be more.
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
