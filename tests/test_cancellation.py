"""Asking for work to stop."""

from __future__ import annotations

import threading
import time

import pytest

from backend import cancellation
from backend.cancellation import Cancellation, obeying
from backend.errors import Cancelled


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
    started = time.monotonic()
    with obeying(part), pytest.raises(Cancelled):
        cancellation.pause(60)
    assert time.monotonic() - started < 2


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
