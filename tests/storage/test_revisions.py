from __future__ import annotations

import threading

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.document.revision import digest
from backend.errors import NotFound
from backend.storage import drafts, messages, revisions
from backend.storage.db import db, reading, transaction
from backend.storage.drafts import NewDraft
from backend.storage.paging import PageRequest
from tests.storage.conftest import NOW, World, later

PLACEMENT = {"operation": "append_to_document", "section": None, "anchor": None, "confidence": 0.5}


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_come_back_byte_for_byte(world: World, text: str) -> None:
    with transaction():
        base = revisions.head(world.session.id)
        made = revisions.add(world.session.id, base.number, text, "edited", NOW, PLACEMENT)
        assert made is not None
        assert revisions.head(world.session.id) == revisions.get(world.session.id, made.number) == made
    assert (made.content, made.sha256, made.placement) == (text, digest(text), PLACEMENT)


def test_a_stale_base_writes_nothing(world: World) -> None:
    with transaction():
        assert revisions.add(world.session.id, 0, "one", "imported", NOW) is not None
        for base in (0, 2, -1):
            assert revisions.add(world.session.id, base, "stale", "edited", NOW) is None
        assert revisions.head(world.session.id).content == "one"
        assert [each.number for each in revisions.page(world.session.id).items] == [1, 0]


def test_pages_and_a_light_head_carry_no_text(world: World) -> None:
    with transaction():
        revisions.add(world.session.id, 0, "one", "imported", later(1))
        page = revisions.page(world.session.id, PageRequest(limit=1))
        assert [each.content for each in page.items] == [None] and page.next_cursor
        light = revisions.head(world.session.id, content=False)
        full = revisions.head(world.session.id)
    assert light.content is None and light.sha256 == full.sha256 == digest("one")


@pytest.mark.parametrize("number", [1, -1, 2**31, 10**30])
def test_unknown_numbers_are_not_found(world: World, number: int) -> None:
    with reading(), pytest.raises(NotFound):
        revisions.get(world.session.id, number)


def test_of_320_concurrent_appends_none_is_lost(world: World) -> None:
    """Eight writers append a line each, forty times: read, think, compare-and-set, else again."""
    lost_races = [0] * 8

    def write(writer: int) -> None:
        with world.app.app_context():
            for turn in range(40):
                made = None
                while made is None:
                    with reading():
                        base = revisions.head(world.session.id)
                    text = f"{base.content}{writer}.{turn}\n"
                    with transaction():
                        made = revisions.add(world.session.id, base.number, text, "edited", NOW)
                    lost_races[writer] += made is None

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with reading():
        head = revisions.head(world.session.id)
    lines = (head.content or "").splitlines()
    assert head.number == 320 == len(lines)
    assert sorted(lines) == sorted(f"{writer}.{turn}" for writer in range(8) for turn in range(40))
    assert sum(lost_races) > 0, "the writers never met: the test proves nothing"
    assert db.engine.pool.checkedout() == 0  # type: ignore[attr-defined]


def test_no_draft_is_placed_twice(world: World) -> None:
    with transaction():
        message = messages.add(world.session.id, "assistant", "x", NOW)
        draft = drafts.hold(NewDraft(world.session.id, message.id, "x", NOW, 1, ()), NOW)
        revisions.add(world.session.id, 0, "one", "placed", NOW, PLACEMENT, draft.id)
    with pytest.raises(sa.exc.IntegrityError), transaction():
        revisions.add(world.session.id, 1, "oneone", "placed", NOW, PLACEMENT, draft.id)
    with reading():
        assert revisions.head(world.session.id).number == 1


def test_knows(world: World) -> None:
    with transaction():
        revisions.add(world.session.id, 0, "one", "edited", NOW)
        revisions.add(world.session.id, 1, "two", "edited", NOW)
        assert revisions.knows(world.session.id, digest("one"))
        assert revisions.knows(world.session.id, digest("two"), after=1)
        assert not revisions.knows(world.session.id, digest("one"), after=1)
        assert not revisions.knows(world.session.id, digest("by hand"))


def test_find_says_none_where_get_refuses(world: World) -> None:
    with reading():
        assert revisions.find(world.session.id, 0) == revisions.get(world.session.id, 0)
        assert [revisions.find(world.session.id, number) for number in (1, -1, 2**31)] == [None] * 3
