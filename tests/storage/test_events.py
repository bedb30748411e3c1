from __future__ import annotations

import pytest
import sqlalchemy as sa

from backend.kernel.events import Numbered
from backend.storage import events, runs, sessions
from backend.storage.db import transaction
from backend.storage.owner import this_process
from tests.storage.conftest import NOW, World


def _run(world: World) -> str:
    session = sessions.create(world.user.id, None, NOW)
    return runs.begin(session.id, world.user.id, "message", this_process(), NOW, 30).id


def _told(count: int, start: int = 1) -> list[Numbered]:
    return [Numbered(number, "phase", {"phase": f"p{number}"}) for number in range(start, start + count)]


def test_events_come_back_in_order_from_any_number(world: World) -> None:
    with transaction():
        one, other = _run(world), _run(world)
        events.add([(one, each) for each in _told(3)] + [(other, each) for each in _told(1)], NOW)
        assert list(events.after(one)) == _told(3) and list(events.after(one, 2)) == _told(1, 3)
        assert events.after(one, 3) == () == events.after("x")
        assert (events.newest(one), events.newest(other), events.newest("x")) == (3, 1, 0)
        assert events.since({one: 1, other: 1}) == {one: _told(2, 2)} and events.since({}) == {}
        assert events.append(other, "error", {"title": "x"}, NOW).number == 2


def test_a_number_is_given_once(world: World) -> None:
    with transaction():
        run = _run(world)
        events.add([(run, each) for each in _told(1)], NOW)
    with pytest.raises(sa.exc.IntegrityError), transaction():
        events.add([(run, each) for each in _told(1)], NOW)


def test_what_an_event_says_may_be_anything_json_can(world: World) -> None:
    said = {"text": "\x00 \ud800 é", "list": [1, None, {"a": 0.5}]}
    with transaction():
        run = _run(world)
        events.add([(run, Numbered(1, "sources", said))], NOW)
        assert events.after(run)[0].data == said
