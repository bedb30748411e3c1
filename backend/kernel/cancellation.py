"""Stop work from another thread. Wherever the work waits, it checks whether it was asked to stop.

    stop_request = Cancellation()
    with obeying(stop_request):        # in the thread that works
        ...                            # the work calls check() or pause(), which raise Cancelled
    stop_request.cancel()              # in any other thread

A wait in a call to a provider, such as a read from its socket, never delays the stop by more than `PATIENCE` seconds.
The current Cancellation is a context variable, so services and client libraries need not pass it on. A thread that the
work starts does not inherit it; use `obeying(current())` in that thread.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from backend.errors import Cancelled

#: The longest time in seconds between two checks for a cancellation.
PATIENCE = 0.2


class Cancellation:
    """A request to stop a piece of work. If `seconds` is given, the work also stops after that time.

    A part of the work may have its own Cancellation; `within` is then the Cancellation of the whole work. The part
    stops when either of the two is cancelled.
    """

    __slots__ = ("_event", "_expires", "_lock", "_wakers", "_within")

    def __init__(self, within: Cancellation | None = None, seconds: float | None = None) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._wakers: list[Callable[[], None]] = []
        self._within = within
        self._expires = None if seconds is None else time.monotonic() + seconds

    def cancel(self) -> None:
        """Ask the work to stop. This cannot be undone."""
        with self._lock:
            self._event.set()
            for wake in self._wakers:
                wake()

    @contextmanager
    def waking(self, wake: Callable[[], None]) -> Iterator[None]:
        """Call `wake` if a stop is requested while the context is open, or at once if a stop was requested before.

        Use this to end a wait that cannot be ended otherwise. `wake` runs in the thread that calls `cancel`, so it must
        be quick and must not raise. The end of the time limit does not call `wake`, so wait for at most `left` seconds.
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
        """Return the seconds until the time limit; infinity if there is no limit."""
        own = math.inf if self._expires is None else self._expires - time.monotonic()
        return own if self._within is None else min(own, self._within.left)

    @property
    def wanted(self) -> bool:
        """Return True if a stop was requested or the time limit is over."""
        if self._event.is_set() or (self._expires is not None and time.monotonic() >= self._expires):
            return True
        return self._within is not None and self._within.wanted

    def check(self) -> None:
        """Raise Cancelled if the work should stop."""
        if self.wanted:
            raise Cancelled("The work was cancelled.")

    def pause(self, seconds: float) -> None:
        """Wait for `seconds`. Raises Cancelled, within `PATIENCE` seconds, if the work should stop."""
        stop = time.monotonic() + seconds
        self.check()
        while (left := stop - time.monotonic()) > 0:
            self._event.wait(min(left, PATIENCE))
            self.check()


_CURRENT: ContextVar[Cancellation | None] = ContextVar("coscribe_cancellation", default=None)


def current() -> Cancellation | None:
    """Return the Cancellation of this thread's work; None if the work cannot be cancelled."""
    return _CURRENT.get()


@contextmanager
def obeying(request: Cancellation | None) -> Iterator[None]:
    """Make `request` the Cancellation of all work in this thread while the context is open."""
    token = _CURRENT.set(request)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def check() -> None:
    """Raise Cancelled if this thread's work should stop."""
    stop_request = _CURRENT.get()
    if stop_request is not None:
        stop_request.check()


def pause(seconds: float) -> None:
    """Wait for `seconds`. Raises Cancelled, within `PATIENCE` seconds, if this thread's work should stop."""
    stop_request = _CURRENT.get()
    if stop_request is None:
        time.sleep(seconds)
    else:
        stop_request.pause(seconds)
