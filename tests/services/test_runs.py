"""Runs: one at a time, ended with what they came to."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from backend.errors import Busy, Conflict, ProviderTimeout
from backend.kernel.log_context import current_ids
from backend.services import runs
from backend.storage import runs as stored
from backend.storage import sessions
from backend.storage.db import reading, transaction


def begin(world, **more):
    with transaction():
        return runs.begin(world.ports, world.user_id, world.session_id, "message", **more)


def state(world, run):
    with reading():
        return stored.get(world.user_id, run.id)


def test_one_at_a_time_and_the_problem_names_it(world):
    run = begin(world)
    with runs.hold(world.ports, run):
        with pytest.raises(Conflict) as caught:
            begin(world)
        assert caught.value.extra["run_id"] == run.id
    assert state(world, run).status == "succeeded"
    begin(world)


def test_what_is_logged_meanwhile_names_the_run_and_its_request(world):
    run = begin(world, input={"request_id": "asked"})
    with runs.hold(world.ports, run):
        assert current_ids() == {"run_id": run.id, "request_id": "asked"}
    assert current_ids() == {}


def test_the_first_phase_of_each_kind_of_run_is_told_in_the_guide():
    root = Path(__file__).parents[2]
    described = (root / "backend/api/description/fields.toml").read_text(encoding="utf-8")
    kinds = re.findall(r"`(\w+)`", next(line for line in described.splitlines() if "The work of the run" in line))
    guide = (root / "docs/events.md").read_text(encoding="utf-8")
    phases = guide[guide.index("Phases of a message:") : guide.index("## Of a whole session")]
    assert set(runs.FIRST_PHASES) < set(kinds)
    told = [runs.opening(SimpleNamespace(id="r", kind=kind)).data["phase"] for kind in kinds]
    assert all(f"`{phase}`" in phases for phase in told) and "hearing" in told


def test_success_is_part_of_the_works_commit(world):
    run = begin(world)
    with runs.hold(world.ports, run) as holding:
        with transaction():
            holding.succeed(world.ports.clock())
        assert state(world, run).status == "succeeded"


@pytest.mark.parametrize(
    ("error", "title"), [(ProviderTimeout(), ProviderTimeout.title), (ZeroDivisionError(), "Internal error")]
)
def test_every_error_ends_the_run_and_passes_on(world, error, title):
    run = begin(world)
    with pytest.raises(type(error)), runs.hold(world.ports, run):
        raise error
    ended = state(world, run)
    assert ended.status == "failed" and ended.error["title"] == title


def test_an_error_that_says_when_to_come_again_says_so_in_the_run(world):
    run = begin(world)
    with pytest.raises(Busy), runs.hold(world.ports, run):
        raise Busy("Come again.", retry_after=7)
    assert state(world, run).error["retry_after"] == 7


def test_a_commit_that_failed_after_all_is_no_success(world):
    run = begin(world)
    with pytest.raises(ZeroDivisionError), runs.hold(world.ports, run) as holding, transaction():
        holding.succeed(world.ports.clock())
        raise ZeroDivisionError
    assert state(world, run).status == "failed"


def test_the_last_event_of_a_run_that_was_deleted_meanwhile_has_the_next_number(world):
    run = begin(world)
    with runs.hold(world.ports, run) as holding, transaction():
        sessions.delete(world.session_id)
    (last,) = holding.last
    assert (last.name, last.number) == ("error", 2) and "deleted" in last.data["detail"]
