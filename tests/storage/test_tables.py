"""What holds for every table."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from backend.storage import library_tables, tables
from backend.storage.db import db, execute, transaction
from tests.storage.conftest import NOW, World

#: kept by content, not by user
SHARED = {"registry_records", "vectors", "search_results", "schema_support", "removed"}
TABLES = sorted(db.metadata.tables)


def test_the_database_knows_all_tables() -> None:
    named = (*vars(tables).values(), *vars(library_tables).values())
    assert {value.name for value in named if isinstance(value, sa.Table)} == set(TABLES)


@pytest.mark.parametrize("name", TABLES)
def test_a_table_goes_with_its_user(name: str) -> None:
    """Along foreign keys that cascade, from every table to users."""
    reached, ahead = set(), [name]
    while ahead:
        here = ahead.pop()
        reached.add(here)
        for key in db.metadata.tables[here].foreign_keys:
            assert key.ondelete == "CASCADE"
            if not key.parent.nullable and key.column.table.name not in reached:
                ahead.append(key.column.table.name)
    assert ("users" in reached) is (name not in SHARED)


@pytest.mark.parametrize("name", TABLES)
def test_a_foreign_key_has_an_index(name: str) -> None:
    """Else a delete above reads the whole table."""
    table = db.metadata.tables[name]
    whole = [index for index in table.indexes if index.dialect_options["sqlite"]["where"] is None]
    first = {next(iter(index.columns)).name for index in whole}
    first |= {
        next(iter(constraint.columns)).name
        for constraint in table.constraints
        if isinstance(constraint, (sa.UniqueConstraint, sa.PrimaryKeyConstraint))
    }
    assert {key.parent.name for key in table.foreign_keys} <= first


@pytest.mark.parametrize("name", TABLES)
def test_moments_have_a_zone_and_floats_are_double(name: str) -> None:
    for column in db.metadata.tables[name].columns:
        assert not isinstance(column.type, sa.DateTime), f"{column} isn't a Moment"
        assert not isinstance(column.type, sa.Float) or isinstance(column.type, sa.Double)


def test_nothing_is_left_of_a_user(world: World) -> None:
    """Every table that isn't shared has a row of the user's; then the user goes."""
    user, session = world.user.id, world.session.id
    ids = dict.fromkeys(("user_id", "session_id"), "") | {"user_id": user, "session_id": session}
    rows: dict[str, dict] = {}
    with transaction():
        for table in db.metadata.sorted_tables:
            if table.name in SHARED | {"users", "sessions"}:
                continue
            row = {column.name: _example(column) for column in table.columns if not column.nullable}
            row |= {name: value for name, value in ids.items() if name in row}
            for key in table.foreign_keys:
                target = key.column.table.name
                if target in rows and key.parent.name in row:
                    row[key.parent.name] = rows[target][key.column.name]
            execute(table.insert(), row)
            rows[table.name] = row
        execute(tables.users.delete().where(tables.users.c.id == user))
        for name in set(TABLES) - SHARED:
            assert execute(sa.select(sa.func.count()).select_from(db.metadata.tables[name])).scalar_one() == 0, name


def _example(column: sa.Column) -> object:
    kind = column.type
    if isinstance(kind, sa.Integer):
        return 7
    if isinstance(kind, sa.Double):
        return 0.5
    if isinstance(kind, sa.Boolean):
        return False
    if isinstance(kind, sa.String | sa.Text):
        return "x" * 36 if column.name == "id" else "x"
    return {"Moment": NOW, "PackedText": "x", "PackedBytes": b"x", "PackedJson": {}, "JSON": {}}.get(
        type(kind).__name__, b"x"
    )
