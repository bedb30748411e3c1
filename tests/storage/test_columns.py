from __future__ import annotations

import random
import zlib
from datetime import UTC, datetime, timedelta, timezone

import pytest
import sqlalchemy as sa
from flask import Flask
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from backend.storage.columns import Moment, PackedBytes, PackedJson, PackedText, is_id, new_id
from backend.storage.db import execute, transaction

ID = "8d2b6c0e-5f0a-4b57-9a53-0c1de0a4f7b1"

_moments = st.datetimes(
    datetime(1900, 1, 2), datetime(2200, 1, 1), timezones=st.just(UTC) | st.just(timezone(timedelta(hours=-9.5)))
)
_json = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    moment=_moments,
    text=st.text(st.characters()),  # surrogates and NUL too
    blob=st.binary(),
    value=_json,
)
def test_values_come_back_as_they_went(app: Flask, moment: datetime, text: str, blob: bytes, value: object) -> None:
    table = sa.Table(
        "values_that_pass",
        sa.MetaData(),
        sa.Column("moment", Moment),
        sa.Column("text", PackedText),
        sa.Column("blob", PackedBytes),
        sa.Column("value", PackedJson),
        prefixes=["TEMPORARY"],
    )
    with transaction():
        execute(sa.schema.CreateTable(table))
        execute(table.insert(), {"moment": moment, "text": text, "blob": blob, "value": value})
        row = execute(sa.select(table)).one()
        execute(sa.schema.DropTable(table))
    assert tuple(row) == (moment, text, blob, value)
    assert row.moment.utcoffset() == timedelta(0)


@pytest.mark.parametrize("size", [0, 1, 8192, 32_768, 32_769, 200_000])
def test_long_and_short_values_are_packed_as_zlib_reads_them(size: int) -> None:
    value = random.Random(size).randbytes(size // 2) * 2
    packed = PackedBytes().process_bind_param(value, sqlite.dialect())
    assert packed is not None and zlib.decompress(packed) == value


def test_a_moment_without_a_zone_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="zone"):
        Moment().process_bind_param(datetime(2026, 1, 1), sa.create_engine("sqlite://").dialect)


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (ID, True),
        (ID.upper(), False),
        (ID + "\n", False),
        (ID.replace("-", ""), False),
        ("", False),
        (None, False),
        (ID.encode(), False),
        ("../../../../../../../../../etc/passwd", False),
    ],
)
def test_is_id(text: object, is_one: bool) -> None:
    assert is_id(text) is is_one
    assert is_id(new_id())
