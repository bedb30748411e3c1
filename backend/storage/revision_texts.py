"""Store the texts of revisions: some as whole texts, the others as differences from the text before.

A chain is a whole text and the differences that follow it. The column `base` of each row in the chain has the revision
number of its whole text. In this way, a revision takes about as much space as what was changed, and few rows must be
read for one text.

Earlier versions of Coscribe stored only whole texts, with NULL as `base`; `pack` converts them.
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
    """The two columns in which a revision's text is stored: the revision number of the chain's whole text (`base`), and
    the text or the difference (`content`).
    """

    base: int
    content: str


def is_whole(number: int, base: int | None) -> bool:
    """Return True if the revision `number` is stored as a whole text, and False if it is stored as a difference. `base`
    is the revision's value in the column `base`.
    """
    return base is None or base == number


def text_of(session_id: str, number: int) -> str:
    """Return the text of an existing revision."""
    return _joined(execute(_CHAIN, {"session_id": session_id, "number": number}).all())


def packed(session_id: str, number: int, text: str) -> PackedRow:
    """Return the two columns that store the text of a new revision: usually the difference from the text before. The
    whole text is stored if the chain has its maximum length, or if the differences in the chain are longer than the
    text.
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
    """Convert up to `most` texts that an earlier version of Coscribe stored whole to differences. Returns how many rows
    were considered.

    A text stays whole if a difference saves no space, if the text is the newest, or if later texts are differences from
    it.
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
