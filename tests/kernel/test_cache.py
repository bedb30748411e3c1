"""The cache of the values used last, within a limit for their total size."""

from __future__ import annotations

from backend.kernel.cache import Cache


def test_the_values_that_were_not_used_for_the_longest_time_are_dropped():
    cache: Cache[str, str] = Cache(3)
    for key in "abc":
        cache.keep(key, key.upper())
    assert cache.find("a") == "A"
    cache.keep("d", "D")
    assert [cache.find(key) for key in "abcd"] == ["A", None, "C", "D"] and len(cache) == 3


def test_the_sizes_count_together_and_the_latest_stay_whatever_their_size():
    cache: Cache[int, str] = Cache(100)
    for number in range(5):
        cache.keep(number, "x", 40)
    assert [cache.find(number) for number in range(5)] == [None, None, None, "x", "x"]
    cache.keep(9, "big", 1000)
    assert cache.find(9) == "big" and cache.find(4) is None
    cache = Cache(100, least=2)
    cache.keep(1, "one", 1000)
    cache.keep(2, "two", 1000)
    assert cache.find(1) == "one"


def test_a_new_value_replaces_the_one_of_its_key_and_its_size():
    cache: Cache[str, str] = Cache(10)
    cache.keep("a", "old", 9)
    cache.keep("a", "new", 5)
    cache.keep("b", "b", 5)
    assert (cache.find("a"), cache.find("b")) == ("new", "b")


def test_the_latest_used_come_first():
    cache: Cache[int, int] = Cache(10)
    for number in range(4):
        cache.keep(number, number)
    cache.find(1)
    assert cache.latest(3) == [1, 3, 2]
