"""Limit the requests to a host: how many at once, at which interval, and pauses after failures.

A host over its limit says when to come back (Retry-After) and is not asked until then; after several failures in a row
a host is not asked for a while that doubles, and then tried with a single request. The state is per process.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from backend.errors import ProviderOverLimit, ProviderUnreachable

#: Failures in a row that open the circuit, and the seconds it first stays open; each further failure doubles them.
FAILURES, FIRST_REST, LONGEST_REST = 3, 30.0, 600.0
#: Seconds of rest where a host is over its limit and doesn't say until when.
UNSAID_REST = 20.0
#: However far away a host puts its return, a new day is worth a new try.
LONGEST_LIMIT = 86_400.0

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Pacing:
    """The rate for a host: `at_once` concurrent requests, `interval` seconds between two starts."""

    at_once: int = 4
    interval: float = 0.0


class Gate:
    """Controls access to one host. Threads take turns; all times are of `time.monotonic`."""

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

    @contextmanager
    def turn(self, expires: float) -> Iterator[None]:
        """Wait for a turn, at most until `expires`.

        Raises ProviderOverLimit if the turn would come too late or the host asked to wait, and ProviderUnreachable
        during a pause after failures; neither counts as a failure.
        """
        trial = self._enter()
        try:
            if not self._slots.acquire(timeout=max(0.0, expires - self._clock())):
                raise ProviderOverLimit("was not asked: too many requests to it are under way")
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
        """Record a successful answer."""
        with self._lock:
            self._failures, self._closed_until, self._over_limit = 0, 0.0, False

    def failed(self) -> None:
        """Record a failure."""
        with self._lock:
            self._failures += 1
            if self._failures >= FAILURES:
                rest = min(LONGEST_REST, FIRST_REST * 2 ** min(self._failures - FAILURES, 10))
                self._close(rest, over_limit=False)

    def limited(self, seconds: float | None) -> None:
        """Record that the host is over its limit for `seconds`, if it said so."""
        with self._lock:
            self._close(UNSAID_REST if seconds is None else min(max(seconds, 0.0), LONGEST_LIMIT), over_limit=True)

    def _close(self, seconds: float, over_limit: bool) -> None:
        until = self._clock() + seconds
        if until > self._closed_until:
            self._closed_until, self._over_limit = until, over_limit

    def _enter(self) -> bool:
        """Raise an error during a pause. After the pause a single request is the trial: True for that one."""
        with self._lock:
            if not self._closed_until:
                return False
            left = self._closed_until - self._clock()
            if left > 0 or self._trying:
                wait = f"for another {_spelt(left)}" if left > 0 else "until a first request has got through"
                if self._over_limit:
                    raise ProviderOverLimit(f"is not asked {wait}: it was over its limit", retry_after=max(left, 0))
                raise ProviderUnreachable(f"is not asked {wait}: it failed {self._failures} times in a row")
            self._trying = True
            return True

    def _reserve(self, expires: float) -> float:
        """Reserve the time at which this request may start; the next one is an interval later."""
        with self._lock:
            start = max(self._clock(), self._next_start)
            if start > expires:
                raise ProviderOverLimit(
                    f"was not asked: its turn comes too late (one request every {self._pacing.interval:g} s)"
                )
            self._next_start = start + self._pacing.interval
            return start


class Gates:
    """The gates by host, created on first use. The oldest idle ones are removed."""

    MOST = 1000

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._gates: dict[str, Gate] = {}

    def to(self, host: str, pacing: Pacing) -> Gate:
        """Return the gate to `host`, created with this pacing on first use."""
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
