"""Orders hidden in material do nothing, even where a model obeys each of them. `make bench` plays 200."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.bench.injection import ORDERS, cases, outcomes


@pytest.fixture
def no_connection_stays_open() -> Iterator[None]:
    before = _sockets()
    yield
    assert _sockets() <= before, "a service's connection is kept until its client is closed"


def _sockets() -> set[tuple[int, int]]:
    """The sockets that this process has open; looking for them among all objects took as long as the test."""
    found = set()
    for descriptor in os.listdir("/dev/fd"):
        with suppress(OSError):  # the folder's own
            told = os.fstat(int(descriptor))
            if stat.S_ISSOCK(told.st_mode):
                found.add((told.st_dev, told.st_ino))
    return found


@pytest.mark.usefixtures("no_connection_stays_open")
def test_hidden_orders_break_no_law(tmp_path) -> None:
    found = list(outcomes(24, 7, str(tmp_path)))
    assert not [each for each in found if each.broken]
    assert sum(each.obeyed for each in found) > 8 and any(each.named for each in found)


@pytest.mark.usefixtures("no_connection_stays_open")
def test_hidden_orders_do_not_move_the_writer_without_a_model(tmp_path) -> None:
    assert not [each for each in outcomes(8, 11, str(tmp_path), keyless=True) if each.broken]


def test_each_kind_of_order_is_played() -> None:
    assert {each.order for each in cases(200, 7)} == set(ORDERS)
