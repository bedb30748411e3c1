"""Work on a thread that is left behind: its result, its error, and the caller that stops waiting."""

from __future__ import annotations

import threading

import httpcore2
import pytest

from backend.errors import Cancelled
from backend.kernel.cancellation import Cancellation, obeying
from backend.net import side_thread
from tests.waiting import PATIENCE


def test_the_result_comes_from_another_thread() -> None:
    future = side_thread.start("elsewhere", lambda: threading.current_thread().name)
    assert side_thread.result_of(future, 60, "late") == "elsewhere"
    assert side_thread.result_of(future, 0, "late") == "elsewhere"


def test_an_error_is_raised_where_the_result_is_wanted() -> None:
    def fail() -> None:
        raise ZeroDivisionError("told")

    with pytest.raises(ZeroDivisionError, match="told"):
        side_thread.result_of(side_thread.start("fails", fail), 60, "late")


def test_the_caller_stops_waiting() -> None:
    over, wish = threading.Event(), Cancellation()
    wish.cancel()
    future = side_thread.start("hangs", lambda: over.wait(PATIENCE))
    with pytest.raises(httpcore2.ConnectTimeout, match="late"):
        side_thread.result_of(future, 0.01, "late")
    with obeying(wish), pytest.raises(Cancelled):
        side_thread.result_of(future, 60, "late")
    over.set()
    assert side_thread.result_of(future, 60, "late") is True
