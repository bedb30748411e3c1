"""Rows as lines of JSON, and back: in kinds that both databases have."""

from __future__ import annotations

import json

import sqlalchemy as sa

from backend.storage import drafts, dump, messages, tables
from backend.storage.db import execute, reading, transaction
from tests.storage.conftest import NOW, World


def test_rows_come_back_as_they_were(world: World) -> None:
    with transaction():
        messages.add(world.session.id, "assistant", "Grün 研究", NOW, raw="raw \ud800", sources=("a", "b"))
    shape = next(each for each in dump.shapes() if each.name == "messages")
    kinds = dict(shape.columns)
    assert (kinds["raw"], kinds["created_at"], kinds["sources"], kinds["content"]) == (
        "bytes",
        "moment",
        "json",
        "plain",
    )
    with reading():
        before = execute(sa.select(tables.messages)).all()
        lines = list(dump.lines(shape))
    assert len(lines) == 1 and lines[0].isascii()
    with transaction():
        execute(tables.messages.delete())
        assert dump.load(shape, lines) == 1
        assert execute(sa.select(tables.messages)).all() == before


def test_a_yes_or_no_is_the_same_in_both_databases(world: World) -> None:
    shape = next(each for each in dump.shapes() if each.name == "drafts")
    assert dict(shape.columns)["truncated"] == "flag"
    earlier = dump.TableShape("drafts", tuple((n, "plain" if k == "flag" else k) for n, k in shape.columns))
    with transaction():
        said = messages.add(world.session.id, "assistant", "Said.", NOW)
        drafts.hold(drafts.NewDraft(world.session.id, said.id, "A draft.", NOW, 0, (), truncated=True), NOW)
        before = execute(sa.select(tables.drafts)).all()
        (line,) = dump.lines(shape)
        place = [name for name, _ in shape.columns].index("truncated")
        assert json.loads(line)[place] is True
        as_number = json.dumps([int(each) if at == place else each for at, each in enumerate(json.loads(line))])
        for kinds in (shape, earlier):
            execute(tables.drafts.delete())
            dump.load(kinds, [as_number])
            assert execute(sa.select(tables.drafts)).all() == before, "an earlier backup has numbers of kind plain"


def test_tables_come_after_those_that_they_refer_to(world: World) -> None:
    names = [each.name for each in dump.shapes()]
    assert names.index("users") < names.index("sessions") < names.index("messages") < names.index("drafts")
    assert "schema_support" not in names, "the migrations fill it"
