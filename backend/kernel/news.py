"""Announce news within one process, both to threads that wait and to listeners that are called."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import TracebackType


class News:
    """Guards a shared state with a lock, and reports each change of the state to the threads that wait for one and to
    the functions registered for it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._listeners: list[Callable[[], None]] = []

    def __enter__(self) -> None:
        self._changed.acquire()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._changed.release()

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Call `call` at each change, until the returned function is called."""
        with self._changed:
            self._listeners.append(call)

        def stop() -> None:
            with self._changed:
                self._listeners.remove(call)

        return stop

    def tell(self) -> None:
        """Wake the waiting threads and call the listeners. The caller holds the lock."""
        self._changed.notify_all()
        for call in self._listeners:
            call()

    def wait_for(self, happened: Callable[[], bool], seconds: float) -> None:
        """Wait until `happened` returns True, at most `seconds`. The caller holds the lock."""
        self._changed.wait_for(happened, seconds)
