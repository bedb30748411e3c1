"""Define the deadline of an outgoing call, which every layer of the call can read.

The caller sets the limit, and the connection obeys it at each read and write. So the client library in between does not
need to know the deadline. A deadline inside another one can only be earlier.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Seconds of a read or write without a deadline. Every call of ours sets one.
UNLIMITED_SECONDS = 60.0


class Deadline:
    """A deadline. `expires` is a time of `time.monotonic`; `answering` is True once bytes of the latest answer have
    arrived.
    """

    __slots__ = ("answering", "expires")

    def __init__(self, expires: float) -> None:
        self.expires = expires
        self.answering = False

    def remaining(self) -> float:
        """Return the seconds left, never negative."""
        return max(0.0, self.expires - time.monotonic())


_CURRENT: ContextVar[Deadline | None] = ContextVar("coscribe_deadline", default=None)


def after(seconds: float) -> Deadline:
    """Return the deadline in `seconds` from now."""
    return Deadline(time.monotonic() + seconds)


def current() -> Deadline | None:
    """Return the deadline of the call that this thread is making; None if there is none."""
    return _CURRENT.get()


def remaining(most: float | None = None) -> float:
    """Return the seconds until the current deadline, at most `most`; without a deadline, `most` or
    `UNLIMITED_SECONDS`.
    """
    bound = _CURRENT.get()
    if bound is None:
        return UNLIMITED_SECONDS if most is None else most
    left = bound.remaining()
    return left if most is None else min(left, most)


@contextmanager
def limit(seconds: float) -> Iterator[Deadline]:
    """Limit all calls made inside the context to `seconds` from now, or to the outer deadline if that is earlier."""
    outer, deadline = _CURRENT.get(), after(seconds)
    if outer is not None and outer.expires <= deadline.expires:
        yield outer
        return
    token = _CURRENT.set(deadline)
    try:
        yield deadline
    finally:
        _CURRENT.reset(token)
