"""Runs whose process has died: done by another one where that costs nothing twice, else ended honestly."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from backend.bootstrap import create_core
from backend.errors import CoscribeError
from backend.services import accounts, approval, drafting, run_kinds, run_recovery, runs
from backend.services.drafting import SendMessage
from backend.settings import Settings
from backend.storage import idempotency, run_events, sessions, users
from backend.storage import messages as stored_messages
from backend.storage import runs as stored
from backend.storage import tables as t
from backend.storage.db import db, execute, reading, transaction
from backend.storage.idempotency import Replay
from backend.storage.run_owner import Lease, this_process
from tests.fakes import ScriptedModel

ANSWER = '{"message": "Here.", "document_content": "Text.", "document_structure": [], "sources": [], "new_types": []}'
#: a process of this machine's that is no more, and one of another machine
DEAD = "elsewhere:b.1:1:1"


class Executor:
    """Does the work at once."""

    def __init__(self):
        self.done = []

    def submit(self, user_id, run_id):
        self.done.append(run_id)
        run_kinds.perform(self.ports, user_id, run_id)


@pytest.fixture
def ports(world):
    executor = Executor()
    executor.ports = replace(world.ports, writer=ScriptedModel(ANSWER), executor=executor)
    return executor.ports


@pytest.fixture
def run(ports, world):
    """A run that began, and whose process died."""
    made = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph.", request_id="r-1"))[0]
    bury(ports, made)
    return made


def bury(ports, run, **more):
    with transaction():
        values = {"owner": DEAD, "lease_until": run.started_at, **more}
        execute(t.runs.update().where(t.runs.c.id == run.id).values(values))


def state(world, run):
    with reading():
        return stored.get(world.user_id, run.id), run_events.after(run.id)


def test_what_has_cost_nothing_is_taken_over_and_done_once(ports, world, run):
    assert run_recovery.sweep(ports, resume=True) == 1
    found, told = state(world, run)
    assert (found.status, found.attempts) == ("succeeded", 2) and ports.executor.done == [run.id]
    assert [each.number for each in told] == list(range(1, len(told) + 1)), "no gap, nothing twice"
    assert "resuming" in [each.data.get("phase") for each in told] and told[-1].name == "final_answer"
    with reading():
        said = [(each.role, each.content) for each in stored_messages.page(world.session_id).items]
    assert said == [("user", "Add a paragraph."), ("assistant", "Here.")]
    assert run_recovery.sweep(ports, resume=True) == 0


def test_the_key_of_a_dead_processs_request_is_released(ports, world):
    dead = ":".join([*this_process().split(":")[:3], "1"])
    with transaction():
        idempotency.begin(world.user_id, "key", "a" * 64, Lease(dead, ports.clock(), 45))
    run_recovery.sweep(ports, resume=True)
    with reading():
        assert idempotency.dead_owners() == []


def test_a_process_that_will_not_stay_leaves_it_to_one_that_does(ports, world, run):
    assert run_recovery.sweep(ports, resume=False) == 1
    assert state(world, run)[0].status == "running" and not ports.executor.done


@pytest.mark.parametrize("more", [{"attempts": stored.MOST_ATTEMPTS}, {"asked_at": "now"}, {"cancel": "all"}])
def test_what_may_have_cost_or_was_tried_enough_ends_in_an_error(ports, world, run, more):
    bury(ports, run, **{name: run.started_at if value == "now" else value for name, value in more.items()})
    assert run_recovery.sweep(ports, resume=True) == 1
    found, told = state(world, run)
    assert found.status == "failed" and not ports.executor.done
    assert (told[-1].name, told[-1].data["title"], told[-1].data["run_id"]) == ("error", "Interrupted", run.id)
    assert told[-1].data["request_id"] == found.error["request_id"] == "r-1", "the request that began it"
    assert ("not repeated" in told[-1].data["detail"]) is ("asked_at" in more)


def test_a_run_that_goes_on_here_is_left_alone(ports, world):
    run = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))[0]
    with runs.hold(ports, run):
        with transaction():
            execute(t.runs.update().where(t.runs.c.id == run.id).values(lease_until=run.started_at))
        assert run_recovery.sweep(ports, resume=True) == 1
        assert not ports.executor.done


def test_an_approval_is_not_done_again_by_itself(ports, world):
    drafting.send(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))
    with transaction():
        run = runs.begin(ports, world.user_id, world.session_id, "approve", input={"request_id": "r-1"})
    bury(ports, run)
    run_recovery.sweep(ports, resume=True)
    found, told = state(world, run)
    assert (found.status, found.attempts) == ("failed", 1) and not ports.executor.done
    assert told[-1].data["request_id"] == "r-1"
    assert approval.pending(ports, world.user_id, world.session_id)["pending"] is not None


def test_one_that_was_taken_for_dead_finds_out_and_changes_nothing(ports, world):
    """Its lease was over, another process took the run: what it commits after that is undone."""
    run = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))[0]
    with pytest.raises(CoscribeError), runs.hold(ports, run) as holding:
        bury(ports, run, owner="elsewhere:b.1:2:2")
        run_kinds.KINDS["message"](ports, holding)
    assert state(world, run)[0].status == "running", "it is the other's"
    with reading():
        assert [each.role for each in stored_messages.page(world.session_id).items] == ["user"]


def test_a_run_whose_session_goes_ends_with_it(ports, world):
    run = drafting.begin(ports, world.user_id, SendMessage(world.session_id, "Add a paragraph."))[0]
    follower = runs.feed_of(ports, run).follow()
    with pytest.raises(CoscribeError), runs.hold(ports, run) as holding:
        with transaction():
            sessions.delete(world.session_id)
        run_kinds.KINDS["message"](ports, holding)
    told = []
    while not follower.done:
        told += follower.read(5)
    assert told[-1].name == "error" and told[-1].data["status"] == 404


@pytest.fixture
def ports_of_cleanup(tmp_path, sqlite_url):
    settings = {
        "COSCRIBE_DATA_DIR": str(tmp_path),
        "COSCRIBE_DATABASE_URL": sqlite_url,
        "COSCRIBE_LOG_LEVEL": "CRITICAL",
    }
    app = create_core(Settings.from_env(settings))
    with app.app_context():
        yield app.extensions["coscribe"]
        db.engine.dispose()


def test_what_has_expired_is_forgotten(ports_of_cleanup):
    user, now = accounts.register(ports_of_cleanup, "a@b.org", "0123456789"), ports_of_cleanup.clock()
    old, new = now - timedelta(hours=25), now - timedelta(hours=23)
    with transaction():
        over = users.open_family(user.id, "j", now - timedelta(seconds=1), now)
        good = users.open_family(user.id, "j", now + timedelta(days=1), now)
        for key, began in (("old", old), ("new", new)):
            idempotency.begin(user.id, key, "digest", Lease(this_process(), began, 60))
            idempotency.finish(user.id, key, Replay(200, {}, b"kept"))
    run_recovery.clear_up(ports_of_cleanup)
    with reading():
        assert users.family(over) is None and users.family(good) is not None
    with transaction():
        assert idempotency.begin(user.id, "new", "digest", Lease(this_process(), now, 60)).body == b"kept"
        assert idempotency.begin(user.id, "old", "another", Lease(this_process(), now, 60)) is None
