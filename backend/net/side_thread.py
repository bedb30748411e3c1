"""Do blocking work in a separate thread, so that the caller does not have to wait until it ends.

Resolving a name, connecting, and the handshake of TLS cannot be interrupted. The caller waits until its deadline, or
until its work is cancelled. The thread then continues alone, and ends with its work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import TypeVar

import httpcore2

from backend.kernel import cancellation
from backend.net import deadline

_Result = TypeVar("_Result")


def start(name: str, work: Callable[[], _Result]) -> Future[_Result]:
    """Do `work` in a new thread called `name`, and return the future that will have its result."""
    future: Future[_Result] = Future()

    def run() -> None:
        try:
            result = work()
        except Exception as error:  # noqa: BLE001 - `result_of` raises it in the thread that waits
            future.set_exception(error)
        else:
            future.set_result(result)

    threading.Thread(target=run, daemon=True, name=name).start()
    return future


def result_of(future: Future[_Result], seconds: float, late: str) -> _Result:
    """Wait until the work that `start` began has ended. Returns its result, or raises its exception. Raises
    ConnectTimeout with the message `late` after `seconds`, and Cancelled if the caller's own work is cancelled before
    that.
    """
    bound = deadline.after(seconds)
    while not wait((future,), min(cancellation.PATIENCE, bound.remaining())).done:
        cancellation.check()
        if not bound.remaining():
            raise httpcore2.ConnectTimeout(late)
    return future.result()
