"""Read lists page by page. A cursor contains the sort key of the last item that was read. So the following pages stay
the same if items are inserted or deleted in the meantime.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NoReturn, TypeVar

import sqlalchemy as sa

from backend.errors import Refused
from backend.storage.columns import LARGEST, is_id
from backend.storage.db import Page, execute

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Which page to read: at most `limit` items after `cursor` (None: from the start). `order` is "asc" or "desc"."""

    limit: int = 20
    cursor: str | None = None
    order: str = "desc"


NEWEST_FIRST = PageRequest()
OLDEST_FIRST = PageRequest(order="asc")


def paginate(
    query: sa.Select[Any],
    key: Sequence[sa.Column[Any]],
    make: Callable[[Any], T],
    wanted: PageRequest,
) -> Page[T]:
    """Return one page of the rows of `query`, sorted by the columns `key`. `wanted` says which page, and whether the
    order is ascending. `make` converts a row to an item. Raises Refused if the cursor does not belong to this list.

    The query must select the columns `key`, and no two rows may have equal values in all of them.
    """
    limit, order = wanted.limit, wanted.order
    if order not in ("asc", "desc"):
        raise ValueError(f"no such order: {order!r}")
    if wanted.cursor is not None:
        values = _read(wanted.cursor, key)
        after = sa.tuple_(*[sa.literal(value, column.type) for value, column in zip(values, key, strict=True)])
        here = sa.tuple_(*key)
        query = query.where(here > after if order == "asc" else here < after)
    direction = sa.asc if order == "asc" else sa.desc
    rows = execute(query.order_by(*map(direction, key)).limit(limit + 1)).all()
    items = tuple(make(row) for row in rows[:limit])
    if len(rows) <= limit:
        return Page(items, None)
    last = rows[limit - 1]._mapping
    return Page(items, _write([last[column] for column in key], key))


def _write(values: Sequence[Any], key: Sequence[sa.Column[Any]]) -> str:
    plain = [value.isoformat() if isinstance(value, datetime) else value for value in values]
    return base64.urlsafe_b64encode(json.dumps([key[0].table.name, *plain]).encode()).decode().rstrip("=")


def _read(cursor: str, key: Sequence[sa.Column[Any]]) -> list[Any]:
    try:
        padded = cursor.encode("ascii") + b"=" * (-len(cursor) % 4)
        found = json.loads(base64.b64decode(padded, b"-_", validate=True))
        if not isinstance(found, list) or len(found) != len(key) + 1 or found[0] != key[0].table.name:
            raise ValueError("the cursor belongs to another list")
        return [_value(value, column) for value, column in zip(found[1:], key, strict=True)]
    except (ValueError, OverflowError, RecursionError) as error:
        raise Refused(
            "The cursor was refused, so nothing was done.",
            errors={"cursor": ["Not a cursor of this list. Send the `next_cursor` of its previous page."]},
        ) from error


def _value(value: object, column: sa.Column[Any]) -> Any:
    kind = column.type.python_type
    if kind is datetime:
        moment = datetime.fromisoformat(str(value))
        return moment.astimezone(UTC) if moment.tzinfo is not None else _refuse()
    good = type(value) is kind and (abs(value) <= LARGEST if isinstance(value, int) else is_id(value))
    return value if good else _refuse()


def _refuse() -> NoReturn:
    raise ValueError("the cursor has another form")
