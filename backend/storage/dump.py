"""Write the rows of all tables as text, and load them again. Each row is one line with a JSON array.

SQLite and PostgreSQL use the same form. It replaces SQLite's backup and PostgreSQL's pg_dump for three reasons: it
needs no external program, one `reading()` is a consistent snapshot in both databases, and the data of one can be loaded
into the other. Compressed columns are written as their bytes.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa

from backend.storage.columns import Moment
from backend.storage.db import db, execute

#: Number of rows that are read and written at once; some hold a whole document.
PIECE = 200
#: Tables that the migrations fill themselves.
_NOT_DUMPED = frozenset({"schema_support"})
_TYPES: Mapping[str, sa.types.TypeEngine[Any]] = {
    "bytes": sa.LargeBinary(),
    "moment": Moment(),
    "json": sa.JSON(none_as_null=True),
    "flag": sa.Boolean(),
    "plain": sa.types.NullType(),
}


@dataclass(frozen=True, slots=True)
class TableShape:
    """A table's name, and the name and kind of each column. The kind says how values are written: "bytes" in Base64,
    "moment" as a date and time in ISO format, "flag" as true or false, "json" and "plain" unchanged.
    """

    name: str
    columns: tuple[tuple[str, str], ...]


def shapes() -> tuple[TableShape, ...]:
    """Return the tables that a backup contains. A table comes after the tables to which its foreign keys refer."""
    tables = (each for each in db.metadata.sorted_tables if each.name not in _NOT_DUMPED)
    return tuple(TableShape(each.name, tuple((c.name, _kind(c.type)) for c in each.columns)) for each in tables)


def lines(shape: TableShape) -> Iterator[str]:
    """Yield the rows of a table, each as one line with a JSON array."""
    table = db.metadata.tables[shape.name]
    columns = [sa.type_coerce(table.c[name], _TYPES[kind]).label(name) for name, kind in shape.columns]
    query = sa.select(*columns).order_by(*table.primary_key.columns).execution_options(yield_per=PIECE)
    for row in execute(query):
        yield json.dumps([_said(value) for value in row])


def load(shape: TableShape, rows: Iterable[str]) -> int:
    """Insert rows into an existing, empty table. `rows` are lines as `lines` yields them. Returns the number of
    rows. Raises ValueError if the rows do not fit the table.
    """
    shape = _with_flags(shape)
    table = sa.table(shape.name, *(sa.column(name, _TYPES[kind]) for name, kind in shape.columns))
    coming, count = iter(rows), 0
    while piece := list(islice(coming, PIECE)):
        values = [_read(shape, json.loads(line)) for line in piece]
        try:
            execute(table.insert(), values)
        except sa.exc.DBAPIError as error:  # its text has whole rows, so only its kind is told
            raise ValueError(f"the table {shape.name} refuses rows: {type(error.orig).__name__}") from error
        count += len(piece)
    return count


def count_on() -> None:
    """Set PostgreSQL's counter of library works above the highest loaded number, so that new works get unused numbers.
    Does nothing for SQLite.
    """
    if db.engine.dialect.name == "postgresql":
        newest = "(SELECT COALESCE(MAX(number), 0) + 1 FROM works)"
        execute(sa.text(f"SELECT setval(pg_get_serial_sequence('works', 'number'), {newest}, false)"))


def drop_everything() -> None:
    """Drop all tables of the database, whichever version created them. Must be called outside of a transaction."""
    found = sa.MetaData()
    found.reflect(db.engine)
    found.drop_all(db.engine)
    db.engine.dispose()


def _kind(column_type: sa.types.TypeEngine[Any]) -> str:
    stored = column_type.impl_instance if isinstance(column_type, sa.types.TypeDecorator) else column_type
    if isinstance(column_type, Moment):
        return "moment"
    if isinstance(stored, sa.LargeBinary):
        return "bytes"
    if isinstance(stored, sa.Boolean):
        return "flag"
    return "json" if isinstance(stored, sa.JSON) else "plain"


def _with_flags(shape: TableShape) -> TableShape:
    """Return the shape in which every boolean column has the kind "flag". Backups of earlier versions call these
    columns "plain", and those of SQLite have 0 and 1 in them, which PostgreSQL refuses.
    """
    known = db.metadata.tables.get(shape.name)
    flags = {each.name for each in known.columns if _kind(each.type) == "flag"} if known is not None else set()
    return TableShape(shape.name, tuple((name, "flag" if name in flags else kind) for name, kind in shape.columns))


def _said(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return base64.b64encode(value).decode("ascii") if isinstance(value, bytes | memoryview) else value


def _read(shape: TableShape, values: Sequence[Any]) -> dict[str, Any]:
    """Convert one line's values to a row of the table. Raises ValueError if they do not fit the table's columns."""
    row = {}
    for (name, kind), value in zip(shape.columns, values, strict=True):
        if value is not None and kind == "moment":
            value = datetime.fromisoformat(value)
        elif value is not None and kind == "bytes":
            value = base64.b64decode(value)
        elif value is not None and kind == "flag":
            value = bool(value)
        row[name] = value
    return row
