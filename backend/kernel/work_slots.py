"""Limit how many threads of this process do the work of chats at a time, so that short requests are answered quickly.

All threads of a process take turns with Python's interpreter. If a hundred chats that have just arrived were worked on
together, a request that only reads would wait for all of them at each of its own steps. So a chat works in a slot, and
gives it up while it waits for a model or for another server. The others wait in line for a slot; chats that have their
model's answer go first.

The limit never stops the work: if the slots are held for long without any progress, one more thread may work.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

#: The number of slots of a process. With one, the interpreter is idle while a chat waits for the database; each further
#: one makes a reading request wait longer. Measured on two cores with a burst of 448 chats.
MOST = 2
#: Seconds without progress after which one more thread may work. A chat needs some 20 ms, a long document 200 ms.
PATIENCE = 0.2
#: Seconds between two looks of a waiting thread at the progress, for each thread that waits.
LOOK = 0.005


class WorkSlots:
    """A number of slots, and the threads that wait for one. A thread has at most one slot."""

    def __init__(self, most: int = MOST, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._lock = threading.Lock()
        #: the number of free slots; it is negative while more threads work than there are slots
        self._free = most
        self._returning: deque[threading.Lock] = deque()
        self._arriving: deque[threading.Lock] = deque()
        self._moved_at = time.monotonic()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Hold a slot while the context is open; a thread that has a slot keeps it."""
        if getattr(_mine, "slots", None) is not None:
            yield
            return
        self._take(self._arriving)
        _mine.slots = self
        try:
            yield
        finally:
            _mine.slots = None
            self._give_back()

    @contextmanager
    def left(self) -> Iterator[None]:
        """Let another thread work while the context is open. Then this thread gets its slot before those that have just
        arrived.
        """
        _mine.slots = None
        self._give_back()
        try:
            yield
        finally:
            self._take(self._returning)
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
        while not turn.acquire(timeout=max(self._patience, LOOK * (len(self._returning) + len(self._arriving)))):
            with self._lock:
                if turn not in line:  # the slot was given to this thread just now
                    return
                if time.monotonic() - self._moved_at >= self._patience:
                    line.remove(turn)
                    self._free -= 1
                    self._moved_at = time.monotonic()
                    return

    def _give_back(self) -> None:
        with self._lock:
            line = self._returning or self._arriving
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
    """Give up this thread's slot, if it has one, while the context is open, because the thread waits for something."""
    slots: WorkSlots | None = getattr(_mine, "slots", None)
    if slots is None:
        yield
        return
    with slots.left():
        yield
