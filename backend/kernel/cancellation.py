"""Asking for work to stop, from any thread; the work looks at the request wherever it waits.

    wish = Cancellation()
    with obeying(wish):        # in the thread that works
        ...                    # wherever it waits it calls check() or pause(), which raise Cancelled
    wish.cancel()              # in any other thread

Every wait in a provider's call, reads and writes of its socket included, is woken by it or looks at it at least every
`PATIENCE` seconds, so nobody has to pass it through the services and the client libraries between. A thread that the
work starts does not inherit it: give it on with `obeying(current())`.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from backend.errors import Cancelled

#: Seconds between two looks.
PATIENCE = 0.2


class Cancellation:
    """Tells a piece of work to stop. A part of the work may have one of its own, `within` this one, and
    stops with either.
    One with `seconds` tells the work to stop when they are over.
    """

    __slots__ = ("_event", "_expires", "_lock", "_wakers", "_within")

    def __init__(self, within: Cancellation | None = None, seconds: float | None = None) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], None]] = []
        self._within = within
        self._expires = None if seconds is None else time.monotonic() + seconds

    def cancel(self) -> None:
        """Ask for the end. Once asked for, it stays so."""
        with self._lock:
            self._event.set()
            for wake in self._wakers:
                wake()

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """Have `wake` called, in the thread that asks, when the end is asked for inside; at once where it has been.

        For waits that nothing else ends. `wake` must be quick and raise nothing. The end of the seconds wakes nobody:
        a wait is to take no longer than `left`.
        """
        with self._lock:
            self._wakers.append(wake)
            if self._event.is_set():
                wake()
        try:
            if self._within is None:
                yield
            else:
                with self._within.waking(wake):
                    yield
        finally:
            with self._lock:
                self._wakers.remove(wake)

    @property
    def left(self) -> float:
        """Seconds until the end is wanted without anybody's asking; infinity where it never is."""
        own = math.inf if self._expires is None else self._expires - time.monotonic()
        return own if self._within is None else min(own, self._within.left)

    @property
    def wanted(self) -> bool:
        if self._event.is_set() or (self._expires is not None and time.monotonic() >= self._expires):
            return True
        return self._within is not None and self._within.wanted

    def check(self) -> None:
        """Raises Cancelled where the end is wanted."""
        if self.wanted:
            raise Cancelled("This was cancelled.")

    def pause(self, seconds: float) -> None:
        """Wait for `seconds`. Raises Cancelled as soon as the end is wanted."""
        stop = time.monotonic() + seconds
        self.check()
        while (left := stop - time.monotonic()) > 0:
            self._event.wait(min(left, PATIENCE))
            self.check()


_CURRENT: ContextVar[Cancellation | None] = ContextVar("coscribe_cancellation", default=None)


def current() -> Cancellation | None:
    """The Cancellation that this thread's work obeys, or None."""
    return _CURRENT.get()


@contextmanager
def obeying(wish: Cancellation | None) -> Iterator[None]:
    """Let everything inside, in this thread, stop when `wish` says so."""
    token = _CURRENT.set(wish)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def check() -> None:
    """Raises Cancelled where this thread's work is to end."""
    wish = _CURRENT.get()
    if wish is not None:
        wish.check()


def pause(seconds: float) -> None:
    """Sleep, unless this thread's work is to end: then Cancelled is raised at once."""
    wish = _CURRENT.get()
    if wish is None:
        time.sleep(seconds)
    else:
        wish.pause(seconds)
