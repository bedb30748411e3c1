"""Asking for work to stop."""

from __future__ import annotations

import math
import threading

import pytest

from backend.errors import Cancelled
from backend.kernel import cancellation
from backend.kernel.cancellation import Cancellation, obeying


def test_work_without_a_cancellation_goes_on() -> None:
    assert cancellation.current() is None
    cancellation.check()
    cancellation.pause(0.001)


def test_what_is_asked_for_is_obeyed_inside_and_nowhere_else() -> None:
    wish = Cancellation()
    with obeying(wish):
        cancellation.check()
        wish.cancel()
        with pytest.raises(Cancelled):
            cancellation.check()
        with pytest.raises(Cancelled):
            cancellation.pause(60)
    cancellation.check()


def test_a_part_stops_with_the_whole_but_not_the_whole_with_a_part() -> None:
    whole = Cancellation()
    part = Cancellation(within=whole)
    part.cancel()
    assert part.wanted and not whole.wanted
    other = Cancellation(within=whole)
    whole.cancel()
    assert other.wanted


def test_a_pause_ends_when_somebody_asks() -> None:
    whole = Cancellation()
    part = Cancellation(within=whole)
    threading.Timer(0.05, whole.cancel).start()
    with obeying(part), pytest.raises(Cancelled):
        cancellation.pause(math.inf)


def test_threads_are_told_on_purpose() -> None:
    seen: list[Cancellation | None] = []
    wish = Cancellation()

    def work() -> None:
        seen.append(cancellation.current())
        with obeying(wish):
            seen.append(cancellation.current())

    with obeying(wish):
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    assert seen == [None, wish]


def test_who_waits_is_woken_once_and_not_after_it_left() -> None:
    whole = Cancellation()
    part = Cancellation(within=whole)
    woken: list[str] = []
    with part.waking(lambda: woken.append("part")):
        with whole.waking(lambda: woken.append("left")):
            pass
        assert woken == []
        whole.cancel()
    assert woken == ["part"]
    part.cancel()
    assert woken == ["part"]


def test_who_comes_too_late_to_be_woken_is_woken_at_once() -> None:
    whole = Cancellation()
    whole.cancel()
    woken: list[str] = []
    with Cancellation(within=whole).waking(lambda: woken.append("at once")):
        assert woken == ["at once"]


def test_what_is_left_is_the_shortest_of_the_chain() -> None:
    assert Cancellation().left == math.inf
    whole = Cancellation(seconds=60)
    assert 0 < Cancellation(within=whole).left <= 60
    assert Cancellation(within=whole, seconds=5).left <= 5
    assert Cancellation(within=whole, seconds=600).left <= 60
