"""Run statements on SQLite without SQLAlchemy's steps around each execution.

Between a statement and the driver, SQLAlchemy looks for its compiled form, creates a context, and wraps the cursor. For
the 22 short statements of a chat this took more CPU time than SQLite itself. A statement that exists as long as the
program (a constant of a module) is therefore compiled once, and its text and the conversions of its values are kept
here. All other statements go through SQLAlchemy.

Each row is the same `Row` as otherwise, and each value is converted by the same types.
"""

from __future__ import annotations

import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData

Values = Mapping[str, Any]
_Convert = Callable[[Any], Any]
#: Whether a statement is executed with several sets of values, and the names of the values.
_Key = tuple[Any, ...]


class Rows(IteratorResult[*tuple[Any, ...]]):
    """The rows of a prepared statement, and the number of rows that it changed."""

    rowcount: int = -1


@dataclass(frozen=True, slots=True)
class _Value:
    """A parameter of a statement: the name under which the caller gives it, or None for a `constant`.

    `convert` makes the driver's value of it.
    """

    name: str | None
    constant: Any
    convert: _Convert | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled statement. `columns` is None if the statement returns no rows."""

    sql: str
    values: tuple[_Value, ...]
    columns: SimpleResultMetaData | None

    def values_of(self, given: Values | Sequence[Values] | None) -> list[Any] | None:
        """Convert the caller's values for the driver; None if one is missing or cannot be stored, so that SQLAlchemy
        raises its error.
        """
        try:
            if isinstance(given, list | tuple):
                return [self._row(each) for each in given]
            return self._row(given or {})  # type: ignore[arg-type]
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            return None

    def run(self, driver: sqlite3.Connection, converted: list[Any], many: bool) -> Rows:
        """Execute the statement with one list of values or, if `many`, with a list of such lists. Raises SQLAlchemy's
        errors.
        """
        try:
            cursor = driver.executemany(self.sql, converted) if many else driver.execute(self.sql, converted)
            found = cursor.fetchall() if self.columns is not None else []
        except sqlite3.Error as error:
            raise sa.exc.DBAPIError.instance(self.sql, None, error, sqlite3.Error) from error
        result = Rows(self.columns or _NO_COLUMNS, iter(found))
        result.rowcount = cursor.rowcount
        return result

    def _row(self, given: Values) -> list[Any]:
        row = []
        for each in self.values:
            value = each.constant if each.name is None else given[each.name]
            row.append(value if each.convert is None else each.convert(value))
        return row


_NO_COLUMNS = SimpleResultMetaData([])


class PreparedStatements:
    """The prepared statements of one database. Threads may share it."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect = dialect
        self._lock = threading.Lock()
        #: the forms of each statement that was executed before and still exists
        self._known: weakref.WeakKeyDictionary[Any, dict[_Key, Prepared | None]] = weakref.WeakKeyDictionary()

    def find(self, statement: Any, given: Values | Sequence[Values] | None) -> Prepared | None:
        """Return the prepared form of a statement for values with these names; None if SQLAlchemy must execute it."""
        many = isinstance(given, list | tuple)
        if many and not given:
            return None
        first: Any = given[0] if many else given  # type: ignore[index]
        key = (many, *(first or ()))
        forms = self._known.get(statement)
        if forms is not None and key in forms:
            return forms[key]
        return self._learn(statement, key)

    def _learn(self, statement: Any, key: _Key) -> Prepared | None:
        if not (getattr(statement, "is_select", False) or getattr(statement, "is_dml", False)):
            return None
        with self._lock:
            if statement not in self._known:
                self._known[statement] = {}
                return None  # most statements exist for one execution only
            form = self._known[statement][key] = self._compile(statement, key)
            return form

    def _compile(self, statement: Any, key: _Key) -> Prepared | None:
        """Compile a statement. Returns None if executing it takes more than its text and its values."""
        many, *names = key
        compiled = statement.compile(
            dialect=self._dialect, column_keys=names if statement.is_dml else None, for_executemany=many
        )
        needs_more = (
            compiled.post_compile_params,
            compiled.literal_execute_params,
            compiled.insert_prefetch,
            compiled.update_prefetch,
            compiled.implicit_returning,
            many and compiled.effective_returning,
            statement.get_execution_options(),
        )
        bound = [compiled.binds[name] for name in compiled.positiontup or ()]
        unknown = [each for each in bound if each.callable or (each.required and each.key not in names)]
        if any(needs_more) or unknown:
            return None
        values = tuple(
            _Value(each.key if each.key in names else None, each.value, self._type(each).bind_processor(self._dialect))
            for each in bound
        )
        returns = statement.exported_columns if compiled.effective_returning or not statement.is_dml else None
        return Prepared(compiled.string, values, None if returns is None else self._columns(returns))

    def _columns(self, returned: Iterable[Any]) -> SimpleResultMetaData:
        columns = list(returned)
        convert = [self._type(each).result_processor(self._dialect, None) for each in columns]
        keys = [each.key for each in columns]
        return SimpleResultMetaData(keys, extra=[(each,) for each in columns], _processors=convert)

    def _type(self, of: Any) -> Any:
        return of.type.dialect_impl(self._dialect)
