"""Limit how many threads of this process work on chats at a time, so that short requests are answered quickly.

Only one thread of a process can run Python code at a time. If a hundred new chats were worked on together, each step of
a short request would wait for all of them. So a chat needs a slot to work, and gives it up while it waits for a model
or for another server. The other chats wait in line for a slot. Requests that only begin a run go first, because their
clients then soon receive the first event. Chats whose model has answered follow, and then all others.

The limit never stops the work: if no slot changes hands for `PATIENCE` seconds, one more thread may work.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

#: The number of slots of a process. With one slot, the interpreter is idle while a chat waits for the database. Each
#: further slot makes requests that only read wait longer. Measured on two cores with 448 chats at the same time.
MOST = 2
#: Seconds without progress after which one more thread may work. One piece of a chat's work takes about 20 ms, with a
#: long document 200 ms.
PATIENCE = 0.2
#: Seconds between two checks by which a waiting thread finds out whether another thread has made progress.
LOOK = 0.005


class WorkSlots:
    """A limited number of slots, and the threads that wait for one. A thread holds at most one slot."""

    def __init__(self, most: int = MOST, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        #: the number of free slots; it is negative while more threads work than there are slots
        self._free = most
        self._beginning: deque[threading.Lock] = deque()
        self._returning: deque[threading.Lock] = deque()
        self._arriving: deque[threading.Lock] = deque()
        self._moved_at = time.monotonic()

    @contextmanager
    def taken(self, ahead: bool = False) -> Iterator[None]:
        """Hold a slot while the context is open. If none is free, wait for one; with `ahead`, the thread gets the next
        free slot before all threads that wait without it. A thread that already has a slot keeps it.
        """
        if getattr(_mine, "slots", None) is not None:
            yield
            return
        _mine.returning = self._beginning if ahead else self._returning
        self._take(self._beginning if ahead else self._arriving)
        _mine.slots = self
        try:
            yield
        finally:
            _mine.slots = None
            self._give_back()

    @contextmanager
    def left(self) -> Iterator[None]:
        """Give up this thread's slot while the context is open, so that another thread can work. At the end, wait for a
        slot again, ahead of the chats that have just arrived.
        """
        _mine.slots = None
        self._give_back()
        try:
            yield
        finally:
            self._take(_mine.returning)
            _mine.slots = self

    def _take(self, line: deque[threading.Lock]) -> None:
        with self._lock:
            if self._free > 0:
                self._free -= 1
                self._moved_at = time.monotonic()
                return
            turn = threading.Lock()
            turn.acquire()
            line.append(turn)
        while not turn.acquire(timeout=max(self._patience, LOOK * self._waiting())):
            with self._lock:
                if turn not in line:  # the slot was given to this thread just now
                    return
                if time.monotonic() - self._moved_at >= self._patience:
                    line.remove(turn)
                    self._free -= 1
                    self._moved_at = time.monotonic()
                    return

    def _waiting(self) -> int:
        return len(self._beginning) + len(self._returning) + len(self._arriving)

    def _give_back(self) -> None:
        with self._lock:
            line = self._beginning or self._returning or self._arriving
            if line and self._free >= 0:
                line.popleft().release()
                self._moved_at = time.monotonic()
            else:
                self._free += 1


_mine = threading.local()

#: The slots of this process.
SLOTS = WorkSlots()


@contextmanager
def waiting() -> Iterator[None]:
    """Give up this thread's slot, if it has one, while the context is open. Use this around a wait for another
    server.
    """
    slots: WorkSlots | None = getattr(_mine, "slots", None)
    if slots is None:
        yield
        return
    with slots.left():
        yield
