"""Run statements on SQLite without the steps that SQLAlchemy takes before and after each execution.

SQLAlchemy looks up the compiled form of a statement, creates a context, and wraps the driver's cursor. For the 22 short
statements of a chat this took more CPU time than SQLite itself. So a statement that is a constant of a module is
compiled only once. This module keeps its SQL text and the functions that convert its values. All other statements go
through SQLAlchemy.

The results are the same: each row is a `Row` of SQLAlchemy, and values are converted by the same column types.
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
    """The rows that a prepared statement returned. `rowcount` is the number of rows that the statement changed."""

    rowcount: int = -1


@dataclass(frozen=True, slots=True)
class _Value:
    """A parameter of a statement. `name` is the name under which the caller gives its value; None if the value is
    always `constant`. `convert` converts the value for the driver.
    """

    name: str | None
    constant: Any
    convert: _Convert | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled statement. `values` are its parameters in their order. `columns` is None if the statement returns no
    rows.
    """

    sql: str
    values: tuple[_Value, ...]
    columns: SimpleResultMetaData | None

    def values_of(self, given: Values | Sequence[Values] | None) -> list[Any] | None:
        """Convert the caller's values for the driver. Returns None if a value is missing or cannot be stored, so that
        the caller uses SQLAlchemy, which raises the error.
        """
        try:
            if isinstance(given, list | tuple):
                return [self._row(each) for each in given]
            return self._row(given or {})  # type: ignore[arg-type]
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            return None

    def run(self, driver: sqlite3.Connection, converted: list[Any], many: bool) -> Rows:
        """Execute the statement with one list of converted values; if `many`, once for each of several lists. Raises an
        error of SQLAlchemy if the database refuses the statement.
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
    """The prepared statements of one database. Several threads may use it at the same time."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect = dialect
        self._lock = threading.Lock()
        #: the forms of each statement that was executed before and still exists
        self._known: weakref.WeakKeyDictionary[Any, dict[_Key, Prepared | None]] = weakref.WeakKeyDictionary()

    def find(self, statement: Any, given: Values | Sequence[Values] | None) -> Prepared | None:
        """Return the prepared form of a statement for values with these names. Returns None if the statement must be
        executed by SQLAlchemy.
        """
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
        """Compile a statement. Returns None if its text and its values are not enough to execute it."""
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
