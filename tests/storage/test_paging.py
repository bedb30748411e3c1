from __future__ import annotations

import base64
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backend.errors import Refused
from backend.storage import messages, sessions
from backend.storage.db import reading, transaction
from backend.storage.paging import PageRequest
from tests.storage.conftest import NOW, World, later

ID = "8d2b6c0e-5f0a-4b57-9a53-0c1de0a4f7b1"


def test_pages_walk_all_in_both_directions_while_rows_come(world: World) -> None:
    with transaction():
        # the same moment for all: the id decides
        made = {sessions.create(world.user.id, str(number), NOW).id for number in range(6)} | {world.session.id}
    for order in ("asc", "desc"):
        seen: list[str] = []
        cursor = None
        while True:
            with transaction():
                page = sessions.page(world.user.id, PageRequest(limit=2, cursor=cursor, order=order))
                sessions.create(world.user.id, "later", later(10 if order == "desc" else -10))
            seen += [each.id for each in page.items]
            cursor = page.next_cursor
            if cursor is None:
                break
        assert [each for each in seen if each in made] == sorted(made, reverse=order == "desc")


@pytest.mark.parametrize(("limit", "sizes"), [(1, [1, 1, 1]), (2, [2, 1]), (3, [3]), (4, [3])])
def test_the_last_page_has_no_cursor(world: World, limit: int, sizes: list[int]) -> None:
    with transaction():
        for number in range(3):
            messages.add(world.session.id, "user", str(number), NOW)
    found = []
    cursor = None
    with reading():
        while not found or cursor is not None:
            page = messages.page(world.session.id, PageRequest(limit=limit, cursor=cursor))
            found.append(len(page.items))
            cursor = page.next_cursor
    assert found == sizes


def _cursor(*values: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(values).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "!!",
        "é",
        "\0",
        "W" * 5000,
        base64.urlsafe_b64encode(b"[" * 4000).decode(),
        base64.urlsafe_b64encode(b"\xff\xfe").decode(),
        _cursor(),
        _cursor("sessions"),
        _cursor("sessions", NOW.isoformat()),
        _cursor("sessions", NOW.isoformat(), ID, 1),
        _cursor("messages", NOW.isoformat(), ID),
        _cursor("sessions", "2026-03-01T12:00:00", ID),
        _cursor("sessions", "soon", ID),
        _cursor("sessions", 12, ID),
        _cursor("sessions", NOW.isoformat(), "not an id"),
        _cursor("sessions", NOW.isoformat(), "\ud800"),
        _cursor("sessions", NOW.isoformat(), None),
        _cursor("sessions", "0001-01-01T00:00:00+23:59", ID),
    ],
)
def test_bad_cursors_are_refused(world: World, cursor: str) -> None:
    with reading(), pytest.raises(Refused) as caught:
        sessions.page(world.user.id, PageRequest(limit=5, cursor=cursor))
    assert caught.value.errors is not None and set(caught.value.errors) == {"cursor"}


@pytest.mark.parametrize("number", [2**31, -(2**40), 10**30, 1.5, True, "1", None, [1]])
def test_a_number_that_no_column_holds_is_refused(world: World, number: object) -> None:
    with reading(), pytest.raises(Refused):
        messages.page(world.session.id, PageRequest(cursor=_cursor("messages", number)))


def test_an_unknown_order_is_a_programming_error(world: World) -> None:
    with reading(), pytest.raises(ValueError, match="sideways"):
        messages.page(world.session.id, PageRequest(order="sideways"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cursor=st.text(max_size=60) | st.binary(max_size=40).map(lambda raw: base64.urlsafe_b64encode(raw).decode()))
def test_any_text_is_a_cursor_or_refused(world: World, cursor: str) -> None:
    with reading():
        try:
            messages.page(world.session.id, PageRequest(cursor=cursor))
        except Refused:
            return
