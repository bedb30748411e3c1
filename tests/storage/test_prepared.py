"""A prepared statement returns and stores exactly what SQLAlchemy would, and raises the same errors."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.storage import sessions, users
from backend.storage import tables as t
from backend.storage.columns import new_id
from backend.storage.db import _here, db, execute, reading, transaction
from backend.storage.prepared import LONGEST_LIST, PreparedStatements
from tests.storage.conftest import NOW

_m = t.messages.c
_INSERT = t.messages.insert()
_SELECT = sa.select(t.messages).where(_m.id == sa.bindparam("this"))
_UPDATE = t.messages.update().where(_m.id == sa.bindparam("this"), _m.role == "user")
_RETURNING = t.messages.update().where(_m.id == sa.bindparam("this")).values(number=_m.number + 1).returning(_m.number)
_AMONG = (
    sa.select(_m.number)
    .where(_m.number.in_(sa.bindparam("numbers", expanding=True)), _m.role.not_in(("assistant", "system")))
    .where(_m.created_at == sa.bindparam("at"))
    .order_by(_m.number)
)

_TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=50)
_JSON = st.none() | st.lists(_TEXTS | st.integers(-(2**50), 2**50) | st.booleans() | st.none(), min_size=1, max_size=4)
_TIMES = st.datetimes(
    datetime(1970, 1, 2), datetime(2200, 1, 1), timezones=st.sampled_from([UTC, timezone(timedelta(hours=5))])
)


@pytest.fixture
def session_id(database_url: str, make_app: Callable[[str], Flask]) -> Iterator[str]:
    with make_app(database_url).app_context():
        with transaction():
            user = users.create("ada@example.org", "Ada", "hash", NOW)
            session = sessions.create(user.id, "A paper", NOW)
        yield session.id


def values(session_id: str, number: int, **more: Any) -> dict[str, Any]:
    row = {
        "id": new_id(), "session_id": session_id, "number": number, "role": "user", "created_at": NOW,
        "content": "Hello", "document_content": "",
    }  # fmt: skip
    return row | more


def by_sqlalchemy(statement: Any, given: Any = None) -> sa.CursorResult[Any]:
    return _here().connection.execute(statement, given)


def prepared(statement: Any, given: Any) -> Any:
    """The result of the prepared form, which there is from the second use on."""
    statements = PreparedStatements(db.engine.dialect)
    assert statements.find(statement, given) is None
    form = statements.find(statement, given)
    assert form is not None
    assert statements.find(statement, given) is form
    converted = form.values_of(given)
    assert converted is not None
    return form.run(_here().driver, converted, many=isinstance(given, list))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=_TEXTS, sources=_JSON, meta=_JSON, mode=st.none() | _TEXTS, moment=_TIMES)
def test_all_types_are_stored_and_read_alike(session_id, content, sources, meta, mode, moment):
    with transaction():
        more = {"content": content, "sources": sources, "model_meta": meta, "mode": mode, "created_at": moment}
        one, other = values(session_id, 1, **more), values(session_id, 2, **more)
        assert prepared(_INSERT, one).rowcount == 1
        by_sqlalchemy(_INSERT, other)
        found = [[*by_sqlalchemy(_SELECT, {"this": each["id"]}).one()][3:] for each in (one, other)]
        assert found[0] == found[1]
        theirs, ours = by_sqlalchemy(_SELECT, {"this": one["id"]}), prepared(_SELECT, {"this": one["id"]})
        assert list(ours.keys()) == list(theirs.keys())
        row, expected = ours.one(), theirs.one()
        assert row._mapping[_m.id] == expected._mapping[_m.id] == one["id"]
        assert row == expected and row.created_at == expected.created_at == moment and row.content == content
        execute(t.messages.delete())


def test_changes_are_counted_and_returned(session_id):
    with transaction():
        one = values(session_id, 1)
        execute(_INSERT, one)
        assert prepared(_UPDATE, {"this": one["id"], "mode": "write"}).rowcount == 1
        assert prepared(_UPDATE, {"this": new_id(), "mode": "write"}).rowcount == 0
        assert prepared(_RETURNING, {"this": one["id"]}).scalar_one() == 2
        assert prepared(_RETURNING, {"this": new_id()}).first() is None
        assert prepared(_SELECT, {"this": one["id"]}).one().mode == "write"


def test_several_rows_are_stored_together(session_id):
    with transaction():
        rows = [values(session_id, number, content=f"{number}") for number in range(1, 6)]
        prepared(_INSERT, rows)
        found = execute(sa.select(_m.content).order_by(_m.number)).scalars().all()
    assert found == ["1", "2", "3", "4", "5"]


@pytest.mark.parametrize("numbers", [[], [2], [5, 1], [3, 4, 9], [1, 1, 2, 3, 4, 5]])
def test_a_statement_is_prepared_for_each_length_of_a_list(session_id, numbers):
    with transaction():
        execute(_INSERT, [values(session_id, number) for number in range(1, 6)])
        asked = {"numbers": numbers, "at": NOW}
        assert prepared(_AMONG, asked).scalars().all() == by_sqlalchemy(_AMONG, asked).scalars().all()
        for given in (numbers, [4], numbers):
            expected = sorted({each for each in given if each <= 5})
            assert execute(_AMONG, {"numbers": given, "at": NOW}).scalars().all() == expected


def test_errors_are_sqlalchemys_and_name_no_value(session_id):
    with transaction():
        one = values(session_id, 1, content="a secret")
        execute(_INSERT, one)
        with pytest.raises(sa.exc.IntegrityError) as caught:
            prepared(_INSERT, one)
    assert "unique" in str(caught.value).lower() and "secret" not in str(caught.value)


def test_what_is_missing_is_refused_as_before(session_id):
    statements = PreparedStatements(db.engine.dialect)
    with reading():
        assert [statements.find(_SELECT, None) for _ in range(3)] == [None] * 3
        for _ in range(3):
            with pytest.raises(sa.exc.StatementError):
                execute(_SELECT)


@pytest.mark.parametrize(
    "odd", [{"sources": object()}, {"created_at": NOW.replace(tzinfo=None)}, {"created_at": "today"}]
)
def test_a_value_that_cannot_be_stored_is_refused_as_before(session_id, odd):
    for _ in range(3):
        # psycopg itself writes JSON, so that SQLAlchemy does not know its error
        with pytest.raises((sa.exc.StatementError, TypeError)), transaction():
            execute(_INSERT, values(session_id, 1, **odd))
    with pytest.raises(sa.exc.StatementError), transaction():
        execute(_INSERT, [values(session_id, 1), {"id": new_id()}])


def test_other_statements_are_left_to_sqlalchemy(session_id):
    statements = PreparedStatements(db.engine.dialect)
    for statement, values_ in (
        (_AMONG, {"numbers": list(range(LONGEST_LIST + 1)), "at": NOW}),  # each length of a list needs a form
        (_AMONG, {"at": NOW}),
        (sa.text("SELECT 1"), None),
        (_SELECT.execution_options(coscribe_bytes=True), {"this": session_id}),
        (_INSERT, []),
    ):
        assert [statements.find(statement, values_) for _ in range(3)] == [None] * 3


def test_statements_made_for_one_use_are_forgotten(session_id):
    statements = PreparedStatements(db.engine.dialect)
    for number in range(10):
        statements.find(sa.select(_m.id).where(_m.number == number), None)
    gc.collect()
    assert len(statements._known) == 0


def test_a_statement_used_again_is_prepared_in_the_database(session_id):
    with reading():
        here = _here()
        for _ in range(3):
            assert execute(_SELECT, {"this": session_id}).first() is None
        prepared = here.database.prepared
        assert prepared is not None and _SELECT in prepared._known
