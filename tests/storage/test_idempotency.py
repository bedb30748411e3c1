from __future__ import annotations

import threading

import pytest

from backend.errors import Conflict, Refused
from backend.storage import idempotency, runs, users
from backend.storage.db import new_id, transaction
from backend.storage.idempotency import Replay
from backend.storage.run_owner import Lease, this_process
from tests.storage.conftest import NOW, World, later

BODY, OTHER = "a" * 64, "b" * 64
HEADERS = {"Content-Type": "application/json", "ETag": '"1"'}


def _begin(world: World, body: str = BODY, seconds: float = 0, owner: str | None = None) -> Replay | None:
    return idempotency.begin(world.user.id, "key", body, Lease(owner or this_process(), later(seconds), 30))


@pytest.mark.parametrize("status", [200, 201, 204, 422])
def test_a_stored_response_is_given_again(world: World, status: int) -> None:
    with transaction():
        assert _begin(world) is None
        idempotency.finish(world.user.id, "key", Replay(status, HEADERS, b'{"a": "\xc3\xa9"}'))
        for _ in range(2):
            assert _begin(world, seconds=3600) == Replay(status, HEADERS, b'{"a": "\xc3\xa9"}')


@pytest.mark.parametrize("status", [400, 401, 404, 409, 412, 429, 500, 502, 503, 504])
def test_after_any_other_status_the_key_runs_again(world: World, status: int) -> None:
    with transaction():
        assert _begin(world) is None
        idempotency.finish(world.user.id, "key", Replay(status, HEADERS, b"no"))
        assert _begin(world, seconds=1) is None
        idempotency.finish(world.user.id, "key", Replay(200, {}, b"yes"))
        assert _begin(world, seconds=2) == Replay(200, {}, b"yes")


def test_another_body_is_refused_even_while_running(world: World) -> None:
    with transaction():
        assert _begin(world) is None
        with pytest.raises(Refused) as caught:
            _begin(world, OTHER)
        assert caught.value.errors is not None and set(caught.value.errors) == {"Idempotency-Key"}
        idempotency.finish(world.user.id, "key", Replay(200, {}, b""))
        with pytest.raises(Refused):
            _begin(world, OTHER)


@pytest.mark.parametrize("key", ["", "x" * 256, "é", "a\nb", "\0"])
def test_keys_of_a_wrong_form_are_refused(world: World, key: str) -> None:
    with transaction(), pytest.raises(Refused):
        idempotency.begin(world.user.id, key, BODY, Lease(this_process(), NOW, 30))


def test_still_running_is_a_conflict_that_names_the_run(world: World) -> None:
    run_id = new_id()
    with transaction():
        assert _begin(world) is None
        with pytest.raises(Conflict) as caught:
            _begin(world)
        assert caught.value.extra == {}
        idempotency.attach_run(world.user.id, "key", run_id)
        with pytest.raises(Conflict) as caught:
            _begin(world)
        assert caught.value.extra == {"run_id": run_id}
        runs.renew_leases(this_process(), [(world.user.id, "key"), (world.user.id, "other")], later(29), 30)
        runs.renew_leases(this_process(), ["key", ("key", world.user.id)], later(1000), 30)
        with pytest.raises(Conflict):
            _begin(world, seconds=31)
        assert _begin(world, seconds=60) is None, "nobody has renewed the lease"


def test_a_dead_processs_key_runs_again_at_once(world: World) -> None:
    dead = ":".join([*this_process().split(":")[:3], "1"])  # our number, but another start
    with transaction():
        assert _begin(world, owner=dead) is None
        assert _begin(world, seconds=1, owner=this_process()) is None
        with pytest.raises(Conflict):
            _begin(world, seconds=2)


def test_a_dead_processs_keys_are_released_for_other_machines(world: World) -> None:
    elsewhere = "elsewhere:b.1:1:1"
    with transaction():
        dead = ":".join([*this_process().split(":")[:3], "1"])
        assert _begin(world, owner=dead) is None
        assert idempotency.begin(world.user.id, "theirs", BODY, Lease(elsewhere, NOW, 30)) is None
        assert idempotency.dead_owners() == [dead], "of another machine nobody knows"
        idempotency.release([dead])
        assert idempotency.dead_owners() == []
        with pytest.raises(Conflict):
            idempotency.begin(world.user.id, "theirs", BODY, Lease(this_process(), NOW, 30))
        assert _begin(world) is None


def test_keys_are_per_user_and_for_a_day(world: World) -> None:
    day = 24 * 3600
    with transaction():
        eve = users.create("eve@example.org", None, "hash", NOW)
        assert _begin(world) is None
        idempotency.finish(world.user.id, "key", Replay(200, {}, b"old"))
        assert idempotency.begin(eve.id, "key", OTHER, Lease(this_process(), NOW, 30)) is None
        assert _begin(world, seconds=day - 1) is not None
        assert _begin(world, OTHER, seconds=day + 1) is None, "after a day it is a new key, swept or not"
        assert idempotency.sweep(later(day - 1)) == 0
        assert idempotency.sweep(later(day + 1)) == 1  # eve's; the other one has begun anew


def test_of_many_threads_one_goes_on(world: World) -> None:
    gate = threading.Barrier(5)
    outcomes: list[str] = []

    def send() -> None:
        with world.app.app_context():
            gate.wait()
            try:
                with transaction():
                    outcomes.append("answered" if _begin(world) else "goes on")
            except Conflict:
                outcomes.append("conflict")

    threads = [threading.Thread(target=send) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["conflict"] * 4 + ["goes on"]
