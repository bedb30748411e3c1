"""Limit the requests to a host: how many at a time, how many seconds apart, and pauses after failures.

A host that reports too many requests (429) gets no request until the time in its Retry-After. After several failures in
a row, a host gets no request during a pause. When the pause is over, a single request tests the host. If this request
fails, too, the next pause is twice as long. Each process has limits of its own.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from backend.errors import (
    ProviderDeclined,
    ProviderError,
    ProviderKeyRefused,
    ProviderOverLimit,
    ProviderUnreachable,
)

#: The number of failures in a row after which a host is not asked, the seconds of the first pause, and those of the
#: longest; each further failure doubles the pause.
FAILURES, FIRST_REST, LONGEST_REST = 3, 30.0, 600.0
#: Seconds of the pause if a host reports too many requests without a Retry-After.
UNSAID_REST = 20.0
#: The longest pause in seconds that a Retry-After can cause: after a day a new attempt is reasonable.
LONGEST_LIMIT = 86_400.0

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Pacing:
    """The limits for a host: at most `at_once` requests at a time, and at least `interval` seconds between the starts
    of two requests.
    """

    at_once: int = 4
    interval: float = 0.0


class Gate:
    """Delays or refuses the requests to one host, so that its limits are kept. Several threads may use it at the same
    time. All times are seconds of `time.monotonic`.
    """

    def __init__(self, pacing: Pacing, clock: Clock = time.monotonic) -> None:
        self._pacing = pacing
        self._clock = clock
        self._slots = threading.BoundedSemaphore(pacing.at_once)
        self._lock = threading.Lock()
        self._next_start = 0.0
        self._closed_until = 0.0
        self._over_limit = False
        self._failures = 0
        self._trying = False

    @property
    def is_failing(self) -> bool:
        """Return True if the last request to the host failed."""
        with self._lock:
            return self._failures > 0

    @contextmanager
    def turn(self, expires: float) -> Iterator[None]:
        """Wait until a request may start, but not longer than until `expires`. The request must be made while the
        context is open.

        Raises ProviderOverLimit if the request could not start in time or the host has asked to wait, and
        ProviderUnreachable during a pause after failures. These two errors do not count as failures of the host.
        """
        trial = self._enter()
        try:
            if not self._slots.acquire(timeout=max(0.0, expires - self._clock())):
                raise ProviderOverLimit("was not asked, because too many requests to it are in progress")
            try:
                time.sleep(max(0.0, self._reserve(expires) - self._clock()))
                yield
            finally:
                self._slots.release()
        finally:
            if trial:
                with self._lock:
                    self._trying = False

    def succeeded(self) -> None:
        """Record that the host sent a valid answer. A pause ends, and earlier failures are forgotten."""
        with self._lock:
            self._failures, self._closed_until, self._over_limit = 0, 0.0, False

    def failed(self) -> None:
        """Record that a request failed. After several failures in a row, a pause begins."""
        with self._lock:
            self._failures += 1
            if self._failures >= FAILURES:
                rest = min(LONGEST_REST, FIRST_REST * 2 ** min(self._failures - FAILURES, 10))
                self._close(rest, over_limit=False)

    def record(self, error: ProviderError) -> None:
        """Record that a request ended with this error. If the error says that the host refused the request or the key,
        a success is recorded, because the host works.
        """
        if isinstance(error, (ProviderDeclined, ProviderKeyRefused)):
            self.succeeded()
        else:
            self.failed()

    def limited(self, seconds: float | None) -> None:
        """Record that the host reported too many requests. `seconds` is its Retry-After; None if there was none."""
        with self._lock:
            self._close(UNSAID_REST if seconds is None else min(max(seconds, 0.0), LONGEST_LIMIT), over_limit=True)

    def _close(self, seconds: float, over_limit: bool) -> None:
        until = self._clock() + seconds
        if until > self._closed_until:
            self._closed_until, self._over_limit = until, over_limit

    def _enter(self) -> bool:
        """Raise an error during a pause after failures. Return True if this is the request that tests the host after
        such a pause, and False for all other requests.
        """
        with self._lock:
            if not self._closed_until:
                return False
            left = self._closed_until - self._clock()
            if left > 0 or self._trying:
                wait = f"for another {_spelt(left)}" if left > 0 else "until a first request has succeeded"
                if self._over_limit:
                    raise ProviderOverLimit(
                        f"is not asked {wait}: it has reported too many requests", retry_after=max(left, 0)
                    )
                raise ProviderUnreachable(f"is not asked {wait}: it failed {self._failures} times in a row")
            self._trying = True
            return True

    def _reserve(self, expires: float) -> float:
        """Return the time at which this request may start. The next request may start one interval later. Raises
        ProviderOverLimit if the returned time would be after `expires`.
        """
        with self._lock:
            start = max(self._clock(), self._next_start)
            if start > expires:
                raise ProviderOverLimit(
                    f"was not asked: only one request every {self._pacing.interval:g} s is allowed, and there was not "
                    "enough time left to wait"
                )
            self._next_start = start + self._pacing.interval
            return start


class Gates:
    """The gates of all hosts. A gate delays or refuses the requests to one host, and is created at the first request to
    it. If there are more than `MOST` gates, the gate that has not been used for the longest time is removed.
    """

    MOST = 1000

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._gates: dict[str, Gate] = {}

    def to(self, host: str, pacing: Pacing) -> Gate:
        """Return the gate of `host`. At its first use, it is created with `pacing`."""
        with self._lock:
            gate = self._gates.pop(host, None) or Gate(pacing, self._clock)
            self._gates[host] = gate
            if len(self._gates) > self.MOST:
                del self._gates[next(iter(self._gates))]
            return gate


def _spelt(seconds: float) -> str:
    if seconds < 120:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} minutes" if seconds < 7200 else f"{seconds / 3600:.0f} hours"
