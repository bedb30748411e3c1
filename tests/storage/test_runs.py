from __future__ import annotations

import signal
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
import sqlalchemy as sa

from backend.errors import Conflict, NotFound
from backend.storage import messages, run_events, runs, sessions, users
from backend.storage.db import new_id, reading, transaction
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import Ending, NewRun, Run
from tests.storage.conftest import NOW, World, later

ROOT = Path(__file__).parents[2]


def _begin(world: World, owner: str | None = None, seconds: float = 0) -> Run:
    return runs.begin(
        NewRun(world.session.id, world.user.id, "message"), Lease(owner or this_process(), later(seconds), 30)
    )


def test_a_run_begins_and_ends(world: World) -> None:
    with transaction():
        run = _begin(world)
        assert runs.get(world.user.id, run.id) == runs.running(world.session.id) == run
        assert (run.status, run.lease_until, run.heartbeat_at) == ("running", later(30), NOW)
        message = messages.add(world.session.id, "assistant", "x", NOW)
        assert runs.end(run.id, Ending("succeeded", message_id=message.id, result={"response": "x"}), later(2))
        assert not runs.end(run.id, Ending("failed"), later(3)), "what has ended stays ended"
        done = runs.get(world.user.id, run.id)
    assert (done.status, done.ended_at, done.message_id) == ("succeeded", later(2), message.id)
    assert (done.result, done.error) == ({"response": "x"}, None)


def test_a_second_run_of_the_session_is_told_which_one_is_going(world: World) -> None:
    with transaction():
        first = _begin(world)
        with pytest.raises(Conflict) as caught:
            _begin(world)
        assert caught.value.extra == {"run_id": first.id}
        other = sessions.create(world.user.id, None, NOW)
        runs.begin(NewRun(other.id, world.user.id, "message"), Lease(this_process(), NOW, 30))
        runs.end(first.id, Ending("failed", error={"title": "x"}), NOW)
        assert _begin(world).id != first.id


def test_work_outside_of_sessions_runs_side_by_side(world: World) -> None:
    with transaction():
        made = [runs.begin(NewRun(None, world.user.id, "import"), Lease(this_process(), NOW, 30)) for _ in range(2)]
        assert {run.id for run in runs.page(world.user.id).items} == {run.id for run in made}
        assert runs.page(world.user.id, world.session.id).items == ()


def test_a_run_of_a_session_that_is_gone_is_not_found(world: World) -> None:
    with transaction():
        sessions.delete(world.session.id)
        with pytest.raises(NotFound):
            _begin(world)


@pytest.mark.parametrize(("seconds", "free"), [(29, False), (31, True)])
def test_a_lease_that_is_over_frees_the_session(world: World, seconds: float, free: bool) -> None:
    with transaction():
        first = _begin(world, "elsewhere:b.1:1:1")
        if not free:
            with pytest.raises(Conflict):
                _begin(world, seconds=seconds)
            return
        second = _begin(world, seconds=seconds)
        ended = runs.get(world.user.id, first.id)
        assert (ended.status, ended.ended_at) == ("failed", later(seconds)) and ended.error
        assert runs.running(world.session.id) == second


def test_beats_keep_a_run_alive_and_only_the_owners(world: World) -> None:
    with transaction():
        first = _begin(world, "elsewhere:b.1:1:1")
        runs.renew_leases("elsewhere:b.1:1:1", [first.id], later(20), 30)
        with pytest.raises(Conflict):
            _begin(world, seconds=49)
        # neither a longer number nor a pattern means this owner
        for other in ("elsewhere:b.1:1:11", "elsewhere:b.1:1:", "%", "elsewhere:b.1:1:_"):
            runs.renew_leases(other, [first.id], later(1000), 30)
        runs.renew_leases("elsewhere:b.1:1:1", ["another", ("user", "key")], later(1000), 30)  # one it could not end
        assert runs.get(world.user.id, first.id).heartbeat_at == later(20)
        assert _begin(world, seconds=51).id != first.id


_CHILD = """
import sys, time
from datetime import UTC, datetime
from flask import Flask
from backend.storage import runs
from backend.storage.db import init_database, transaction
from backend.storage.run_owner import Lease, this_process
from backend.storage.runs import NewRun
url, session_id, user_id = sys.argv[1:]
app = Flask("child")
init_database(app, url)
with app.app_context():
    with transaction():
        runs.begin(NewRun(session_id, user_id, "message"), Lease(this_process(), datetime.now(UTC), 3600))
    print("begun", flush=True)
    time.sleep(60)
"""


def test_a_killed_process_frees_its_session_at_once(world: World) -> None:
    url = world.app.config["SQLALCHEMY_DATABASE_URI"]
    command = [sys.executable, "-c", _CHILD, url, world.session.id, world.user.id]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "begun\n"
        with reading():
            theirs = runs.running(world.session.id)
        assert theirs is not None and theirs.lease_until > later(0)
        moment = theirs.started_at
        with transaction(), pytest.raises(Conflict):
            runs.begin(NewRun(world.session.id, world.user.id, "message"), Lease(this_process(), moment, 30))
        with reading():
            assert runs.abandoned(moment) == ()
        child.send_signal(signal.SIGKILL)
        child.wait()
    with transaction():
        ours = runs.begin(NewRun(world.session.id, world.user.id, "message"), Lease(this_process(), moment, 30))
        assert runs.get(world.user.id, theirs.id).status == "failed"
        assert runs.running(world.session.id) == ours


def test_void_is_what_nobody_works_on(world: World) -> None:
    with transaction():
        dead = _begin(world, "elsewhere:b.1:1:1")
        other = sessions.create(world.user.id, None, NOW)
        alive = runs.begin(NewRun(other.id, world.user.id, "message"), Lease(this_process(), NOW, 3600))
        assert [run.id for run in runs.abandoned(later(31))] == [dead.id]
        assert runs.interrupt(dead, later(31)) and not runs.interrupt(dead, later(31))
        assert runs.abandoned(later(31)) == ()
        assert runs.get(world.user.id, dead.id).status == "failed"
        assert runs.get(world.user.id, alive.id).status == "running"
        assert [each.name for each in run_events.after(dead.id)] == ["error"], "those who follow are told"


def test_a_process_is_looked_for_once_however_many_runs_it_has(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(runs, "is_alive", lambda owner: asked.append(owner) or owner != "elsewhere:b.1:1:1")
    with transaction():
        for owner in ("elsewhere:b.1:1:1", this_process()):
            for _ in range(3):
                session = sessions.create(world.user.id, None, NOW)
                runs.begin(NewRun(session.id, world.user.id, "message"), Lease(owner, NOW, 30))
        assert {run.owner for run in runs.abandoned(NOW)} == {"elsewhere:b.1:1:1"}
        assert sorted(asked) == sorted(["elsewhere:b.1:1:1", this_process()])
        assert len(runs.abandoned(later(31))) == 6, "their leases have expired"


def test_what_a_dead_process_had_written_is_told_with_its_end(world: World) -> None:
    with transaction():
        dead = _begin(world, "elsewhere:b.1:1:1")
        runs.mark_asked([dead.id], NOW)
        runs.keep_texts([(dead.id, {"message": "Tides"}, 1)])
        assert runs.interrupt(runs.get(world.user.id, dead.id), later(31))
        error = runs.get(world.user.id, dead.id).error or {}
        assert error["partial"] == {"truncated": True, "characters": {"message": 5}} and "is kept" in error["detail"]
        assert error["detail"].count("Send the request again") == 1
        mute = _begin(world, "elsewhere:b.1:1:1")
        runs.mark_asked([mute.id], NOW)
        assert runs.interrupt(runs.get(world.user.id, mute.id), later(31))
        error = runs.get(world.user.id, mute.id).error or {}
        assert "partial" not in error and "is kept" not in error["detail"]


def test_a_void_run_is_taken_over_once_and_only_while_it_has_cost_nothing(world: World) -> None:
    with transaction():
        run = runs.begin(
            NewRun(world.session.id, world.user.id, "message", {"message_id": "x"}), Lease("elsewhere:b.1:1:1", NOW, 30)
        )
        assert run.may_be_resumed
        assert runs.take_over(run, this_process(), later(31), 30)
        assert not runs.take_over(run, "elsewhere:b.1:2:2", later(31), 30), "somebody was quicker"
        assert not runs.end(run.id, Ending("succeeded"), later(32), owner=run.owner), "the first owner has lost it"
        taken = runs.get(world.user.id, run.id)
        assert (taken.attempts, taken.input, taken.may_be_resumed) == (2, {"message_id": "x"}, False)
    asked = replace(run, asked_at=NOW)
    assert not asked.may_be_resumed and not replace(run, input=None).may_be_resumed
    assert not replace(run, cancel="all").may_be_resumed and replace(run, cancel="retrieval").may_be_resumed


def test_asking_is_marked_once(world: World) -> None:
    with transaction():
        run = _begin(world)
        runs.mark_asked([run.id], later(1))
        runs.mark_asked([run.id], later(2))
        assert runs.get(world.user.id, run.id).asked_at == later(1)
        other = runs.begin(NewRun(None, world.user.id, "library"), Lease("a:b.1:1:1", NOW, 45))
        runs.mark_asked([], later(3))
        assert runs.get(world.user.id, other.id).asked_at is None


def test_wishes_to_stop_reach_the_owner(world: World) -> None:
    with transaction():
        run = _begin(world)
        assert runs.asked_to_stop(run.owner) == {}
        assert runs.ask_to_stop(run.id, "retrieval") and runs.asked_to_stop(run.owner) == {run.id: "retrieval"}
        assert runs.ask_to_stop(run.id, "all") and runs.ask_to_stop(run.id, "retrieval")
        assert runs.asked_to_stop(run.owner) == {run.id: "all"}, "the greater wish stays"
        assert runs.asked_to_stop("elsewhere:b.1:1:1") == {}
        runs.end(run.id, Ending("cancelled"), NOW)
        assert not runs.ask_to_stop(run.id, "all") and runs.asked_to_stop(run.owner) == {}


def test_text_is_kept_until_the_result_has_it(world: World) -> None:
    with transaction():
        run = _begin(world)
        runs.keep_texts([(run.id, {"message": "He"}, 1)])
        assert runs.states([run.id, new_id()]) == {run.id: ("running", 1)}
        assert runs.texts([run.id]) == {run.id: {"message": "He"}}
        runs.end(run.id, Ending("succeeded", result={"response": "Hello"}), NOW)
        assert runs.get(world.user.id, run.id).text is None
        assert runs.owned(run.owner) == set()


def test_a_process_is_told_of_its_own_running_runs_only(world: World) -> None:
    with transaction():
        run = _begin(world)
        ended, theirs = (
            runs.begin(NewRun(None, world.user.id, "library"), Lease(who, NOW, 45)) for who in (run.owner, "a:b.1:1:1")
        )
        runs.end(ended.id, Ending("succeeded"), NOW)
        assert runs.owned(run.owner) == {run.id} and runs.owned(theirs.owner) == {theirs.id}


def test_of_many_threads_one_begins(world: World) -> None:
    gate = threading.Barrier(6)
    begun: list[str] = []
    named: list[str] = []

    def start() -> None:
        with world.app.app_context():
            gate.wait()
            try:
                with transaction():
                    begun.append(_begin(world).id)
            except Conflict as error:
                named.append(error.extra["run_id"])

    threads = [threading.Thread(target=start) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(begun) == 1 and named == begun * 5


def test_two_running_rows_are_impossible(world: World) -> None:
    with transaction():
        first = _begin(world)
        runs.end(first.id, Ending("failed"), NOW)
        _begin(world)
    with pytest.raises(sa.exc.IntegrityError), transaction():
        runs.execute(sa.text("UPDATE runs SET status = 'running' WHERE id = :id"), {"id": first.id})


def test_other_peoples_runs_are_not_found(world: World) -> None:
    with transaction():
        run = _begin(world)
        eve = users.create("eve@example.org", None, "hash", NOW)
        for user_id, run_id in ((eve.id, run.id), (world.user.id, new_id()), (world.user.id, "x")):
            with pytest.raises(NotFound):
                runs.get(user_id, run_id)


def test_pages_carry_no_results(world: World) -> None:
    with transaction():
        run = _begin(world)
        message = messages.add(world.session.id, "assistant", "x", NOW)
        runs.attach(run.id, message.id)
        runs.end(run.id, Ending("succeeded", result={"response": "long"}), NOW)
        (found,) = runs.page(world.user.id, world.session.id).items
    assert (found.id, found.message_id, found.result, found.status) == (run.id, message.id, None, "succeeded")
