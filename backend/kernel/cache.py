"""Cache the values that were used last, within a limit for their total size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Cache(Generic[K, V]):
    """A cache of values by key, for several threads. `room` limits the sum of the values' sizes, in the unit in which
    `keep` gets them. If the sum is larger, the values that were not used for the longest time are removed; the `least`
    values that were used last are always kept.

    Use `functools.lru_cache` for values of similar size that a function computes from small arguments.
    """

    def __init__(self, room: int, least: int = 1) -> None:
        self._room, self._least, self._held = room, least, 0
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._values)

    def find(self, key: K) -> V | None:
        """Return the value of a key, and note that it was used; None if it is not in the cache."""
        with self._lock:
            found = self._values.get(key)
            if found is None:
                return None
            self._values.move_to_end(key)
            return found[0]

    def latest(self, most: int) -> list[V]:
        """Return up to `most` values: those that were used last, the latest one first."""
        with self._lock:
            return [value for value, _ in islice(reversed(self._values.values()), most)]

    def keep(self, key: K, value: V, size: int = 1) -> None:
        """Add a value, or replace the one of this key. `size` says how much of `room` the value takes, in any unit."""
        with self._lock:
            self._held -= self._values.pop(key, (None, 0))[1]
            self._values[key] = value, size
            self._held += size
            while self._held > self._room and len(self._values) > self._least:
                self._held -= self._values.popitem(last=False)[1][1]
