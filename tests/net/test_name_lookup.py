"""Host names to addresses: what is no name, what has none, and what takes too long."""

from __future__ import annotations

import socket
import threading
from collections.abc import Sequence

import httpcore2
import pytest

from backend.net import name_lookup, side_thread
from backend.net.name_lookup import NameLookup
from tests.waiting import PATIENCE, until


def unwanted(host: str, port: int) -> Sequence[str]:
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize(("host", "address"), [("127.0.0.1", "127.0.0.1"), ("[::1]", "::1"), ("fd00::7", "fd00::7")])
def test_an_address_is_not_looked_up(host: str, address: str) -> None:
    assert NameLookup(unwanted).addresses(host, 80, 60) == (address,)


def test_the_systems_resolver_knows_this_machine() -> None:
    found = NameLookup().addresses("localhost", 80, 60)
    assert {"127.0.0.1", "::1"} >= set(found) != set()


@pytest.mark.parametrize("error", [socket.gaierror("no such host"), UnicodeError("label too long")])
def test_a_name_without_an_address(error: Exception) -> None:
    def unknown(host: str, port: int) -> Sequence[str]:
        raise error

    names = NameLookup(unknown)
    for _ in range(2):
        with pytest.raises(httpcore2.ConnectError, match="has no address"):
            names.addresses("nowhere.example", 80, 60)


def test_callers_of_one_name_share_a_thread_and_names_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_lookup, "MOST_LOOKUPS", 1)
    over = threading.Event()
    asked: list[str] = []

    def slow(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        over.wait(PATIENCE)
        return ["93.184.216.34"]

    names = NameLookup(slow)
    first = side_thread.start("first", lambda: names.addresses("slow.example", 80, 60))
    until(lambda: asked or None)
    for _ in range(3):
        with pytest.raises(httpcore2.ConnectTimeout, match="not resolved in time"):
            names.addresses("slow.example", 80, 0.01)
    with pytest.raises(httpcore2.ConnectTimeout, match="too many"):
        names.addresses("other.example", 80, 60)
    over.set()
    assert first.result(60) == ["93.184.216.34"] and asked == ["slow.example"]
    assert names.addresses("other.example", 80, 60) == ["93.184.216.34"]
