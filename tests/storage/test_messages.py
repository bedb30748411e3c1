from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest
import sqlalchemy as sa

from backend.errors import NotFound
from backend.kernel.works import Citation
from backend.storage import messages, sessions
from backend.storage.db import execute, reading, transaction
from backend.storage.paging import PageRequest
from tests.storage.conftest import NOW, World, later

CITATION = Citation("c1", "On Things", "https://example.org/x", None, "resolved")


def test_a_message_comes_back_as_it_went(world: World) -> None:
    with transaction():
        plain = messages.add(world.session.id, "user", "Write\r\nthis ↯ 𝒳", NOW)
        full = messages.add(
            world.session.id,
            "assistant",
            "Here.",
            later(1),
            mode="write",
            status="pending_approval",
            document_content="# A\n",
            sources=("https://example.org/x", ""),
            citations=(CITATION,),
            attached_sections=({"type": "highlight", "content": "x", "note": None},),
            events=({"name": "phase", "data": {"phase": "provider"}},),
            meta={"provider": "p", "usage": {"cost": None}},
            raw='{"message": "\\u0000"} \0 \ud800',
            request_key="k",
        )
    with reading():
        assert messages.get(plain.id) == plain
        assert messages.get(full.id) == full
        assert messages.page(world.session.id).items == (plain, full)
        assert messages.history(world.session.id) == (plain, replace(full, events=())), "a prompt has no use for steps"
        assert messages.raw(full.id) == '{"message": "\\u0000"} \0 \ud800'
        assert messages.raw(plain.id) is None
        assert messages.meta_of(full.id) == full.model_meta and messages.meta_of(plain.id) == {}
    assert (plain.number, full.number) == (1, 2)
    assert (plain.sources, plain.citations, plain.events, plain.model_meta, plain.placement) == ((), (), (), {}, None)


def test_history_is_one_query_oldest_first_and_keeps_the_newest(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    with transaction():
        for number in range(1, 8):
            messages.add(world.session.id, "user" if number % 2 else "assistant", str(number), NOW)
    with reading(), monkeypatch.context() as patch:
        counting = Mock(wraps=execute)
        patch.setattr(messages, "execute", counting)
        found = [each.content for each in messages.history(world.session.id, before_number=7, limit=3)]
    assert found == ["4", "5", "6"] and counting.call_count == 1
    with reading():
        assert len(messages.history(world.session.id)) == 7
        for order, numbers in (("asc", [1, 2]), ("desc", [7, 6])):
            page = messages.page(world.session.id, PageRequest(limit=2, order=order))
            assert [each.number for each in page.items] == numbers


def test_numbers_are_per_session(world: World) -> None:
    with transaction():
        other = sessions.create(world.user.id, None, NOW)
        assert [messages.add(each, "user", "x", NOW).number for each in (world.session.id, other.id)] == [1, 1]


def test_a_request_key_finds_its_message_and_is_unique_in_the_session(world: World) -> None:
    with transaction():
        stored = messages.add(world.session.id, "user", "x", NOW, request_key="key")
        messages.add(world.session.id, "user", "none", NOW)
        messages.add(world.session.id, "user", "none", NOW)
        assert messages.by_request_key(world.session.id, "key") == stored
        assert messages.by_request_key(world.session.id, "other") is None
        assert messages.by_request_key(sessions.create(world.user.id, None, NOW).id, "key") is None
    with pytest.raises(sa.exc.IntegrityError), transaction():
        messages.add(world.session.id, "user", "again", NOW, request_key="key")


def test_set_status(world: World) -> None:
    placement = {"operation": "append_to_section", "section": ["Methods"], "confidence": 0.5}
    with transaction():
        message = messages.add(world.session.id, "assistant", "x", NOW, status="pending_approval")
        messages.set_status(message.id, "approved", placement)
        messages.set_status(message.id, "approved")
        found = messages.get(message.id)
    assert (found.status, found.placement) == ("approved", placement)


def test_a_session_that_is_gone_is_not_found(world: World) -> None:
    with transaction():
        sessions.delete(world.session.id)
        with pytest.raises(NotFound):
            messages.add(world.session.id, "user", "x", NOW)
        assert not messages.history(world.session.id)


def test_a_summary_only_grows(world: World) -> None:
    with transaction():
        assert messages.get_summary(world.session.id) is None
        for upto, text in ((4, "four"), (8, "eight"), (6, "six, late")):
            messages.put_summary(world.session.id, upto, text)
        assert messages.get_summary(world.session.id) == (8, "eight")
