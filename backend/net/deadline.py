"""The one moment by which a provider call must have ended, known to every layer of that call.

`Guarded` sets it, the network layer obeys it at each read and write, and nobody has to pass it through
the client library between them. A deadline inside a deadline can only be the earlier of the two.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Deadline:
    """`expires` is on the clock of `time.monotonic`; `answering`: bytes of the latest request's answer have come."""

    __slots__ = ("answering", "expires")

    def __init__(self, expires: float) -> None:
        self.expires = expires
        self.answering = False

    def remaining(self) -> float:
        """Seconds left, never below zero."""
        return max(0.0, self.expires - time.monotonic())


_CURRENT: ContextVar[Deadline | None] = ContextVar("coscribe_provider_deadline", default=None)


def current() -> Deadline | None:
    """The deadline of the call that this thread is making, if it is making one."""
    return _CURRENT.get()


@contextmanager
def limit(seconds: float) -> Iterator[Deadline]:
    """Bound everything inside by `seconds` from now, or by the deadline around it where that is earlier."""
    outer = _CURRENT.get()
    expires = time.monotonic() + seconds
    if outer is not None and outer.expires <= expires:
        yield outer
        return
    deadline = Deadline(expires)
    token = _CURRENT.set(deadline)
    try:
        yield deadline
    finally:
        _CURRENT.reset(token)
