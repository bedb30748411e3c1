"""Announce changes of a value that several threads share. At a change, the threads that wait for it are woken, and the
registered functions are called.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType


class News:
    """A lock for a value that several threads share. It announces each change of the value to waiting threads and
    registered functions.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._listeners: list[Callable[[], None]] = []

    def __enter__(self) -> None:
        self._changed.acquire()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._changed.release()

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Register `call` to be called at each change. Returns a function that ends the registration."""
        with self._changed:
            self._listeners.append(call)

        def stop() -> None:
            with self._changed:
                self._listeners.remove(call)

        return stop

    def tell(self) -> None:
        """Announce a change: wake the waiting threads and call the registered functions. The caller must hold the
        lock.
        """
        self._changed.notify_all()
        for call in self._listeners:
            call()

    def wait_for(self, happened: Callable[[], bool], seconds: float) -> None:
        """Wait until `happened` returns True, for at most `seconds`. The caller must hold the lock."""
        self._changed.wait_for(happened, seconds)
