"""A registry's rule: so many starts in so many seconds, until it tells another."""

import threading

import pytest

from backend.connectors.rates import Rate, RateLimit, told_rate
from backend.errors import ProviderOverLimit


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_only_so_many_may_start_within_the_time():
    clock = Clock()
    limit = RateLimit(Rate(2, 1.0), clock)
    limit.take(clock.now)
    limit.take(clock.now)
    with pytest.raises(ProviderOverLimit):
        limit.take(clock.now + 0.5)
    clock.now += 1.0
    limit.take(clock.now)


def test_a_new_rule_lets_those_go_who_wait():
    limit = RateLimit(Rate(1, 3600.0))
    limit.take(float("inf"))
    waiting = threading.Thread(target=limit.take, args=(float("inf"),), daemon=True)
    waiting.start()
    limit.obey({"x-rate-limit-limit": "50", "x-rate-limit-interval": "1s"})
    waiting.join(10)
    assert not waiting.is_alive()


@pytest.mark.parametrize(
    ("limit", "interval", "rate"),
    [("50", "1s", Rate(50, 1.0)), ("3", "500ms", Rate(3, 0.5)), ("10", "2", Rate(10, 2.0)), ("0", "1s", None),
     ("x", "1s", None), ("5", "", None), ("", "", None), ("99999", "1s", None)],
)  # fmt: skip
def test_only_a_sensible_rule_is_believed(limit, interval, rate):
    assert told_rate({"x-rate-limit-limit": limit, "x-rate-limit-interval": interval}) == rate
