"""Requests that come twice: while the first is worked on, and after it, also where its process has died."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace

import pytest

from backend.errors import Conflict, Refused
from backend.services import idempotency, runs
from backend.storage import idempotency as stored
from backend.storage import runs as stored_runs
from backend.storage.db import transaction
from backend.storage.idempotency import Replay
from backend.storage.runs import Ending

DIGEST = "a" * 64


def begin(world, body=DIGEST):
    return idempotency.begin(world.ports, world.user_id, "key", body)


@pytest.fixture
def run(world):
    """A request with a key whose run has begun."""
    assert begin(world) is None
    with transaction():
        made = runs.begin(world.ports, world.user_id, world.session_id, "message")
        stored.attach_run(world.user_id, "key", made.id)
    return made


def test_an_answer_is_given_again_and_to_the_same_request_only(world):
    assert begin(world) is None
    idempotency.finish(world.ports, world.user_id, "key", Replay(200, {"ETag": '"1"'}, b"{}"))
    assert begin(world) == Replay(200, {"ETag": '"1"'}, b"{}")
    with pytest.raises(Refused):
        begin(world, "b" * 64)


def test_while_the_first_is_worked_on_its_run_is_named(world, run):
    with pytest.raises(Conflict) as raised:
        begin(world)
    assert raised.value.extra == {"run_id": run.id}


def test_a_second_request_waits_a_moment_for_the_run_to_be_known(world, monkeypatch):
    assert begin(world) is None
    made = []

    def sleep(seconds):
        with transaction():
            made.append(runs.begin(world.ports, world.user_id, world.session_id, "message"))
            stored.attach_run(world.user_id, "key", made[0].id)

    monkeypatch.setattr(idempotency, "time", SimpleNamespace(sleep=sleep, monotonic=time.monotonic))
    with pytest.raises(Conflict) as raised:
        idempotency.begin_or_join(world.ports, world.user_id, "key", DIGEST)
    assert raised.value.extra == {"run_id": made[0].id} and len(made) == 1


def test_it_does_not_wait_for_ever(world, monkeypatch):
    assert begin(world) is None
    clock, slept = [0.0], []

    def sleep(seconds):
        slept.append(seconds)
        clock[0] += seconds

    monkeypatch.setattr(idempotency, "time", SimpleNamespace(sleep=sleep, monotonic=lambda: clock[0]))
    with pytest.raises(Conflict) as raised:
        idempotency.begin_or_join(world.ports, world.user_id, "key", DIGEST)
    assert "run_id" not in raised.value.extra
    assert sum(slept) == pytest.approx(idempotency.ATTACHING, abs=idempotency.LOOKING * 1.5)


def test_who_comes_first_goes_on(world):
    assert idempotency.begin_or_join(world.ports, world.user_id, "key", DIGEST) is None


def test_the_answer_of_a_run_that_outlived_its_request_is_given_and_kept(world, run):
    with transaction():
        assert stored_runs.end(run.id, Ending("succeeded", result={"response": "é"}), world.ports.clock())
    ahead = replace(world.ports, clock=lambda: world.ports.clock() + timedelta(minutes=2))  # its lease is over
    replay = idempotency.begin(ahead, world.user_id, "key", DIGEST)
    assert replay is not None and (replay.status, json.loads(replay.body)) == (200, {"response": "é"})
    assert replay.headers == {"Content-Type": "application/json", "X-Run-Id": run.id}
    assert "é".encode() in replay.body
    assert begin(world) == replay


def test_a_run_that_goes_on_after_its_request_is_joined(world, run):
    with transaction():
        stored.finish(world.user_id, "key", Replay(0, {}, b""))
    with pytest.raises(Conflict) as raised:
        begin(world)
    assert raised.value.extra == {"run_id": run.id}


def test_a_run_that_failed_leaves_the_key_to_run_again(world, run):
    with transaction():
        assert stored_runs.end(run.id, Ending("failed"), world.ports.clock())
        stored.finish(world.user_id, "key", Replay(0, {}, b""))
    assert begin(world) is None
