"""The library's tables: what one owner searches lies together."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa
from flask import Flask

from backend.storage import library_tables
from backend.storage.db import execute, reading


def test_words_are_found_by_owner_without_reading_anothers(sqlite_url: str, make_app: Callable[[str], Flask]) -> None:
    p = library_tables.postings.c
    query = sa.select(p.places).where(p.owner == 7, p.term == "grass")
    with make_app(sqlite_url).app_context(), reading():
        statement = query.compile(compile_kwargs={"literal_binds": True})
        plan = str(execute(sa.text(f"EXPLAIN QUERY PLAN {statement}")).all())
    assert "PRIMARY KEY (owner=? AND term=?)" in plan
