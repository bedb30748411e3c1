"""Define the deadline of a call to another server. All functions that take part in the call can read it.

The caller sets the deadline, and the connection obeys it at each read and write. So the HTTP library in between does
not have to know it. A deadline that is set inside another one cannot be later than the outer one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Maximum seconds of a read or write that has no deadline. All calls of Coscribe set one.
UNLIMITED_SECONDS = 60.0


class Deadline:
    """The time at which a call must end. `expires` is a time of `time.monotonic`. `answering` becomes True when the
    first part of the other server's answer has arrived.
    """

    __slots__ = ("answering", "expires")

    def __init__(self, expires: float) -> None:
        self.expires = expires
        self.answering = False

    def remaining(self) -> float:
        """Return the seconds that are left; 0 if the time is over."""
        return max(0.0, self.expires - time.monotonic())


_CURRENT: ContextVar[Deadline | None] = ContextVar("coscribe_deadline", default=None)


def after(seconds: float) -> Deadline:
    """Return the deadline in `seconds` from now."""
    return Deadline(time.monotonic() + seconds)


def current() -> Deadline | None:
    """Return the deadline of the call that this thread is making; None if it has none."""
    return _CURRENT.get()


def remaining(most: float | None = None) -> float:
    """Return the seconds that are left until the present deadline, but at most `most`. Without a deadline, return
    `most`, or `UNLIMITED_SECONDS` if that is None.
    """
    bound = _CURRENT.get()
    if bound is None:
        return UNLIMITED_SECONDS if most is None else most
    left = bound.remaining()
    return left if most is None else min(left, most)


@contextmanager
def limit(seconds: float) -> Iterator[Deadline]:
    """Let all calls in a `with` block end `seconds` from now, or at the outer deadline if that is earlier."""
    outer, deadline = _CURRENT.get(), after(seconds)
    if outer is not None and outer.expires <= deadline.expires:
        yield outer
        return
    token = _CURRENT.set(deadline)
    try:
        yield deadline
    finally:
        _CURRENT.reset(token)
