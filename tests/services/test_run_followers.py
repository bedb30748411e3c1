"""Following a run: from any event, of this process or another, until its end."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest

from backend.channels.memory import MemoryChannel
from backend.errors import NotFound
from backend.kernel.events import Event, Numbered, Token
from backend.services import accounts, run_followers, runs
from backend.storage import run_events, sessions
from backend.storage import runs as stored
from backend.storage import tables as t
from backend.storage.db import execute, transaction
from backend.storage.paging import PageRequest
from backend.storage.run_owner import new_place
from backend.storage.runs import Ending

ELSEWHERE = "elsewhere:b.1:1:1"
ANSWER = {"response": "Tides flood.", "document_content": ""}


class Still:
    """A pulse that never beats: the tests look for themselves, so that nobody looks at the same time."""

    def beating(self, held):
        return nullcontext()

    def watching(self):
        return nullcontext()


@pytest.fixture
def world(world):
    return replace(world, ports=replace(world.ports, pulse=Still()))


@pytest.fixture
def run(world):
    with transaction():
        return runs.begin(world.ports, world.user_id, world.session_id, "message")


@pytest.fixture
def away(world, run):
    """The same run, worked on by another process."""
    with transaction():
        execute(t.runs.update().where(t.runs.c.id == run.id).values(owner=ELSEWHERE))
    return run


def tell(world, run, number: int, name: str = "phase", **data) -> None:
    """What the other process stores."""
    with transaction():
        run_events.add([(run.id, Numbered(number, name, {"run_id": run.id, **data}))], world.ports.clock())


def write(run, text: str, number: int) -> None:
    with transaction():
        stored.keep_texts([(run.id, {"message": text}, number)])


def end(world, run, number: int) -> None:
    with transaction():
        stored.end(run.id, Ending("succeeded", result=ANSWER), world.ports.clock(), owner=ELSEWHERE)
        run_events.add([(run.id, Numbered(number, "final_answer", {"run_id": run.id, **ANSWER}))], world.ports.clock())


def names(told) -> list[str]:
    return [each.name if isinstance(each, (Numbered, Event)) else each.text for each in told]


def follow(world, run, after: int | None = None):
    return run_followers.follow(world.ports, world.user_id, run.id, after)


def test_a_run_that_has_ended_is_told_from_the_database_behind_any_event(world, away) -> None:
    tell(world, away, 2)
    end(world, away, 3)
    whole = follow(world, away)
    assert names(whole.read()) == ["phase", "phase", "Tides flood.", "final_answer"] and whole.done
    assert whole.read() == []
    rest = follow(world, away, 2)
    assert names(rest.read()) == ["Tides flood.", "final_answer"] and rest.done, "who comes back hears the text first"
    for each in (whole, rest):
        each.close()
        each.close()
    assert world.ports.channel.watched() == ()


def test_a_run_just_begun_is_followed_without_the_database(world, run) -> None:
    feed = runs.feed_of(world.ports, run)
    stream = run_followers.follow_new(world.ports, run, feed)
    feed.add([Numbered(2, "final_answer", {})])
    with transaction():  # reading within it would raise an error
        assert names(stream.read(0)) == ["phase", "final_answer"]
    assert stream.done
    stream.close()


def test_a_place_that_the_run_never_reached_is_a_gap_and_said(world, away) -> None:
    tell(world, away, 2)
    stream = follow(world, away, 9)
    gap, *events = stream.read()
    assert gap.data["phase"] == "gap" and "no event 9" in gap.data["detail"]
    assert [each.number for each in events] == [1, 2], "what there is comes with it: nobody is woken for it again"
    stream.close()


def test_a_run_of_another_process_is_heard_by_looking(world, away) -> None:
    stream, channel = follow(world, away), world.ports.channel
    assert names(stream.read()) == ["phase"]
    run_followers.refresh(channel)
    assert stream.read(0) == [], "there is nothing new"
    tell(world, away, 2)
    write(away, "Tides", 1)
    run_followers.refresh(channel)
    assert names(stream.read()) == ["phase", "Tides"]
    write(away, "Tides rise", 2)
    run_followers.refresh(channel)
    assert stream.read() == [Token("message", 5, " rise")]
    end(world, away, 3)
    run_followers.refresh(channel)
    told = stream.read()
    assert told[0] == Token("message", 6, "flood.") and names(told[1:]) == ["final_answer"] and stream.done
    stream.close()


def test_a_run_that_goes_with_its_session_ends_who_follows_it(world, away) -> None:
    stream = follow(world, away)
    assert stream.read() and not stream.done
    with transaction():
        sessions.delete(world.session_id)
    run_followers.refresh(world.ports.channel)
    [last] = stream.read()
    assert (last.name, last.number) == ("error", 2) and stream.done
    assert last.data["detail"] == "The run was deleted together with its session."
    stream.close()


def test_a_failed_run_of_another_process_is_heard_to_its_last_word(world, away) -> None:
    write(away, "Tides", 1)
    stream = follow(world, away)
    assert names(stream.read()) == ["phase", "Tides"]
    with transaction():
        ending = Ending("failed", error={}, text={"message": "Tides rise"})
        stored.end(away.id, ending, world.ports.clock(), owner=ELSEWHERE)
        run_events.add([(away.id, Numbered(2, "error", {"run_id": away.id}))], world.ports.clock())
    run_followers.refresh(world.ports.channel)
    assert names(stream.read()) == [" rise", "error"] and stream.done
    stream.close()


def test_a_run_of_this_process_is_heard_as_it_goes_on(world, run) -> None:
    with runs.hold(world.ports, run) as holding:
        stream = follow(world, run)
        assert names(stream.read()) == ["phase"]
        holding.progress.write("message", 0, "Tides")
        assert names(stream.read()) == ["Tides"]
    told = []
    while not stream.done:
        told += stream.read(5)
    assert names(told) == ["final_answer"]
    stream.close()


def test_followers_of_one_run_share_a_feed_and_each_goes_alone(world, away) -> None:
    ports = replace(world.ports, channel=MemoryChannel())
    one, two = (run_followers.follow(ports, world.user_id, away.id) for _ in range(2))
    assert len(ports.channel.watched()) == 1
    one.close()
    tell(world, away, 2)
    run_followers.refresh(ports.channel)
    assert names(two.read()) == ["phase", "phase"]
    two.close()
    assert ports.channel.watched() == ()


def test_a_run_that_waits_for_a_worker_says_its_place(world, run) -> None:
    with transaction():
        second = sessions.create(world.user_id, None, world.ports.clock()).id
        later = runs.begin(world.ports, world.user_id, second, "message")
        for number, each in enumerate((run, later)):
            at = {"owner": new_place(), "started_at": each.started_at + timedelta(seconds=number)}
            execute(t.runs.update().where(t.runs.c.id == each.id).values(at))
    ports = replace(world.ports, channel=MemoryChannel())
    stream = run_followers.follow(ports, world.user_id, later.id)
    assert [each.data.get("place") for each in stream.read()] == [None, 2]
    assert runs.get(ports, world.user_id, later.id).queue_place == 2
    found = runs.page(ports, world.user_id, None, PageRequest()).items
    assert {each.id: each.queue_place for each in found} == {run.id: 1, later.id: 2}

    with transaction():
        execute(t.runs.update().where(t.runs.c.id == run.id).values(owner=ELSEWHERE))
    run_followers.tell_places(ports.channel)
    assert [each.data for each in stream.read()] == [{"run_id": later.id, "phase": "queued", "place": 1}]
    assert runs.get(ports, world.user_id, run.id).queue_place is None
    stream.close()


def test_what_is_not_ours_is_not_found(world, run) -> None:
    other = accounts.register(world.ports, "b@example.org", "a quiet long phrase")
    for run_id in (run.id, "x"):
        with pytest.raises(NotFound):
            run_followers.follow(world.ports, other.id, run_id)
