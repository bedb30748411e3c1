"""Few threads work at a time; one that waits gives up its slot and returns before new ones; nothing gets stuck."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from backend.kernel.work_slots import WorkSlots, waiting
from tests.waiting import NEVER, PATIENCE, until


@contextmanager
def held(slots: WorkSlots, pool: ThreadPoolExecutor) -> Iterator[Callable[[], None]]:
    """A thread that holds a slot until the function is called, or until the context ends."""
    holds, done = threading.Event(), threading.Event()

    def work() -> None:
        with slots.taken():
            holds.set()
            assert done.wait(PATIENCE)

    ended = pool.submit(work)
    assert holds.wait(PATIENCE)

    def end() -> None:
        done.set()
        ended.result(PATIENCE)

    try:
        yield end
    finally:
        end()


def await_line(slots: WorkSlots, count: int) -> None:
    until(lambda: slots._waiting() == count or None)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def test_no_more_threads_work_than_there_are_slots(pool):
    slots, lock = WorkSlots(2, NEVER), threading.Lock()
    working, most = 0, 0

    def work(_: int) -> None:
        nonlocal working, most
        with slots.taken():
            for _ in range(3):
                with lock:
                    working += 1
                    most = max(most, working)
                with lock:
                    working -= 1
                with waiting():
                    pass

    for ended in [pool.submit(work, number) for number in range(200)]:
        ended.result(PATIENCE)
    assert 1 <= most <= 2
    assert slots._free == 2


def test_a_thread_that_waits_lets_another_one_work(pool):
    slots = WorkSlots(1, NEVER)
    with slots.taken(), waiting(), held(slots, pool):
        pass
    assert slots._free == 1


def test_who_begins_goes_first_then_who_returns_then_who_arrives(pool):
    slots, order = WorkSlots(1, NEVER), list[str]()
    left, back = threading.Event(), threading.Event()

    def returning() -> None:
        with slots.taken():
            with waiting():
                left.set()
                assert back.wait(PATIENCE)
            order.append("returning")

    def arriving(name: str, ahead: bool) -> None:
        with slots.taken(ahead):
            order.append(name)

    first = pool.submit(returning)
    assert left.wait(PATIENCE)
    with held(slots, pool):
        second = pool.submit(arriving, "arriving", False)
        await_line(slots, 1)
        back.set()
        await_line(slots, 2)
        third = pool.submit(arriving, "beginning", True)
        await_line(slots, 3)
    for each in (first, second, third):
        each.result(PATIENCE)
    assert order == ["beginning", "returning", "arriving"]


def test_a_slot_is_given_back_after_an_error(pool):
    slots = WorkSlots(1, NEVER)
    with pytest.raises(ZeroDivisionError), slots.taken(), waiting():
        raise ZeroDivisionError
    assert slots._free == 1
    with held(slots, pool):
        assert slots._free == 0


def test_a_thread_has_one_slot(pool):
    slots = WorkSlots(1, NEVER)
    with slots.taken(), slots.taken(), waiting(), held(slots, pool):
        pass
    assert slots._free == 1


def test_without_a_slot_waiting_does_nothing():
    with waiting():
        pass


def test_without_progress_one_more_thread_works_and_later_the_limit_holds_again(pool):
    slots = WorkSlots(1, 0.01)
    with held(slots, pool) as end:
        extra: Future[None] = pool.submit(lambda: _work(slots))
        extra.result(PATIENCE)  # although the only slot is held
        end()
    assert slots._free == 1


def _work(slots: WorkSlots) -> None:
    with slots.taken():
        pass
