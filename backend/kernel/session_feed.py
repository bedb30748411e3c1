"""Pass the events of one session on to the clients that follow the session through this process.

Events are found by comparing the present state of the session in the database with its state at the last comparison. So
changes by other processes are also noticed.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

from backend.kernel.change_signal import News
from backend.kernel.events import SessionEvent

#: Maximum number of events of a session that are kept for a slow client; the client misses older ones. A session has
#: about five events a minute.
KEPT = 1000


class SessionFeed:
    """The latest events of one session, in order. Each comparison of the session's present state with `seen`, its state
    at the comparison before, finds new events. `comparing` is a lock, so that only one thread compares at a time.
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
