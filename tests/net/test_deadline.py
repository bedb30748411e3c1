"""One deadline inside another, and the seconds that it leaves."""

from __future__ import annotations

from backend.net import deadline


def test_the_earlier_deadline_counts() -> None:
    assert deadline.current() is None
    with deadline.limit(5) as outer, deadline.limit(50) as inner:
        assert inner is outer
        with deadline.limit(1) as sooner:
            assert sooner.remaining() <= 1
            assert deadline.current() is sooner
        assert deadline.current() is outer
    assert deadline.current() is None


def test_the_seconds_that_remain() -> None:
    assert deadline.remaining() == deadline.UNLIMITED_SECONDS
    assert deadline.remaining(900) == 900
    with deadline.limit(30):
        assert deadline.remaining(7) == 7
        assert 0 < deadline.remaining() <= 30
        assert 0 < deadline.remaining(900) <= 30
    with deadline.limit(-1):
        assert deadline.remaining(7) == deadline.remaining() == 0
    assert deadline.after(-1).remaining() == 0
