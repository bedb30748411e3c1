"""Limit how many requests a registry gets within a number of seconds. The headers of the registry's answers may change
the limit.
"""

from __future__ import annotations

import re
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from backend.errors import ProviderOverLimit

#: Maximum values that are accepted from a header: the number of requests, and the seconds of the period.
_MOST_REQUESTS, _LONGEST = 1_000, 3_600.0


@dataclass(frozen=True, slots=True)
class Rate:
    """A limit: at most `requests` requests may start within `seconds`."""

    requests: int
    seconds: float


class RateLimit:
    """Delays requests so that a rate is kept. Several threads may use it at the same time. All times are seconds of
    `time.monotonic`.
    """

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._starts: deque[float] = deque()
        self._changed = threading.Condition()

    def take(self, expires: float) -> None:
        """Wait until a request may start. Raises ProviderOverLimit if the wait would last beyond `expires`."""
        with self._changed:
            while True:
                now = self._clock()
                while self._starts and self._starts[0] <= now - self._rate.seconds:
                    self._starts.popleft()
                if len(self._starts) < self._rate.requests:
                    self._starts.append(now)
                    return
                free = self._starts[-self._rate.requests] + self._rate.seconds
                if free > expires:
                    raise ProviderOverLimit(
                        "was not asked: it limits how often it is asked, and there was not enough time left to wait"
                    )
                self._changed.wait(max(0.0, free - now))

    def obey(self, headers: Mapping[str, str]) -> None:
        """Use from now on the limit that an answer's headers `x-rate-limit-limit` and `x-rate-limit-interval` give.
        Invalid headers change nothing.
        """
        told = told_rate(headers)
        if told is not None and told != self._rate:
            with self._changed:
                self._rate = told
                self._changed.notify_all()


def told_rate(headers: Mapping[str, str]) -> Rate | None:
    """Return the rate in an answer's headers `x-rate-limit-limit` and `x-rate-limit-interval`; None if these are not
    valid.
    """
    limit = re.fullmatch(r"\d{1,6}", headers.get("x-rate-limit-limit", "").strip())
    interval = re.fullmatch(r"(\d{1,6}(?:\.\d+)?)\s*(ms|s|m)?", headers.get("x-rate-limit-interval", "").strip())
    if limit is None or interval is None:
        return None
    seconds = float(interval[1]) * {"ms": 0.001, "m": 60.0}.get(interval[2] or "s", 1.0)
    if not 0 < int(limit[0]) <= _MOST_REQUESTS or not 0 < seconds <= _LONGEST:
        return None
    return Rate(int(limit[0]), seconds)
