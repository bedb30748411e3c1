"""Pass the events of one session on to the clients that follow the session through this process.

Events are found by comparing the present state of the session in the database with its state at the last comparison. So
changes by other processes are also noticed. `News` wakes the threads that wait for a change.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from types import TracebackType
from typing import Any

from backend.kernel.events import SessionEvent

#: Maximum number of events of a session that are kept for a slow client; the client misses older ones. A session has
#: about five events a minute.
KEPT = 1000


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


class SessionFeed:
    """The latest events of one session, in order. `seen` is the state of the session at the last comparison. The next
    comparison of the present state with `seen` finds the new events. `comparing` is a lock, so that only one thread
    compares at a time.
    """

    def __init__(self, session_id: str) -> None:
        self.session_id = session_id
        self.closed = False
        self.seen: Any = None
        self.comparing = threading.Lock()
        self._events: deque[SessionEvent] = deque(maxlen=KEPT)
        self._count = 0
        self._news = News()

    def listen(self, call: Callable[[], None]) -> Callable[[], None]:
        """Register `call` to be called at each new event. Returns a function that ends the registration."""
        return self._news.listen(call)

    def add(self, events: Sequence[SessionEvent]) -> None:
        """Add events at the end, and notify all who wait or listen."""
        with self._news:
            self._events += events
            self._count += len(events)
            self._news.tell()

    def close(self) -> None:
        """End the feed because the session was deleted, and notify all who wait or listen."""
        with self._news:
            self.closed = True
            self._news.tell()

    def position(self) -> int:
        """Return the number of events since the feed was created."""
        with self._news:
            return self._count

    def wait(self, after: int, seconds: float) -> tuple[Sequence[SessionEvent], int]:
        """Return the events after the first `after` events, and the number of all events so far. If there is no new
        event, wait for one for at most `seconds`.
        """
        with self._news:
            self._news.wait_for(lambda: self.closed or self._count > after, seconds)
            behind = min(self._count - after, len(self._events))
            return tuple(islice(self._events, len(self._events) - behind, None)), self._count
