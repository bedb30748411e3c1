"""Run statements without the steps that SQLAlchemy takes before and after each execution.

SQLAlchemy looks up the compiled form of a statement, creates a context, and wraps the driver's cursor. For the 22 short
statements of a chat this took more CPU time than SQLite or psycopg. So a statement that is a constant of a module is
compiled only once. This module keeps its SQL text and the functions that convert its values. All other statements go
through SQLAlchemy.

The results are the same: each row is a `Row` of SQLAlchemy, and values are converted by the same column types.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import sqlalchemy as sa
from sqlalchemy.engine.result import IteratorResult, SimpleResultMetaData

Values = Mapping[str, Any]
_Convert = Callable[[Any], Any]
#: Identifies a prepared form: True if the statement is executed with several sets of values, the names of the values,
#: and the lengths of the lists among them.
_Key = tuple[Any, ...]

#: The most values of a list for which a statement is prepared. Chosen: a chat's lists are shorter, and each length
#: needs a form of its own.
LONGEST_LIST = 50


class Rows(IteratorResult[*tuple[Any, ...]]):
    """The rows that a prepared statement returned. `rowcount` is the number of rows that the statement changed."""

    rowcount: int = -1


@dataclass(frozen=True, slots=True)
class _Value:
    """A parameter of a statement.

    - `name`: the name under which the caller gives its value; None if the value is always `constant`
    - `place`: the position of the value in the caller's list; None if the caller gives a single value
    - `convert`: converts the value for the driver
    """

    name: str | None
    constant: Any
    convert: _Convert | None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A compiled statement. `values` are its parameters in their order. `columns` is None if the statement returns no
    rows. `errors` is the base class of the driver's errors.
    """

    sql: str
    values: tuple[_Value, ...]
    columns: SimpleResultMetaData | None
    errors: type[Exception]

    def values_of(self, given: Values | Sequence[Values] | None) -> list[Any] | None:
        """Convert the caller's values for the driver. Returns None if a value is missing or cannot be stored; the
        caller then uses SQLAlchemy, which raises the error.
        """
        try:
            if isinstance(given, list | tuple):
                return [self._row(each) for each in given]
            return self._row(given or {})  # type: ignore[arg-type]
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError):
            return None

    def run(self, driver: Any, converted: list[Any], many: bool) -> Rows:
        """Execute the statement on the driver's connection, with one list of converted values; with `many`, once for
        each of several lists. Raises an error of SQLAlchemy if the database refuses the statement.
        """
        try:
            cursor = driver.cursor()
            (cursor.executemany if many else cursor.execute)(self.sql, converted)
            found = cursor.fetchall() if self.columns is not None else []
        except self.errors as error:
            raise sa.exc.DBAPIError.instance(self.sql, None, error, self.errors) from error
        result = Rows(self.columns or _NO_COLUMNS, iter(found))
        result.rowcount = cursor.rowcount
        return result

    def _row(self, given: Values) -> list[Any]:
        row = []
        for each in self.values:
            value = each.constant if each.name is None else given[each.name]
            if each.place is not None:
                value = value[each.place]
            row.append(value if each.convert is None else each.convert(value))
        return row


_NO_COLUMNS = SimpleResultMetaData([])


@dataclass(frozen=True, slots=True)
class _Forms:
    """The SQL texts of one statement: one text for each combination of parameters and lengths of lists. `lists` are
    the names of the parameters that take a list. The text is None if SQLAlchemy must execute the statement.
    """

    lists: tuple[str, ...]
    by_key: dict[_Key, Prepared | None]


class PreparedStatements:
    """The prepared statements of one database. Several threads may use it at the same time."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._dialect: Any = dialect
        #: writes the parameters of a statement as a list; psycopg's own takes them by their names
        self._listing = dialect if dialect.positional else cast(Any, type(dialect))(paramstyle="format")
        self._lock = threading.Lock()
        #: for each statement that was executed before and still exists, its prepared forms; None if it was executed
        #: only once
        self._known: weakref.WeakKeyDictionary[Any, _Forms | None] = weakref.WeakKeyDictionary()

    def find(self, statement: Any, given: Values | Sequence[Values] | None) -> Prepared | None:
        """Return the prepared form of a statement for values with the names in `given`. Returns None if SQLAlchemy must
        execute the statement.
        """
        many = isinstance(given, list | tuple)
        if many and not given:
            return None
        first: Any = given[0] if many else given  # type: ignore[index]
        known = self._known.get(statement) or self._learn(statement)
        if known is None:
            return None
        key: _Key = (many, *(first or ()))
        if known.lists:
            lengths = [len(first[name]) for name in known.lists if name in (first or ())]
            if many or len(lengths) < len(known.lists) or max(lengths) > LONGEST_LIST:
                return None
            key += tuple(lengths)
        if key not in known.by_key:
            with self._lock:
                known.by_key[key] = self._compile(statement, many, first or {})
        return known.by_key[key]

    def _learn(self, statement: Any) -> _Forms | None:
        """Return the forms of a statement (see `_Forms`) from its second execution on; None at the first execution, and
        for a statement that neither reads nor changes rows.
        """
        if not (getattr(statement, "is_select", False) or getattr(statement, "is_dml", False)):
            return None
        with self._lock:
            if statement not in self._known:
                self._known[statement] = None
                return None  # most statements exist for one execution only
            known = self._known[statement]
            if known is None:
                bound: Iterable[Any] = sa.sql.visitors.iterate(statement)
                lists = {str(each.key) for each in bound if getattr(each, "expanding", False) and each.value is None}
                known = self._known[statement] = _Forms(tuple(sorted(lists)), {})
            return known

    def _compile(self, statement: Any, many: bool, given: Values) -> Prepared | None:
        """Compile a statement for values with the names and lengths of those in `given`. With `many`, the statement is
        run for each of several lists of values. Returns None if the statement cannot be executed from its text and
        values alone.
        """
        compiled = statement.compile(
            dialect=self._listing, column_keys=list(given) if statement.is_dml else None, for_executemany=many
        )
        needs_more = (
            compiled.literal_execute_params,
            compiled.insert_prefetch,
            compiled.update_prefetch,
            compiled.implicit_returning,
            many and compiled.effective_returning,
            statement.get_execution_options(),
        )
        bound = [compiled.binds[name] for name in compiled.positiontup or ()]
        unknown = [each for each in bound if each.callable or (each.required and each.key not in given)]
        if any(needs_more) or unknown:
            return None
        sql, order, lists = compiled.string, list(compiled.positiontup or ()), {}
        if compiled.post_compile_params:
            expanded = compiled.construct_expanded_state(dict(given))
            sql, order = expanded.statement, list(expanded.positiontup or ())
            places = expanded.parameter_expansion.items()
            lists = {name: (of, place) for of, names in places for place, name in enumerate(names)}
        values = tuple(
            self._value(compiled.binds[lists.get(name, (name,))[0]], given, lists.get(name)) for name in order
        )
        returns = statement.exported_columns if compiled.effective_returning or not statement.is_dml else None
        columns = None if returns is None else self._columns(returns)
        return Prepared(sql, values, columns, self._dialect.loaded_dbapi.Error)

    def _value(self, bound: Any, given: Values, listed: tuple[str, int] | None) -> _Value:
        """Return a parameter of a statement. `bound` is SQLAlchemy's parameter. `listed` is the name of a list and a
        position in it; None if the value comes from no list.
        """
        convert = self._type(bound).bind_processor(self._dialect)
        place = listed[1] if listed else None
        if bound.key in given:
            return _Value(bound.key, None, convert, place)
        return _Value(None, bound.value if place is None else bound.value[place], convert)

    def _columns(self, returned: Iterable[Any]) -> SimpleResultMetaData:
        columns = list(returned)
        convert = [self._type(each).result_processor(self._dialect, None) for each in columns]
        keys = [each.key for each in columns]
        return SimpleResultMetaData(keys, extra=[(each,) for each in columns], _processors=convert)

    def _type(self, of: Any) -> Any:
        return of.type.dialect_impl(self._dialect)
