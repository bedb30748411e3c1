"""A lock that is had in the order in which it was asked for.

Python's own goes to whoever comes by when it is free: of hundreds of threads that all want to write, some would wait
for ever while others write twice.
"""

from __future__ import annotations

import threading
from collections import deque


class Turn:
    """Not reentrant. It may be given back by another thread than the one that had it."""

    def __init__(self) -> None:
        self._change = threading.Lock()
        self._taken = False
        self._waiting: deque[threading.Lock] = deque()

    def acquire(self, timeout: float) -> bool:
        """Wait for one's turn, at most so many seconds; whether it came."""
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
            except ValueError:  # it came just now
                return True
        return False

    def release(self) -> None:
        """Let the next one have it. RuntimeError where nobody has it."""
        with self._change:
            if not self._taken:
                raise RuntimeError("nobody has this turn")
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._taken = False
