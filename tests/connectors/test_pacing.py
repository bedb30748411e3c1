"""Turns, intervals and the circuit, on a clock of the test's own where waiting would take hours."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from backend.connectors import pacing
from backend.connectors.pacing import FAILURES, FIRST_REST, LONGEST_REST, UNSAID_REST, Gate, Gates, Pacing
from backend.errors import ProviderOverLimit, ProviderUnreachable
from tests.waiting import PATIENCE


class Hands:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hands() -> Hands:
    return Hands()


def enter(gate: Gate, hands: Hands) -> None:
    with gate.turn(hands.now + 1):
        pass


def test_requests_at_once():
    gate, lock, inside, most = Gate(Pacing(at_once=3)), threading.Lock(), 0, 0

    def work(_: int) -> None:
        nonlocal inside, most
        with gate.turn(time.monotonic() + PATIENCE):
            with lock:
                inside += 1
                most = max(most, inside)
            time.sleep(0.01)
            with lock:
                inside -= 1

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(work, range(24)))
    assert most == 3


def test_a_host_is_failing_from_a_failure_until_a_success(hands: Hands):
    gate = Gate(Pacing(), hands)
    assert not gate.is_failing
    gate.failed()
    assert gate.is_failing
    gate.succeeded()
    assert not gate.is_failing


def test_starts_are_an_interval_apart(hands: Hands, monkeypatch: pytest.MonkeyPatch):
    waits: list[float] = []
    monkeypatch.setattr(pacing, "time", SimpleNamespace(sleep=waits.append))
    gate = Gate(Pacing(at_once=4, interval=2.0), hands)

    def work(_: int) -> None:
        with gate.turn(hands.now + 60):
            pass

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    assert sorted(waits) == [0.0, 2.0, 4.0, 6.0]


def test_a_turn_that_would_come_too_late_is_not_waited_for(hands: Hands):
    gate = Gate(Pacing(interval=3.0), hands)
    enter(gate, hands)
    with pytest.raises(ProviderOverLimit, match="one request every 3 s"):
        enter(gate, hands)
    hands.now += 3
    enter(gate, hands)  # it took nobody's turn


def test_no_slot_in_time():
    gate = Gate(Pacing(at_once=1))
    with (
        gate.turn(time.monotonic() + PATIENCE),
        pytest.raises(ProviderOverLimit, match="too many requests"),
        gate.turn(time.monotonic() + 0.05),
    ):
        pass
    with gate.turn(time.monotonic() + PATIENCE):
        pass


def test_over_its_limit_for_hours(hands: Hands):
    gate = Gate(Pacing(), hands)
    gate.limited(5 * 3600)
    with pytest.raises(ProviderOverLimit, match="5 hours: it has reported too many requests") as caught:
        enter(gate, hands)
    assert caught.value.retry_after == 5 * 3600
    hands.now += 5 * 3600 + 1
    enter(gate, hands)


@pytest.mark.parametrize(("said", "rest"), [(None, UNSAID_REST), (0.0, 0.0), (1e9, 86_400.0)])
def test_rest_after_a_limit(hands: Hands, said, rest):
    gate = Gate(Pacing(), hands)
    gate.limited(said)
    hands.now += rest + 0.001
    enter(gate, hands)
    if rest:
        gate.limited(said)
        hands.now += rest - 1
        with pytest.raises(ProviderOverLimit):
            enter(gate, hands)


def test_failures_in_a_row_open_the_circuit_for_longer_and_longer(hands: Hands):
    gate = Gate(Pacing(), hands)
    for _ in range(FAILURES - 1):
        gate.failed()
    enter(gate, hands)
    rests = []
    for _ in range(8):
        gate.failed()
        before = hands.now
        with pytest.raises(ProviderUnreachable, match="times in a row"):
            enter(gate, hands)
        while True:
            hands.now += 5
            try:
                enter(gate, hands)
            except ProviderUnreachable:
                continue
            break
        rests.append(hands.now - before)
    assert rests[:3] == [FIRST_REST, 2 * FIRST_REST, 4 * FIRST_REST]
    assert max(rests) == LONGEST_REST
    gate.succeeded()
    gate.failed()
    enter(gate, hands)


def test_after_a_rest_one_request_tries_alone(hands: Hands):
    gate = Gate(Pacing(), hands)
    gate.limited(60)
    hands.now += 61
    with gate.turn(hands.now + 1):
        with pytest.raises(ProviderOverLimit, match="first request"):
            enter(gate, hands)
        gate.succeeded()
        enter(gate, hands)
    enter(gate, hands)


def test_one_gate_a_host():
    gates = Gates()
    assert gates.to("a", Pacing()) is gates.to("a", Pacing()) is not gates.to("b", Pacing())
    kept = gates.to("a", Pacing())
    for number in range(Gates.MOST - 1):
        gates.to(str(number), Pacing())
    assert gates.to("a", Pacing()) is kept
    for number in range(Gates.MOST):
        gates.to(f"other {number}", Pacing())
    assert gates.to("a", Pacing()) is not kept
