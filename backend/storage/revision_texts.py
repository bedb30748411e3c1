"""Store the texts of revisions: at intervals a whole text, and differences in between.

A row's `base` is the number of the whole text with which its chain begins; each later row stores the difference from
the row before it. A row that is its own base is whole, and so is a row of an earlier version of Coscribe, whose base is
NULL until `pack` has processed it. So a revision takes about as much space as what was changed, and reading one takes a
limited number of rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from backend.document.delta import apply_delta, delta
from backend.storage import tables as t
from backend.storage.db import execute

#: Maximum number of rows from which one text is assembled: 32 differences of a 100 kB paper take 1 ms to apply.
MOST_ROWS = 32

_r = t.revisions.c
_target = t.revisions.alias()
_CHAIN = (
    sa.select(_r.number, _r.content)
    .join(_target, (_target.c.session_id == _r.session_id) & (_target.c.number == sa.bindparam("number")))
    .where(
        _r.session_id == sa.bindparam("session_id"),
        _r.number <= sa.bindparam("number"),
        _r.number >= sa.func.coalesce(_target.c.base, _target.c.number),
    )
    .order_by(_r.number)
)
_HAS_FOLLOWERS = (
    sa.select(sa.literal(1))
    .where(
        _r.session_id == sa.bindparam("session_id"),
        _r.base == sa.bindparam("number"),
        _r.number > sa.bindparam("number"),
    )
    .limit(1)
)
_IS_HEAD = sa.select(sa.literal(1)).where(
    t.sessions.c.id == sa.bindparam("session_id"), t.sessions.c.revision == sa.bindparam("number")
)


@dataclass(frozen=True, slots=True)
class PackedRow:
    """The columns of a revision that store its text."""

    base: int
    content: str


def is_whole(number: int, base: int | None) -> bool:
    """Return True if the row with this number and base stores a whole text, not a difference."""
    return base is None or base == number


def text_of(session_id: str, number: int) -> str:
    """Return the text of an existing revision."""
    return _joined(execute(_CHAIN, {"session_id": session_id, "number": number}).all())


def packed(session_id: str, number: int, text: str) -> PackedRow:
    """Return the row's columns for a revision's text: the difference from the previous text, or the whole text.

    The text is stored whole if the chain has its maximum length, or its differences exceed the text itself.
    """
    if number == 0:
        return PackedRow(0, text)
    chain = execute(_CHAIN, {"session_id": session_id, "number": number - 1}).all()
    difference = delta(_joined(chain), text)
    size = len(difference) + sum(len(row.content) for row in chain[1:])
    if len(chain) >= MOST_ROWS or size > len(text):
        return PackedRow(number, text)
    return PackedRow(chain[0].number, difference)


def pack(most: int) -> int:
    """Convert up to `most` rows of an earlier version of Coscribe, which stored every text whole. Returns the number of
    rows.

    Each text becomes a difference if that saves space. It stays whole if it is the newest, or if later rows are
    differences from it.
    """
    waiting = sa.select(_r.session_id, _r.number, _r.content).where(_r.base.is_(None))
    rows = execute(waiting.order_by(_r.session_id, _r.number).limit(most)).all()
    for session_id, number, text in rows:
        at = {"session_id": session_id, "number": number}
        # The newest revision, and one that others depend on, stay whole, because a new revision may depend on them at
        # this moment.
        stays = execute(_IS_HEAD, at).first() or execute(_HAS_FOLLOWERS, at).first()
        row = PackedRow(number, text) if stays else packed(session_id, number, text)
        values = {"base": row.base} if row.base == number else {"base": row.base, "content": row.content}
        same = (_r.session_id == session_id, _r.number == number, _r.base.is_(None))
        execute(t.revisions.update().where(*same).values(values))
    return len(rows)


def _joined(chain: Sequence[Any]) -> str:
    text: str = chain[0].content
    for row in chain[1:]:
        text = apply_delta(text, row.content)
    return text
