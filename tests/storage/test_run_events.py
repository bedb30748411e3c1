from __future__ import annotations

import pytest
import sqlalchemy as sa

from backend.kernel.events import Numbered
from backend.storage import run_events, runs, sessions
from backend.storage.db import transaction
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import NewRun
from tests.storage.conftest import NOW, World


def _run(world: World) -> str:
    session = sessions.create(world.user.id, None, NOW)
    return runs.begin(NewRun(session.id, world.user.id, "message"), Lease(this_process(), NOW, 30)).id


def _told(count: int, start: int = 1) -> list[Numbered]:
    return [Numbered(number, "phase", {"phase": f"p{number}"}) for number in range(start, start + count)]


def test_events_come_back_in_order_from_any_number(world: World) -> None:
    with transaction():
        one, other = _run(world), _run(world)
        run_events.add([(one, each) for each in _told(3)] + [(other, each) for each in _told(1)], NOW)
        assert list(run_events.after(one)) == _told(3) and list(run_events.after(one, 2)) == _told(1, 3)
        assert run_events.after(one, 3) == () == run_events.after("x")
        assert (run_events.newest(one), run_events.newest(other), run_events.newest("x")) == (3, 1, 0)
        assert run_events.since({one: 1, other: 1}) == {one: _told(2, 2)} and run_events.since({}) == {}
        assert run_events.append(other, "error", {"title": "x"}, NOW).number == 2


def test_a_number_is_given_once(world: World) -> None:
    with transaction():
        run = _run(world)
        run_events.add([(run, each) for each in _told(1)], NOW)
    with pytest.raises(sa.exc.IntegrityError), transaction():
        run_events.add([(run, each) for each in _told(1)], NOW)


def test_what_an_event_says_may_be_anything_json_can(world: World) -> None:
    said = {"text": "\x00 \ud800 é", "list": [1, None, {"a": 0.5}]}
    with transaction():
        run = _run(world)
        run_events.add([(run, Numbered(1, "sources", said))], NOW)
        assert run_events.after(run)[0].data == said
