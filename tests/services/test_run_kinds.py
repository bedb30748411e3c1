"""A run that waits for a worker: at one place, taken up once, by whoever comes with that place's name."""

from __future__ import annotations

import pytest

from backend.errors import ProviderTimeout
from backend.kernel.events import Event
from backend.services import run_kinds, runs
from backend.storage import runs as stored
from backend.storage.db import reading, transaction
from backend.storage.run_owner import this_process


@pytest.fixture
def run(world):
    with transaction():
        return runs.begin(world.ports, world.user_id, world.session_id, "message")


@pytest.fixture
def done(monkeypatch):
    """The holdings that the work of a message was given."""
    holdings = []

    def work(ports, holding):
        holdings.append(holding)
        return {"response": "Done."}

    monkeypatch.setitem(run_kinds.KINDS, "message", work)
    return holdings


def state(world, run):
    with reading():
        return stored.get(world.user_id, run.id)


def test_a_place_is_the_runs_owner_until_it_is_claimed_once(world, run):
    place = run_kinds.queue(world.ports, world.user_id, run.id)
    assert place and state(world, run).owner == place != this_process()
    assert run_kinds.claim(world.ports, world.user_id, run.id, "another place") is False
    assert run_kinds.claim(world.ports, world.user_id, run.id, place) is True
    assert state(world, run).owner == this_process()
    assert run_kinds.claim(world.ports, world.user_id, run.id, place) is False


def test_a_run_that_waits_already_or_is_not_there_gets_no_place(world, run):
    assert run_kinds.queue(world.ports, world.user_id, run.id)
    assert run_kinds.queue(world.ports, world.user_id, run.id) is None
    assert run_kinds.queue(world.ports, world.user_id, "no run") is None
    assert run_kinds.claim(world.ports, world.user_id, "no run", "x") is False


def test_a_task_that_is_delivered_twice_is_done_once(world, run, done):
    place = run_kinds.queue(world.ports, world.user_id, run.id)
    assert run_kinds.take_up(world.ports, world.user_id, run.id, place) == {"response": "Done."}
    assert run_kinds.take_up(world.ports, world.user_id, run.id, place) is None
    assert len(done) == 1 and state(world, run).status == "succeeded"


def test_what_kept_it_from_an_answer_is_raised_and_stored(world, run, monkeypatch):
    def fail(ports, holding):
        raise ProviderTimeout("Slow.")

    monkeypatch.setitem(run_kinds.KINDS, "message", fail)
    with pytest.raises(ProviderTimeout):
        run_kinds.perform(world.ports, world.user_id, run.id)
    assert (state(world, run).status, state(world, run).error["detail"]) == ("failed", "Slow.")


@pytest.mark.parametrize(("attempts", "told"), [(1, []), (2, [Event("phase", {"phase": "resuming"})])])
def test_a_second_attempt_says_that_it_is_one(world, run, monkeypatch, attempts, told):
    heard = []
    with transaction():
        for _ in range(attempts - 1):
            assert stored.take_over(state_inside(world, run), this_process(), world.ports.clock(), 30)

    def work(ports, holding):
        assert holding.run.attempts == attempts
        return {}

    monkeypatch.setitem(run_kinds.KINDS, "message", work)
    monkeypatch.setattr(runs.Holding, "emit", lambda self, event: heard.append(event))
    run_kinds.perform(world.ports, world.user_id, run.id)
    assert heard == told


def state_inside(world, run):
    return stored.get(world.user_id, run.id)


def test_every_kind_of_run_has_its_work():
    assert set(run_kinds.KINDS) == {"message", "rewrite", "research", "library", "verification", "check"}
