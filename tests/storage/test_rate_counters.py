"""Counters that several processes share."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from limits import parse
from limits.storage import storage_from_string
from limits.strategies import FixedWindowRateLimiter

from backend.storage import rate_counters
from backend.storage.rate_counters import SharedCounters, counters_uri
from tests.waiting import PATIENCE

COUNT = """
import sys
from limits.storage import storage_from_string
import backend.storage.rate_counters
store = storage_from_string(sys.argv[1])
for _ in range(200):
    store.incr("k", 60)
"""


@pytest.fixture
def store(tmp_path):
    made = storage_from_string(counters_uri(tmp_path / "with blank%.sqlite3"))
    yield made
    made.close()


def test_a_window_counts_ends_and_begins_again(store, monkeypatch):
    assert isinstance(store, SharedCounters) and store.check()
    before = time.time()
    assert [store.incr("a", 60), store.incr("a", 60, 3), store.incr("b", 60)] == [1, 4, 1]
    assert store.get("a") == 4 and before + 60 <= store.get_expiry("a") <= time.time() + 60
    later = time.time() + 61
    monkeypatch.setattr(rate_counters, "time", SimpleNamespace(time=lambda: later))
    assert (store.get("a"), store.incr("a", 60), store.get("nobody")) == (0, 1, 0)
    store.clear("a")
    assert store.get("a") == 0 and store.reset() == 1


def test_what_has_expired_is_swept(store, monkeypatch):
    monkeypatch.setattr(rate_counters, "_SWEEP_EVERY", 3)
    store._until_sweep = 3
    for number in range(3):
        store.incr(f"old {number}", -1)
    store.incr("new", 60)
    assert store.reset() == 2, "the new one and the old one of the sweep's own count"


def test_threads_and_processes_lose_no_count(store, tmp_path):
    uri = counters_uri(tmp_path / "with blank%.sqlite3")
    root = Path(__file__).resolve().parents[2]
    children = [subprocess.Popen([sys.executable, "-c", COUNT, uri], cwd=root) for _ in range(2)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: store.incr("k", 60), range(200)))
    assert [child.wait(PATIENCE) for child in children] == [0, 0]
    assert store.get("k") == 600


def test_a_forked_child_opens_a_file_of_its_own(store):
    store.incr("k", 60)
    mine = store._file
    child = os.fork()
    if child == 0:
        os._exit(0 if store._file is not mine and store.incr("k", 60) == 2 else 1)
    assert os.waitpid(child, 0)[1] == 0 and store.get("k") == 2


def test_it_serves_the_limiter(store):
    limiter, limit = FixedWindowRateLimiter(store), parse("2/minute")
    assert [limiter.hit(limit, "me") for _ in range(3)] == [True, True, False]
    assert limiter.get_window_stats(limit, "me").remaining == 0


def test_a_file_that_is_away_is_told_and_not_raised(tmp_path):
    (tmp_path / "counters.sqlite3").mkdir()
    away = storage_from_string(counters_uri(tmp_path / "counters.sqlite3"))
    assert away.check() is False, "the limiter goes on to count by itself"
    (tmp_path / "counters.sqlite3").rmdir()
    assert away.check() is True
    away.close()
