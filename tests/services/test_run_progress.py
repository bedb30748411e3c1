"""What a run tells is stored in its order, all of it once, whatever the database does meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backend.channels.memory import MemoryChannel
from backend.errors import Cancelled
from backend.kernel.events import Event
from backend.services.run_progress import SHORT, Progress, Unsaved


class Ports:
    """As much of the outside world as telling needs: somebody who is woken."""

    def __init__(self) -> None:
        self.recorder = self
        self.urgent: list[bool] = []

    def wake(self, work: Progress, urgent: bool = False) -> None:
        self.urgent.append(urgent)


def begun() -> tuple[Progress, Any]:
    ports = Ports()
    return Progress(ports, "r1", MemoryChannel().open("r1")), ports  # type: ignore[arg-type]


def step(number: int) -> Event:
    return Event("phase", {"phase": f"step {number}"})


@given(st.lists(st.sampled_from(["tell", "take", "fail", "keep"]), max_size=40))
def test_every_event_is_stored_once_and_in_order(course: list[str]) -> None:
    work, _ = begun()
    told, kept = 0, list[int]()
    taken: Unsaved | None = None
    for what in course:
        if what == "tell":
            told += 1
            work.emit(step(told))
        elif what == "take":
            found = work.take(with_text=True)
            assert taken is None or found is None, "one at a time"
            taken = found or taken
        elif taken is not None and what == "fail":
            work.give_back(taken)
            taken = None
        elif taken is not None:
            work.stored(taken, mine=True)
            kept += [each.number for each in taken.events]
            taken = None
    if taken is not None:
        work.give_back(taken)
    work.seal()
    last = work.last_events("final_answer", {"answer": "x"})
    assert kept + [each.number for each in last] == list(range(1, told + 2))
    assert [each.number for each in work.feed.events()] == kept, "sent is what is stored"
    assert last[-1].name == "final_answer" and work.take(with_text=True) is None
    assert [each.data["phase"] for each in work.told] == [f"step {n + 1}" for n in range(told)]


def test_text_that_could_not_be_kept_is_kept_later() -> None:
    work, _ = begun()
    work.write("message", 0, "The tides")
    assert work.take(with_text=False) is None
    first = work.take(with_text=True)
    assert first is not None and first.text == {"message": "The tides"}
    work.give_back(first)
    again = work.take(with_text=True)
    assert again is not None and again.text == first.text and again.text_number > first.text_number
    work.stored(again, mine=True)
    assert work.take(with_text=True) is None, "what is kept is not kept again"


def test_who_asks_waits_until_that_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    work, ports = begun()

    def wake(work: Progress, urgent: bool = False) -> None:
        found = work.take(with_text=True)
        assert urgent and found is not None and found.asked
        work.stored(found, mine=True)
        ports.urgent.append(urgent)

    monkeypatch.setattr(ports, "wake", wake)
    work.ask()
    work.ask()
    assert ports.urgent == [True], "stored once"


@pytest.mark.parametrize(("what", "searching", "all_of_it"), [("retrieval", True, False), ("all", True, True)])
def test_stopping_the_search_is_not_stopping_the_work(what: str, searching: bool, all_of_it: bool) -> None:
    work, _ = begun()
    work.stop(what)
    assert (work.searching.wanted, work.stop_request.wanted) == (searching, all_of_it)
    if all_of_it:
        with pytest.raises(Cancelled):
            work.ask()


def test_a_run_that_is_not_ours_any_more_ends_and_sends_nothing() -> None:
    work, _ = begun()
    work.emit(step(1))
    taken = work.take(with_text=True)
    assert taken is not None
    work.stored(taken, mine=False)
    assert work.stop_request.wanted and not work.feed.events()


def test_after_the_end_nothing_is_heard() -> None:
    work, _ = begun()
    work.close()
    work.emit(step(1))
    assert work.take(with_text=True) is None and not work.told


def test_steps_are_told_in_a_line_and_answers_whole() -> None:
    work, _ = begun()
    long = "word\n" * 200
    work.emit(Event("tool_call_error", {"error": long, "extra": {"more": long}, "count": 7}))
    work.emit(Event("final_answer", {"answer": long}))
    step_told, answer = (each.data for each in work.told)
    for cut in (step_told["error"], step_told["extra"]["more"]):
        assert len(cut) <= SHORT and cut.endswith("…") and "\n" not in cut
    assert step_told["count"] == 7 and answer["answer"] == long and answer["run_id"] == "r1"
