"""The moment by which an outgoing call must have ended, known to every layer of that call.

Whoever makes the call sets the limit, the connection obeys it at each read and write, and nobody has to pass it
through the client library between them. A deadline inside a deadline can only be the earlier of the two.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

#: Seconds of a read or write for which nobody has set a limit. Every call of ours sets one.
UNLIMITED_SECONDS = 60.0


class Deadline:
    """`expires` is on the clock of `time.monotonic`; `answering`: bytes of the latest request's answer have come."""

    __slots__ = ("answering", "expires")

    def __init__(self, expires: float) -> None:
        self.expires = expires
        self.answering = False

    def remaining(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.expires - time.monotonic())


_CURRENT: ContextVar[Deadline | None] = ContextVar("coscribe_deadline", default=None)


def after(seconds: float) -> Deadline:
    """The deadline that is `seconds` from now."""
    return Deadline(time.monotonic() + seconds)


def current() -> Deadline | None:
    """The deadline of the call that this thread is making, if it is making one."""
    return _CURRENT.get()


def remaining(most: float | None = None) -> float:
    """Seconds that the current deadline leaves, but no more than `most`."""
    bound = _CURRENT.get()
    if bound is None:
        return UNLIMITED_SECONDS if most is None else most
    left = bound.remaining()
    return left if most is None else min(left, most)


@contextmanager
def limit(seconds: float) -> Iterator[Deadline]:
    """Bound everything inside by `seconds` from now, or by the deadline around it if that is earlier."""
    outer, deadline = _CURRENT.get(), after(seconds)
    if outer is not None and outer.expires <= deadline.expires:
        yield outer
        return
    token = _CURRENT.set(deadline)
    try:
        yield deadline
    finally:
        _CURRENT.reset(token)
