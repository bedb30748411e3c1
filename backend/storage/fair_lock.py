"""Provide a lock that threads get in the order in which they asked for it.

Python's own lock may be given to any of the waiting threads. With hundreds of writing threads, some would wait very
long while others write twice.
"""

from __future__ import annotations

import threading
from collections import deque


class FairLock:
    """A lock that waiting threads get in order. The thread that has the lock cannot acquire it a second time; another
    thread may release it.
    """

    def __init__(self) -> None:
        self._change = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, timeout: float) -> bool:
        """Wait for the lock, at most `timeout` seconds. Returns True if this thread has the lock now."""
        with self._change:
            if not self._taken:
                self._taken = True
                return True
            mine = threading.Lock()
            mine.acquire()
            self._waiting.append(mine)
        if mine.acquire(timeout=timeout):
            return True
        with self._change:
            try:
                self._waiting.remove(mine)
            except ValueError:  # the lock was passed to this thread just now
                return True
        return False

    def release(self) -> None:
        """Give the lock to the thread that has waited longest. Raises RuntimeError if no thread has the lock."""
        with self._change:
            if not self._taken:
                raise RuntimeError("no thread holds this lock")
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
